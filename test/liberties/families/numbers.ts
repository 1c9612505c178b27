import type { Family, Liberty } from "../liberty";
import { mapMessages } from "../messages";

const wide = new Set(["int64", "uint64"]);
const mark = "\u0000";

/** Numbers of 64 bits, which JSON of the service has as texts and other writers of JSON as numbers. */
const asNumbers: Liberty = {
  name: "numbers of 64 bits as numbers",
  impossible: ({ hasOperations }) => (hasOperations ? undefined : "a policy holds none"),
  hooks: () => ({
    answer(answered, asked) {
      if (answered.body === undefined || answered.status >= 400) return answered;
      const marked = mapMessages(answered.body, asked, (object, fields) =>
        Object.fromEntries(
          Object.entries(object).map(([name, value]) => {
            const isWide = wide.has(fields[name]?.type ?? "") && typeof value === "string";
            return [name, isWide ? mark + value : value];
          }),
        ),
      );
      // Written as they are: numbers of JavaScript would not hold them.
      const text = JSON.stringify(marked).replaceAll(/"\\u0000(-?\d+)"/g, "$1");
      return { ...answered, text };
    },
  }),
};

/** Numbers and texts that stand for each other. */
export const numbers: Family = {
  name: "numbers",
  liberties: [
    asNumbers,
    {
      name: "numbers of 32 bits as texts",
      impossible: () => "JSON of the service has numbers of 32 bits as numbers",
    },
  ],
};
