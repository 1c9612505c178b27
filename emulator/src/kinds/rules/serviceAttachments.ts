import { invalidField } from "../../basics/errors";
import { objectsIn, toText, type JsonObject, type Resource } from "../../basics/json";
import { stripRoot } from "../../basics/links";
import { projectNumber } from "../../world/projects";

// The consumers that a service attachment accepts or rejects. The official `compute.proto` says which can stand together;
// the words in which the service refuses an automatic one with lists are those of a public report.

/** The members that name a consumer, of which each has one. */
const CONSUMERS = ["projectIdOrNum", "networkUrl", "endpointUrl"] as const;

type ConsumerKind = (typeof CONSUMERS)[number];

/** One entry of either list. */
interface Consumer {
  readonly kind: ConsumerKind;
  readonly name: string;
  readonly field: string;
}

/** Throws unless the lists fit the connection preference, and name each consumer once, all of one kind. */
export function checkConsumers(attachment: Resource): void {
  const { connectionPreference } = attachment;
  const accepted = objectsIn(attachment.consumerAcceptLists).map(readAccepted);
  const consumers = [...accepted, ...readTexts(attachment.consumerRejectLists).map(readRejected)];
  if (connectionPreference === "ACCEPT_AUTOMATIC" && consumers.length > 0) {
    throw invalidField(
      "resource.connectionPreference",
      connectionPreference,
      "Incorrect combination of connection preference with accept and/or reject list",
    );
  }
  const fields = new Map<string, string>();
  for (const { kind, name, field } of consumers) {
    const [first] = consumers;
    if (first !== undefined && kind !== first.kind)
      throw invalidField(field, name, "The lists can have only projects, only networks or only endpoints.");
    const key = toKey(kind, name);
    const earlier = fields.get(key);
    if (earlier !== undefined) throw invalidField(field, name, `It is the consumer of '${earlier}'.`);
    fields.set(key, field);
  }
}

function readAccepted(entry: JsonObject, index: number): Consumer {
  const field = `resource.consumerAcceptLists[${String(index)}]`;
  const named = CONSUMERS.filter((kind) => entry[kind] !== undefined);
  const [kind] = named;
  if (kind === undefined || named.length > 1)
    throw invalidField(field, JSON.stringify(entry), `Exactly one of ${CONSUMERS.join(", ")} has to be given.`);
  if (kind === "endpointUrl" && Number(entry.connectionLimit ?? 0) > 1)
    throw invalidField(`${field}.connectionLimit`, entry.connectionLimit, "An endpoint has at most 1 connection.");
  return { kind, name: toText(entry[kind]), field };
}

function readRejected(name: string, index: number): Consumer {
  const kind = name.includes("/networks/") ? "networkUrl" : "projectIdOrNum";
  return { kind, name, field: `resource.consumerRejectLists[${String(index)}]` };
}

/** The same for a project by its id and by its number. */
function toKey(kind: ConsumerKind, name: string): string {
  if (kind !== "projectIdOrNum") return stripRoot(name);
  const project = stripRoot(name).replace(/^projects\//, "");
  return /^[0-9]+$/.test(project) ? project : projectNumber(project);
}

function readTexts(list: unknown): string[] {
  return Array.isArray(list) ? list.filter((item) => typeof item === "string") : [];
}
