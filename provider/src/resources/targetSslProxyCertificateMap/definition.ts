import { AdvisedError, oldRecordAdvice } from "../../lifecycle/advice";
import { getTargetSslProxy, setCertificateMap, type ApiTargetSslProxy } from "../../compute/endpoints/targetSslProxies";
import type { ComputeError } from "../../http/errors/computeError";
import { OperationFailedError } from "../../compute/errors/operationError";
import { saysMapNeeded } from "../../compute/retryRules";
import { unlessNotFound, ResponseError } from "../../http/errors/responseError";
import {
  answeredPath,
  canonicalUrl,
  parseLink,
  queryProblem,
  type LinkContext,
  type LinkTarget,
} from "../../names/links";
import { endSentence } from "../../messages/text";
import { isProjectId } from "../../names/names";
import type { Identity, Target } from "../../lifecycle/description";
import { output, outputAs, type FieldTable } from "../../lifecycle/field";
import type { Job } from "../../lifecycle/job";
import { foreignLinkKind, linkKind } from "../../fields/links";
import { projectKind } from "../../fields/scalars";
import { isUnknown } from "../../fields/unknown";
import { linkedIdentity, parseObject } from "../../fields/linkScope";
import { mutate } from "../../lifecycle/mutate";
import { readAppliedValues } from "../../lifecycle/outputKeys";
import { defineResource } from "../../lifecycle/definition";
import { getQueue } from "../../lifecycle/objectQueue";
import { poll, visibilityBudget } from "../../lifecycle/poll";
import { restoreTag } from "../../lifecycle/resource";
import { describeMismatch, isDifferentIncarnation, readIncarnation } from "../../lifecycle/incarnation";
import { decideRestore, isNewlyOwned, withNewest } from "../../parts/borrowedValue";
import {
  findNewestSet,
  isJustRestored,
  listStackChanges,
  readToRestore,
  type Marks,
  type StackChange,
} from "../../parts/stackChanges";
import { scalarText } from "../../types/scalarText";
import { text, type Values } from "../../fields/values";

const proxies: LinkTarget = { collection: "targetSslProxies", scopes: ["global"] };

const mapHost = "certificatemanager.googleapis.com";

/** The Certificate Manager takes names that Compute Engine does not take for its own objects, such as `2026-map`. */
const mapName = /^[a-z0-9-]{1,63}$/;

/** The path of a map, of which only the name has to be there. */
const spelling = /^(?:(?:projects\/([^/]*)\/)?locations\/([^/]*)\/certificateMaps\/)?([^/]*)$/;

/** The description of a link to a certificate map, for messages. */
const certificateMapDescription =
  "a link to a certificate map: " +
  `//${mapHost}/projects/PROJECT/locations/global/certificateMaps/NAME, the same from projects/ or locations/ on, its URL, or its name`;

const certificateMapKind = foreignLinkKind("certificateMaps", certificateMapDescription, parseCertificateMap);

const fields: FieldTable = {
  project: { kind: projectKind, change: "replace", inPathOnly: true, required: true },
  targetSslProxy: {
    kind: linkKind(proxies),
    change: "replace",
    required: true,
    onTargetDelete: "cascades",
  },
  // "can't delete certificate map that is referenced by a target proxy"
  certificateMap: { kind: certificateMapKind, change: "update", required: true, onTargetDelete: "refused" },
  numericId: { ...outputAs("int64"), apiName: "id" },
  previousCertificateMap: output,
};

type ProxyIdentity = Identity<"project" | "targetSslProxy">;

type Proxy = ApiTargetSslProxy & Values;

const action = "setCertificateMap";

/** The certificate map of a target SSL proxy that somebody else made (specification, endpoint 10). */
export const targetSslProxyCertificateMap = defineResource<ProxyIdentity>({
  kind: "TargetSslProxyCertificateMap",
  fields,
  argumentAliases: { proxy: "targetSslProxy", target: "targetSslProxy", certMap: "certificateMap" },
  path: (identity) => `${proxyPath(identity)}/certificateMap`,
  identity: {
    members: ["project", "targetSslProxy"],
    read: ({ targetSslProxy }, context) => linkedIdentity(targetSslProxy, "targetSslProxy", proxies, context),
    parse: parseId,
  },
  deletionPolicies: { allowed: ["RESTORE", "RETAIN", "PREVENT"], default: "RESTORE" },
  localOutputs: ["previousCertificateMap"],

  placedBy: { field: "targetSslProxy", target: proxies },

  async create(job, target) {
    job.begins(action);
    const { proxy, isSetByStack } = await readToSet(job, target);
    const { certificateMap } = proxy;
    if (isSetByStack) {
      job.notice(
        `the proxy has the certificate map ${String(certificateMap)}, which a request of this stack has set, and this step has no record of the map before it. So the earlier map is unknown, and a destroy leaves the map as it is. ${oldRecordAdvice}`,
      );
    } else {
      // An empty text says that there was none: nothing at all would say that nobody knows.
      job.record.writeOnceOutputs = { previousCertificateMap: certificateMap ?? "" };
      if (certificateMap !== undefined && isSameMap(job, certificateMap, target.body.certificateMap)) {
        job.record.appliedValues = [certificateMap];
        job.notice("the proxy has this certificate map already. It is adopted without a change, and destroy leaves it");
        return;
      }
    }
    await set(job, target, proxy, []);
  },

  async read(job, identity) {
    const proxy = await readProxy(job, identity);
    const certificateMap = certificateMapKind.canonical(proxy.certificateMap, {});
    return { ...proxy, certificateMap, targetSslProxy: canonicalUrl(proxyPath(identity), job.links) };
  },

  deriveApplied: ({ certificateMap }) => (certificateMap === undefined ? [] : [certificateMap]),

  async update(job, change) {
    job.begins(action);
    const proxy = await readProxy(job, change.identity);
    if (!isDifferentIncarnation(proxy, change.olds)) return set(job, change, proxy, readAppliedValues(change.olds));
    job.notice(`${describeMismatch(proxy, change.olds)}; the map that it has now is the previous one from now on.`);
    job.record.updatedOutputs = { previousCertificateMap: proxy.certificateMap ?? "" };
    return set(job, change, proxy, []);
  },

  ownershipChanges(olds, { certificateMap }, context) {
    const isSame = (one: unknown, other: unknown) => certificateMapKind.same(one, other, context);
    const isNew = !isUnknown(certificateMap) && isNewlyOwned(certificateMap, readAppliedValues(olds), isSame);
    return isNew ? ["certificateMap"] : [];
  },

  async *traces(job, operations) {
    const links = operations.flatMap(({ operationType, targetLink }) =>
      operationType === action && targetLink !== undefined ? [targetLink] : [],
    );
    for (const link of new Set(links)) {
      const identity = linkedIdentity(answeredPath(link), "targetSslProxy", proxies, {});
      const object = identity && (await unlessNotFound(readProxy(job, identity)));
      if (identity === undefined || object?.certificateMap === undefined) continue;
      yield {
        identity,
        object,
        tags: [setMark(identity, object.certificateMap)],
      };
    }
  },

  async delete(job, identity, outputs) {
    const applied = readAppliedValues(outputs);
    const read = () => readProxy(job, identity);
    const isSame = (one: unknown, other: unknown) => isSameMap(job, one, other);
    const showsApplied = ({ certificateMap }: ApiTargetSslProxy) => isSame(certificateMap, applied[0]);
    const proxy = await readToRestore(job, makeMarks(identity, applied), outputs, read, showsApplied);
    if (isDifferentIncarnation(proxy, outputs)) {
      job.notice(`${describeMismatch(proxy, outputs)}; its certificate map is left alone.`);
      return;
    }
    const actual = proxy.certificateMap;
    const previous = text(outputs, "previousCertificateMap");
    const known = { actual, previous: previous === undefined ? undefined : { value: previous } };
    const recorded = decideRestore({ ...known, applied }, isSame);
    // A run that was killed has recorded nothing of what it set.
    const isUnrecorded = recorded === "changedByOthers" && (await isNewestSet(job, identity, proxy, applied));
    const decision = isUnrecorded ? decideRestore({ ...known, applied: [actual] }, isSame) : recorded;
    if (isUnrecorded)
      job.notice(
        `the proxy has the certificate map ${String(actual)}, which a run of this stack has set that ended before the state recorded it.`,
      );
    const shown = actual === undefined ? "no certificate map" : `the certificate map ${actual}`;
    if (decision === "restoredByOthers") job.notice(`the proxy has ${shown}, as before this resource set one.`);
    if (decision === "changedByOthers")
      job.notice(`the proxy has ${shown}, which the state does not record as set by this resource; it is left alone.`);
    if (decision === "undetermined")
      job.notice("the earlier certificate map of the proxy is unknown; its certificate map is left alone.");
    if (decision === "restore")
      await (previous === ""
        ? clear(job, identity, proxy)
        : send(job, identity, proxy, previous, restoreMark(identity)));
  },
});

/**
 * A link to a certificate map, which belongs to another service, in the one spelling that proxies take.
 *
 * Spellings: that one, the same from `projects/` or `locations/` on, the URL of the Certificate Manager's API, or a
 * bare name.
 */
function parseCertificateMap(link: string, { project }: LinkContext): { canonical: string } | { problem: string } {
  const query = queryProblem(link);
  if (query !== undefined) return { problem: query };
  const [, named, path] = /^(?:https:)?\/\/([^/]*)\/(?:v1\/)?(.*)$/.exec(link) ?? [];
  if (named !== undefined && named !== mapHost) return { problem: `its host is not ${mapHost}` };
  const [, owner = project, location = "global", name] = spelling.exec(path ?? link) ?? [];
  if (name === undefined) return { problem: "it names something else" };
  if (location !== "global") return { problem: "a proxy takes certificate maps of the location global only" };
  if (owner === undefined) return { problem: "it names no project, and none is configured" };
  if (!isProjectId(owner)) return { problem: `${JSON.stringify(owner)} is not a project` };
  if (name === "") return { problem: "it is empty" };
  return mapName.test(name)
    ? { canonical: `//${mapHost}/projects/${owner}/locations/global/certificateMaps/${name}` }
    : { problem: `the name ${JSON.stringify(name)} must be 1 to 63 lower-case letters, digits and hyphens` };
}

function parseId(id: string, context: LinkContext): ProxyIdentity {
  const proxy = id.replace(/\/certificateMap$/, "");
  const [, project = "", targetSslProxy = ""] = /^([^/]+)\/([^/]+)$/.exec(proxy) ?? [];
  const parsed = parseLink(project === "" ? proxy : proxyPath({ project, targetSslProxy }), proxies, context);
  if ("problem" in parsed) {
    const forms = "projects/PROJECT/global/targetSslProxies/PROXY/certificateMap, PROJECT/PROXY";
    const rule = endSentence(`It must be ${forms}, or ${parsed.problem}`);
    throw new Error(`${JSON.stringify(id)} is not the id of a proxy's certificate map. ${rule}`);
  }
  const { project: own, name } = parseObject(parsed.path);
  return { project: own, targetSslProxy: name };
}

function proxyPath({ project, targetSslProxy }: ProxyIdentity): string {
  return `projects/${project}/global/targetSslProxies/${targetSslProxy}`;
}

async function readProxy(job: Job, { project, targetSslProxy }: ProxyIdentity): Promise<Proxy> {
  return { ...(await getTargetSslProxy(job.client, project, targetSslProxy, job.call)) };
}

/** Sets the map of the program. Until that is known to have landed, any map of an earlier attempt may be ours. */
async function set(
  job: Job,
  { identity, body }: Target<ProxyIdentity>,
  proxy: ApiTargetSslProxy,
  before: readonly unknown[],
): Promise<void> {
  const map = text(body, "certificateMap");
  job.record.appliedValues = withNewest<unknown>(map, before);
  await send(job, identity, proxy, map, setMark(identity, map));
  job.record.appliedValues = [map];
}

/** The mark of a request that puts back what was there before. */
function restoreMark(identity: ProxyIdentity): string {
  return restoreTag(proxyPath(identity));
}

/** The mark of a request of the program. */
function setMark(identity: ProxyIdentity, map: unknown): string {
  return `${proxyPath(identity)}/certificateMap ${scalarText(certificateMapKind.canonical(map, {})) ?? ""}`;
}

function makeMarks(identity: ProxyIdentity, maps: readonly unknown[]): Required<Marks> {
  return { path: proxyPath(identity), sets: maps.map((map) => setMark(identity, map)) };
}

/** @param proxy the proxy as it was read, with the map that this one replaces */
async function send(
  job: Job,
  identity: ProxyIdentity,
  proxy: ApiTargetSslProxy,
  map: string | undefined,
  tag: string,
): Promise<void> {
  const { project, targetSslProxy } = identity;
  await mutate(job, {
    action,
    project,
    tag,
    send: (requestId, call) => setCertificateMap(job.client, project, targetSslProxy, map, requestId, call),
    isApplied: async () => isSameMap(job, (await readProxy(job, identity)).certificateMap, map),
  });
  const queue = getQueue(job, proxyPath(identity));
  queue.changedAtMs = performance.now();
  queue.replaced.note(mapVersion(proxy.certificateMap));
  queue.replaced.delete(mapVersion(map));
}

/** A proxy has no fingerprint. Right after an own change, its map tells if a read is late. */
function mapVersion(map: unknown): unknown {
  return certificateMapKind.canonical(map, {}) ?? "";
}

/**
 * The proxy before a map is set, and if its map is one of this stack. Where this process, or another run of the stack, has just taken
 * that map off the proxy, the read may be late, and is repeated for some seconds.
 */
async function readToSet(job: Job, target: Target<ProxyIdentity>): Promise<{ proxy: Proxy; isSetByStack: boolean }> {
  const { identity } = target;
  const { replaced } = getQueue(job, proxyPath(identity));
  const readUntil = async (isCurrent: (map: unknown) => boolean) => {
    const read = () => readProxy(job, identity);
    return (await poll(job, visibilityBudget, read, (one) => isCurrent(mapVersion(one.certificateMap)))).value;
  };
  let proxy = await readUntil((map) => !replaced.has(map));
  let changes = await listChanges(job, target, proxy);
  if (isJustRestored(job, changes)) {
    const late = mapVersion(proxy.certificateMap);
    proxy = await readUntil((map) => map !== late);
    changes = await listChanges(job, target, proxy);
  }
  return { proxy, isSetByStack: findNewestSet(changes) !== undefined };
}

/** The changes by which this stack has set the map that the proxy has, or put an earlier one back. */
async function listChanges(
  job: Job,
  { identity, body }: Target<ProxyIdentity>,
  proxy: Proxy,
): Promise<readonly StackChange[]> {
  const { certificateMap: actual } = proxy;
  const number = readIncarnation(proxy);
  if (actual === undefined || number === undefined) return [];
  // The program may spell the same map in another way than the service.
  const maps = isSameMap(job, actual, body.certificateMap) ? [actual, body.certificateMap] : [actual];
  return listStackChanges(job, makeMarks(identity, maps), number);
}

/**
 * True if the newest request of this stack has set the map that is there.
 *
 * @param others further maps that it may have set since
 */
async function isNewestSet(
  job: Job,
  identity: ProxyIdentity,
  proxy: Proxy,
  others: readonly unknown[],
): Promise<boolean> {
  const { certificateMap: actual } = proxy;
  const number = readIncarnation(proxy);
  if (actual === undefined || number === undefined) return false;
  const { sets } = makeMarks(identity, [actual]);
  const newest = findNewestSet(await listStackChanges(job, makeMarks(identity, [actual, ...others]), number));
  return newest !== undefined && job.isOwnRequest(newest.requestId, sets);
}

function isSameMap({ links }: Job, actual: unknown, desired: unknown): boolean {
  return (actual ?? "") === (desired ?? "") || certificateMapKind.same(actual, desired, links);
}

/** Takes the map off a proxy that had none. One without certificates cannot be without a map either. */
async function clear(job: Job, identity: ProxyIdentity, proxy: ApiTargetSslProxy): Promise<void> {
  const { sslCertificates = [] } = proxy;
  try {
    await send(job, identity, proxy, undefined, restoreMark(identity));
  } catch (error) {
    if (!isRefusal(error) || (sslCertificates.length > 0 && !saysMapNeeded(error))) throw error;
    throw new AdvisedError({
      action,
      summary: "the certificate map cannot be removed, because the proxy has no SSL certificates without it",
      details: [error.summary, ...error.details],
      hint: 'Give the proxy an SSL certificate first, or keep the map: set deletionPolicy to "RETAIN", run `pulumi up`, and delete it after that.',
      effect: error.effect,
      cause: error,
    });
  }
}

function isRefusal(error: unknown): error is ComputeError {
  const isRefused = error instanceof ResponseError && [400, 412].includes(error.status);
  return (
    (isRefused || (error instanceof OperationFailedError && error.effect !== "applied")) && error.fault === undefined
  );
}
