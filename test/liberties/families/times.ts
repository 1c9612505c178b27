import { mapTexts } from "../json";
import { inAnswers, type Family } from "../liberty";

const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

const timesAs = (name: string, form: (moment: Date) => string) =>
  inAnswers(name, (body) => mapTexts(body, (text) => (time.test(text) ? form(new Date(text)) : text)), {
    impossible: ({ hasOperations }) => (hasOperations ? undefined : "a policy holds no time"),
  });

const in5Hours30 = (moment: Date) => new Date(moment.getTime() + 330 * 60_000).toISOString().replace("Z", "+05:30");

/** A moment in the other forms that RFC 3339 has for it. */
export const times: Family = {
  name: "times",
  liberties: [
    timesAs("times in UTC, with Z", (moment) => moment.toISOString()),
    timesAs("times with nanoseconds", (moment) => moment.toISOString().replace("Z", "123456Z")),
    timesAs("times without a fraction", (moment) => moment.toISOString().replace(/\.\d+Z$/, "Z")),
    timesAs("times of another offset", in5Hours30),
  ],
};
