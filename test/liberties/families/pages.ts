import { isObject } from "../json";
import type { Family, Liberty } from "../liberty";
import type { Answered, Asked, Hooks } from "../proxy";

const isList = ({ method, path }: Asked) => method === "GET" && /\/(operations|routes|snapshots)$/.test(path);

/** The answer to the first insert is lost, and the service forgets its request id: only the list can tell whose the object is. */
function losesFirstAnswer(forget: () => void): NonNullable<Hooks["answer"]> {
  let lost = false;
  return (answered, asked) => {
    if (lost || asked.method !== "POST" || asked.query.get("requestId") === null) return answered;
    lost = true;
    forget();
    return { status: 502, body: undefined, text: "" };
  };
}

const extraPage: Liberty = {
  name: "a nextPageToken on an empty page, before the page with the items",
  impossible: ({ makes }) => (makes === "an object" ? undefined : "its lifecycle lists nothing"),
  hooks({ ask, forgetRequestIds }) {
    const lose = losesFirstAnswer(forgetRequestIds);
    return {
      instead(asked): Answered | undefined {
        const isFirst = isList(asked) && asked.query.get("pageToken") === null;
        return isFirst ? { status: 200, body: { kind: "compute#operationList", nextPageToken: "more" } } : undefined;
      },
      understood(asked) {
        if (!isList(asked)) return asked;
        const query = new URLSearchParams(asked.query);
        query.delete("pageToken");
        return { ...asked, query };
      },
      async answer(answered, asked) {
        if (!isList(asked)) return lose(answered, asked);
        const { body } = answered;
        // The last page may have a token too, of one more without items.
        return isObject(body) ? { ...answered, body: { ...body, nextPageToken: "" } } : ask(asked);
      },
    };
  },
};

/** Lists in pages. */
export const pages: Family = { name: "pages", liberties: [extraPage] };
