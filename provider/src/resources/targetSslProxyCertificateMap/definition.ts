import { AdvisedError, olderNameAdvice, oldRecordAdvice } from "../../lifecycle/job/advice";
import { getTargetSslProxy, setCertificateMap, type ApiTargetSslProxy } from "../../compute/endpoints/targetSslProxies";
import type { ComputeError } from "../../http/errors/computeError";
import { OperationFailedError } from "../../compute/errors/operationError";
import { saysMapNeeded } from "../../compute/repeats";
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
import { isPrevented, leaves, restores } from "../../names/deleteEffects";
import { isProjectId } from "../../names/names";
import type { Identity, Target } from "../../lifecycle/schema/description";
import { output, outputAs, type FieldTable } from "../../lifecycle/schema/field";
import type { Borrow, Plan } from "../../lifecycle/changes/borrow";
import type { Job, RecordChange } from "../../lifecycle/job/job";
import { foreignLinkKind, linkKind } from "../../fields/links";
import { projectKind } from "../../fields/scalars";
import { isUnknown } from "../../fields/unknown";
import { linkedIdentity, parseObject } from "../../fields/linkScope";
import { appliedValuesKey, readAppliedValues } from "../../lifecycle/job/outputKeys";
import { defineResource } from "../../lifecycle/schema/definition";
import { describeMismatch, isDifferentIncarnation } from "../../lifecycle/resource/incarnation";
import { decideRestore, isNewlyOwned, withNewest, type RestoreDecision } from "../../parts/borrowedValue";
import { GoneLinks } from "../../parts/goneLinks";
import { readToRestore } from "../../parts/readToRestore";
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
  deleteEffects: {
    RESTORE: restores("the earlier certificate map of the proxy", "a map that somebody else has set since"),
    RETAIN: leaves("the certificate map of the proxy"),
    PREVENT: isPrevented,
  },
  localOutputs: ["previousCertificateMap"],
  secretOutputs: ["previousCertificateMap", appliedValuesKey],

  placedBy: { field: "targetSslProxy", target: proxies },

  create: (job, target) => ({
    ...setMap(job, target),
    plan({ certificateMap: actual }) {
      // An empty text says that there was none: nothing at all would say that nobody knows.
      const previous = { writeOnceOutputs: { previousCertificateMap: actual ?? "" } };
      if (actual === undefined || !isSameMap(job, actual, target.body.certificateMap))
        return planToSet(target, [], previous);
      return { next: undefined, record: previous, applied: () => ({ appliedValues: [actual] }), notices: [adoptedMap] };
    },
  }),

  async read(job, identity) {
    const proxy = await readProxy(job, identity);
    const certificateMap = certificateMapKind.canonical(proxy.certificateMap, {});
    return { ...proxy, certificateMap, targetSslProxy: canonicalUrl(proxyPath(identity), job.links) };
  },

  deriveApplied: ({ certificateMap }) => (certificateMap === undefined ? [] : [certificateMap]),

  update: (job, target) => ({
    ...setMap(job, target),
    plan(proxy: Proxy) {
      if (!isDifferentIncarnation(proxy, target.olds)) return planToSet(target, readAppliedValues(target.olds));
      const previous = { updatedOutputs: { previousCertificateMap: proxy.certificateMap ?? "" } };
      const mismatch = `${describeMismatch(proxy, target.olds)}; the map that it has now is the previous one from now on.`;
      return { ...planToSet(target, [], previous), warnings: [mismatch] };
    },
  }),

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

  delete(job, identity, outputs) {
    const applied = readAppliedValues(outputs);
    const previous = text(outputs, "previousCertificateMap");
    const isSame = (one: unknown, other: unknown) => isSameMap(job, one, other);
    const showsApplied = ({ certificateMap }: ApiTargetSslProxy) => isSame(certificateMap, applied[0]);
    const gone = new GoneLinks();
    gone.sent = [{ name: "certificateMap", value: previous }];
    return {
      ...changeMap(job, identity, proxyPath(identity)),
      read: () => readToRestore(job, proxyPath(identity), outputs, () => readProxy(job, identity), showsApplied),
      plan(proxy: Proxy) {
        if (isDifferentIncarnation(proxy, outputs)) {
          return {
            next: undefined,
            notices: [`${describeMismatch(proxy, outputs)}; its certificate map is left alone.`],
          };
        }
        const actual = proxy.certificateMap;
        const known = { actual, previous: previous === undefined ? undefined : { value: previous } };
        const decision = gone.has("certificateMap") ? "gone" : decideRestore({ ...known, applied }, isSame);
        const shown = actual === undefined ? "no certificate map" : `the certificate map ${actual}`;
        return {
          next: decision === "restore" ? { map: previous === "" ? undefined : previous } : undefined,
          notices: restoreNotices[decision]?.(shown) ?? [],
        };
      },
      lookAgain: (error: unknown, proxy: Proxy) => Promise.resolve(gone.learn(error) ? proxy : undefined),
      explain: (error: unknown, proxy: Proxy) => (previous === "" ? explainNeeded(error, proxy) : error),
    };
  },
});

/** The notices of a delete about a map that it does not restore. */
const restoreNotices: Readonly<Partial<Record<RestoreDecision | "gone", (shown: string) => readonly string[]>>> = {
  gone: (shown) => [
    `the earlier certificate map of the proxy is gone, so it keeps ${shown}. Whoever owns the proxy has to set one that exists.`,
  ],
  restoredByOthers: (shown) => [`the proxy has ${shown}, as before this resource set one.`],
  changedByOthers: (shown) => [
    `the proxy has ${shown}, which the state does not record as set by this resource; it is left alone.`,
  ],
  undetermined: () => ["the earlier certificate map of the proxy is unknown; its certificate map is left alone."],
};

const adoptedMap =
  "the proxy has this certificate map already. That counts as the earlier map: it is adopted without a change, and a destroy leaves it. " +
  `If a run that was killed has set it, or a resource under another name, nobody knows the map before that. ${olderNameAdvice} ${oldRecordAdvice}`;

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

/** A map to set; without one, the proxy's is taken off. */
interface NextMap {
  readonly map: string | undefined;
}

/** The change of the map of a proxy. A proxy has no fingerprint: right after an own change, its map tells if a read is late. */
function changeMap(job: Job, identity: ProxyIdentity, tag: string): Omit<Borrow<Proxy, NextMap>, "plan"> {
  const { project, targetSslProxy } = identity;
  return {
    action,
    key: proxyPath(identity),
    isConditional: false,
    version: ({ certificateMap }) => mapVersion(certificateMap),
    versionAfter: ({ map }) => mapVersion(map),
    read: () => readProxy(job, identity),
    write: ({ map }) => ({
      action,
      project,
      tag,
      send: (requestId, call) => setCertificateMap(job.client, project, targetSslProxy, map, requestId, call),
      isApplied: async () => isSameMap(job, (await readProxy(job, identity)).certificateMap, map),
    }),
  };
}

/** The change to the map of the program. */
function setMap(job: Job, { identity, body }: Target<ProxyIdentity>): Omit<Borrow<Proxy, NextMap>, "plan"> {
  return changeMap(job, identity, setMark(identity, text(body, "certificateMap")));
}

/** Until the map of the program is known to be there, any map of an earlier attempt may be ours. */
function planToSet(
  { body }: Target<ProxyIdentity>,
  before: readonly unknown[],
  record: RecordChange = {},
): Plan<NextMap> {
  const map = text(body, "certificateMap");
  return {
    next: { map },
    record: { ...record, appliedValues: withNewest<unknown>(map, before) },
    applied: () => ({ appliedValues: [map] }),
  };
}

/** The mark of a request of the program. */
function setMark(identity: ProxyIdentity, map: unknown): string {
  return `${proxyPath(identity)}/certificateMap ${scalarText(certificateMapKind.canonical(map, {})) ?? ""}`;
}

function mapVersion(map: unknown): unknown {
  return certificateMapKind.canonical(map, {}) ?? "";
}

function isSameMap({ links }: Job, actual: unknown, desired: unknown): boolean {
  return (actual ?? "") === (desired ?? "") || certificateMapKind.same(actual, desired, links);
}

/** The refusal to take the map off a proxy: one without certificates cannot be without a map either. */
function explainNeeded(error: unknown, { sslCertificates = [] }: ApiTargetSslProxy): unknown {
  if (!isRefusal(error) || (sslCertificates.length > 0 && !saysMapNeeded(error))) return error;
  return new AdvisedError({
    action,
    summary: "the certificate map cannot be removed, because the proxy has no SSL certificates without it",
    details: [error.summary, ...error.details],
    hint: 'Give the proxy an SSL certificate first, or keep the map: set deletionPolicy to "RETAIN", run `pulumi up`, and delete it after that.',
    effect: error.effect,
    cause: error,
  });
}

function isRefusal(error: unknown): error is ComputeError {
  const isRefused = error instanceof ResponseError && [400, 412].includes(error.status);
  return (
    (isRefused || (error instanceof OperationFailedError && error.effect !== "applied")) && error.fault === undefined
  );
}
