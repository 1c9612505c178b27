import { unlessLacking, type Family, type Liberty } from "../liberty";
import type { Answered, Asked, Hooks } from "../proxy";
import { startedBy } from "./operations";

/** What a reader of the object asks, after a request that changes it: its path, and the query that names a part of it. */
function readOf({ path, body }: Asked): { path: string; name?: string } {
  const [, policy, verb] = /^(.*)\/(addAssociation|removeAssociation|setLabels|setCertificateMap)$/.exec(path) ?? [];
  if (policy === undefined) return { path };
  return verb === "addAssociation" ? { path: `${policy}/getAssociation`, name: String(body?.name) } : { path: policy };
}

const isRead = (asked: Asked, { path, name }: { path: string; name?: string }) =>
  asked.method === "GET" && asked.path === path && (name === undefined || asked.query.get("name") === name);

const missing = (status: number, reason: string, message: string): Answered => ({
  status,
  body: { error: { code: status, message, errors: [{ domain: "global", reason, message }] } },
});

/** How the service tells that an object, or an association, is not there. */
const notThere = ({ path }: { path: string }) =>
  path.endsWith("/getAssociation")
    ? missing(400, "invalid", "Invalid value for field 'name': An association with that name does not exist.")
    : missing(404, "notFound", `The resource '${path}' was not found`);

/** What was made is there for readers only so long after its operation is done. */
function appearsAfter(seconds: number): Liberty {
  return {
    name: `readable only ${String(seconds)} s after DONE`,
    waitsMs: seconds * 4_000,
    impossible: ({ makes }) => (makes === "nothing" ? "it makes no object: that of others is there before" : undefined),
    hooks(): Hooks {
      let made: { path: string; name?: string } | undefined;
      let doneMs: number | undefined;
      return {
        instead(asked) {
          if (made === undefined || !isRead(asked, made)) return undefined;
          doneMs ??= performance.now();
          return performance.now() - doneMs < seconds * 1000 ? notThere(made) : undefined;
        },
        answer(answered, asked) {
          const operation = startedBy(answered, asked);
          const isInsert = operation?.operationType === "insert" && asked.method === "POST";
          if (isInsert && !asked.path.includes("/operations/")) {
            [made, doneMs] = [{ path: `${asked.path}/${String(asked.body?.name)}` }, undefined];
          } else if (asked.path.endsWith("/addAssociation")) {
            [made, doneMs] = [readOf(asked), undefined];
          }
          return answered;
        },
        commandEnds() {
          made = undefined;
        },
      };
    },
  };
}

/** The first read after a change shows what was before it. */
const staleOnce: Liberty = {
  name: "a stale read once after an update",
  impossible: unlessLacking("reads after a change in place"),
  hooks({ ask }) {
    let before: { read: { path: string; name?: string }; answered: Answered } | undefined;
    return {
      async understood(asked) {
        const isChange = asked.method === "PATCH" || /\/(setLabels|setCertificateMap|addAssociation)$/.test(asked.path);
        if (!isChange) return asked;
        const read = readOf(asked);
        const query = new URLSearchParams(read.name === undefined ? {} : { name: read.name });
        before = { read, answered: await ask({ method: "GET", path: read.path, query, body: undefined }) };
        return asked;
      },
      instead(asked) {
        if (before === undefined || !isRead(asked, before.read)) return undefined;
        const { answered } = before;
        before = undefined;
        return answered;
      },
      commandEnds() {
        before = undefined;
      },
    };
  },
};

/** When a change can be seen by readers. */
export const visibility: Family = { name: "visibility", liberties: [appearsAfter(2), staleOnce] };
