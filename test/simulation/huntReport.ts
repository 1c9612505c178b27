/** What the simulator came to with a defect in the sources. */
export interface Hunted {
  readonly name: string;
  readonly kinds: readonly string[];
  readonly seconds: number;
  /** How many lives it ran; `undefined` if it does not say that. */
  readonly lives: number | undefined;
  /** `found` a broken promise, `missed` the defect, or the run `failed` and tells nothing. */
  readonly end: "found" | "missed" | "failed";
  /** The promise that the defect breaks. */
  readonly promise: string;
}

/** What the output and the exit code of a run say. A program that breaks down ends with 1 as well, and names no promise. */
export function endOf(code: number | null, output: string): Pick<Hunted, "end" | "lives" | "promise"> {
  const promise = /^broken: (.+)$/m.exec(output)?.[1] ?? "";
  const lives = /(\d+) lives/.exec(output)?.[1];
  const hasFound = code === 1 && promise !== "";
  return {
    end: hasFound ? "found" : code === 0 ? "missed" : "failed",
    lives: lives === undefined ? undefined : Number(lives),
    promise,
  };
}

/** One line for each defect, as Markdown. */
export function defectReport(hunted: readonly Hunted[], seed: number): string {
  const found = hunted.filter(({ end }) => end === "found").length;
  const lines = hunted.map(({ name, kinds, seconds, end, promise, lives }) =>
    [name, kinds.join(", "), end === "found" ? `${seconds.toFixed(1)} s` : end, promise, String(lives ?? "?")]
      .map((cell) => cell.replaceAll("|", "\\|"))
      .join(" | "),
  );
  return [
    "# Defects that the simulator finds",
    "",
    `Found: ${String(found)} of ${String(hunted.length)}. The first seed is ${String(seed)}.`,
    "",
    "| Defect | Kinds | Found after | Broken promise | Lives |",
    "| --- | --- | --- | --- | --- |",
    ...lines.map((line) => `| ${line} |`),
    "",
  ].join("\n");
}
