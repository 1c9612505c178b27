/** A Mermaid flowchart as a table: no browser draws one by itself, and the program that does is larger than the site. */
export function diagramsAsTables(text: string): string {
  return text.replace(/^```mermaid\nflowchart .*\n([^]*?)^```$/gm, (_fence, lines: string) => {
    const targets = new Map<string, string[]>();
    for (const line of lines.trim().split("\n")) {
      const [, from, to] = /^\s*(\w+) --> (\w+)$/.exec(line) ?? [];
      if (from === undefined || to === undefined) throw new Error(`Not an arrow between two names: ${line}`);
      targets.set(from, [...(targets.get(from) ?? []), to]);
    }
    const rows = [...targets].map(([from, to]) => `| \`${from}\` | ${to.map((name) => `\`${name}\``).join(", ")} |`);
    return ["| From | To |", "| --- | --- |", ...rows].join("\n");
  });
}
