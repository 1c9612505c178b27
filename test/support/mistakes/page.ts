import { mistakes } from "./mistakes";

const [begin, end] = ["<!-- mistakes -->", "<!-- /mistakes -->"];

/** The page with the messages as they are today in place of those that it has. */
export function withMessages(page: string, messages: ReadonlyMap<string, string>): string {
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`The page has no ${begin} and ${end}.`);
  const groups = Object.entries(mistakes).map(([group, ofGroup]) => {
    const parts = ofGroup.map(({ title, note }) => {
      const shown = `**${title}**\n\n\`\`\`text\n${stable(messages.get(title) ?? "")}\n\`\`\``;
      return note === undefined ? shown : `${shown}\n\n${note}`;
    });
    return [`### ${group}`, ...parts].join("\n\n");
  });
  return `${page.slice(0, from)}${begin}\n\n${groups.join("\n\n")}\n\n${page.slice(to)}`;
}

/** Without what is another in every run. */
function stable(message: string): string {
  return message
    .replaceAll(/operation-[0-9a-f-]+/g, "operation-…")
    .replaceAll(/http:\/\/127\.0\.0\.1:(?!8461|9\b)\d+/g, "http://127.0.0.1:8461");
}
