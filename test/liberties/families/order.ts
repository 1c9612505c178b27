import { mapLists, mapObjects, type Json } from "../json";
import { inAnswers, unlessLacking, type Family } from "../liberty";

const backwards = (items: readonly Json[]) => [...items].reverse();

const hasNoLists = unlessLacking("lists of several items");

/** What has no order comes in any. */
export const order: Family = {
  name: "order",
  liberties: [
    inAnswers("lists in another order", (body) => mapLists(body, backwards), { impossible: hasNoLists }),
    {
      name: "lists in another order at every second answer",
      impossible: hasNoLists,
      hooks() {
        let turns = false;
        return {
          answer(answered) {
            turns = !turns;
            return turns && answered.body !== undefined
              ? { ...answered, body: mapLists(answered.body, backwards) }
              : answered;
          },
        };
      },
    },
    inAnswers("members of objects in another order", (body) =>
      mapObjects(body, (object) => Object.fromEntries(Object.entries(object).reverse())),
    ),
  ],
};
