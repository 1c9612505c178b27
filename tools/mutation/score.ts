import type { Judged } from "./hunt";

/** How many of a room's mutants the tests find. */
export interface RoomScore {
  readonly found: number;
  readonly of: number;
}

/** What is kept in `score.json`: a later run with the same sample may not find less. */
export interface RecordedScore {
  readonly seed: number;
  readonly count: number;
  readonly rooms: Readonly<Record<string, RoomScore>>;
}

export function scoreOf(judged: readonly Judged[]): RoomScore {
  const found = judged.filter(({ fate }) => fate === "killed" || fate === "timeout").length;
  return { found, of: judged.length };
}

export function percent({ found, of }: RoomScore): string {
  return of === 0 ? "–" : `${((100 * found) / of).toFixed(0)} %`;
}

/** The rooms in which less is found than was recorded, as sentences. Another sample is compared with nothing. */
export function losses(now: RecordedScore, recorded: RecordedScore): string[] {
  if (now.seed !== recorded.seed || now.count !== recorded.count) return [];
  return Object.entries(now.rooms).flatMap(([room, score]) => {
    const before = recorded.rooms[room];
    if (before === undefined || score.found * before.of >= before.found * score.of) return [];
    return `${room}: the tests find ${percent(score)} of the mutants (${String(score.found)} of ${String(score.of)}), and found ${percent(before)} (${String(before.found)} of ${String(before.of)}) before.`;
  });
}

/** The score by room and every mutant that no test found, as Markdown. */
export function mutationReport(
  byRoom: ReadonlyMap<string, readonly Judged[]>,
  unusable: readonly string[],
  seed: number,
): string {
  const rows = [...byRoom].map(([room, judged]) => {
    const counts = (["killed", "timeout", "survived", "unreached"] as const).map((fate) =>
      String(judged.filter((one) => one.fate === fate).length),
    );
    return `| ${[room, percent(scoreOf(judged)), ...counts].join(" | ")} |`;
  });
  const survivors = [...byRoom].flatMap(([room, judged]) => [
    `## ${room}`,
    "",
    ...judged.filter(({ fate }) => fate === "survived" || fate === "unreached").map(survivorLine),
    "",
  ]);
  return [
    "# Mutants",
    "",
    `Seed ${String(seed)}. Killed: a test failed. Timeout: the tests did not end. Unreached: no test that ran comes by.`,
    "",
    "| Room | Score | Killed | Timeout | Survived | Unreached |",
    "| --- | --- | --- | --- | --- | --- |",
    ...rows,
    "",
    ...survivors,
    ...(unusable.length === 0
      ? []
      : ["## Tests that judge nothing, because they fail in a copy", "", ...unusable.map((file) => `- ${file}`), ""]),
  ].join("\n");
}

function survivorLine({ mutant, fate }: Judged): string {
  const { file, line, operator, lineText, replacement } = mutant;
  const oneLine = replacement.replace(/\s+/g, " ");
  return `- ${fate}, ${operator}: \`${file}:${String(line)}\` \`${lineText}\` with \`${oneLine}\``;
}
