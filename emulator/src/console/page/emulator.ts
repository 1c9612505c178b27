import { announce } from "./dom.js";

/** Sends a request to an admin path and gives the parsed answer. Fails with the emulator's own sentence. */
export async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  const response = await fetch(`/_emulator${path}`, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answer = (await response.json()) as T & { error?: { message?: string } };
  if (!response.ok) {
    throw new Error(answer.error?.message ?? `The emulator answered ${String(response.status)}.`);
  }
  return answer;
}

/** Does what a person asked for, and tells them how it went. */
export async function perform(act: () => Promise<string>): Promise<void> {
  try {
    announce(await act());
  } catch (error) {
    announce(`That did not work: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** The admin path of an object. */
export function objectPath(path: string): string {
  return `/objects/${path.split("/").map(encodeURIComponent).join("/")}`;
}
