/** Tells politely what happened, to the eyes and to a screen reader. */
export function announce(text: string): void {
  const nodes = splitNames(text).map((part) => {
    if (part.trim() === "") return part;
    const name = document.createElement("span");
    name.className = "name";
    name.textContent = part;
    return name;
  });
  document.querySelector("[role=status]")?.replaceChildren(...nodes);
}

/** The names and the spaces of a text: paths break at their slashes, and not at the hyphens of their names. */
export function splitNames(text: string): string[] {
  return text.match(/\s+|[^\s/?&]*[/?&]|[^\s/?&]+/g) ?? [];
}

/** Does what a person asked for, and tells them how it went. */
export async function perform(act: () => Promise<string>): Promise<void> {
  try {
    announce(await act());
  } catch (error) {
    announce(`That did not work: ${toMessage(error)}`);
  }
}

/** Sends a request to an admin path and gives the parsed answer. Fails with the emulator's own sentence. */
export async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  const response = await fetch(`/_emulator${path}`, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answer = (await response.json()) as T & { error?: { message?: string } };
  if (!response.ok) throw new Error(answer.error?.message ?? `The emulator answered ${String(response.status)}.`);
  return answer;
}

export function toMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Reads JSON that a person has typed. */
export function readJson(text: string, example: unknown): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new Error(`it has to be JSON, like ${JSON.stringify(example) ?? "null"}.`);
  }
}

/** The admin path of an object. */
export function objectPath(path: string): string {
  return `/objects/${path.split("/").map(encodeURIComponent).join("/")}`;
}

/** `14:03:27.041`, in the reader's own time zone. */
export function clockTime(ms: number): string {
  const time = { hour: "2-digit", minute: "2-digit", second: "2-digit", fractionalSecondDigits: 3 } as const;
  return new Date(ms).toLocaleTimeString("en-GB", time);
}

/** `0.4 ms`, `27 ms`, `1.25 s`, `125 s`. */
export function duration(ms: number): string {
  if (ms < 999.5) return `${ms.toFixed(ms < 9.95 ? 1 : 0)} ms`;
  return `${(ms / 1000).toFixed(ms < 99_995 ? 2 : 0)} s`;
}
