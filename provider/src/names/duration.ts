const unitMs: Readonly<Record<string, number>> = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  ms: 1,
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
};

/** A Go duration that is not negative (`1h30m`, `1.5s`, `.5s`, `0`) in milliseconds, or `undefined` when it is none. */
export function parseDuration(text: string): number | undefined {
  const unsigned = text.replace(/^\+/, "").replaceAll("μ", "µ");
  if (unsigned === "0") return 0;
  if (text.length > 64 || !/^(?:(?:\d+(?:\.\d*)?|\.\d+)(?:ns|us|µs|ms|s|m|h))+$/.test(unsigned)) return undefined;
  return [...unsigned.matchAll(/(\d+(?:\.\d*)?|\.\d+)(ns|us|µs|ms|s|m|h)/gy)].reduce(
    (total, [, amount = "0", unit = "s"]) => total + Number.parseFloat(amount) * (unitMs[unit] ?? 0),
    0,
  );
}

/** `90_000` → `1m30s`: how durations are written in messages, the way Pulumi's own options write them. */
export function formatDuration(milliseconds: number): string {
  if (Math.round(milliseconds) < 1000) return `${String(Math.round(milliseconds))}ms`;
  const seconds = Math.round(milliseconds / 1000);
  const parts = [
    [Math.floor(seconds / 3600), "h"],
    [Math.floor((seconds % 3600) / 60), "m"],
    [seconds % 60, "s"],
  ] as const;
  return parts
    .filter(([amount]) => amount > 0)
    .map(([amount, unit]) => `${String(amount)}${unit}`)
    .join("");
}
