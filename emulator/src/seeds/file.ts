import { readFileSync } from "node:fs";
import { isJsonObject } from "../json";
import type { SeedObjects } from "./objects";

const FORM = 'It has to be a JSON object: { "objects": { "projects/my-project/global/networks/web": {} } }.';

/**
 * The objects of a file: what somebody has written, what `GET /_emulator/objects` has answered, or a data file. Throws an
 * error that says what is wrong with it.
 */
export function readSeedFile(file: string): SeedObjects {
  const { objects } = parsed(file);
  if (Array.isArray(objects)) {
    return Object.fromEntries(objects.map((entry: unknown, index) => listed(file, entry, index)));
  }
  if (!isJsonObject(objects)) {
    throw new Error(`${file} has no member "objects". ${FORM}`);
  }
  return objects as SeedObjects;
}

function parsed(file: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(readFileSync(file, "utf8"));
    return isJsonObject(value) ? value : {};
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(`${file} cannot be read as JSON: ${why}.`, { cause: error });
  }
}

function listed(file: string, entry: unknown, index: number): [string, SeedObjects[string]] {
  if (!isJsonObject(entry) || typeof entry.path !== "string") {
    throw new Error(`${file}: objects[${String(index)}] has no path. ${FORM}`);
  }
  return [entry.path, entry.object as SeedObjects[string]];
}
