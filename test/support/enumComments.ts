import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const ELSEWHERE =
  "// Additional supported values which may be not listed in the enum directly due to technical reasons:";

let known: ReadonlyMap<string, readonly string[]> | undefined;

/**
 * Values that an enum of the official `compute.proto` has, and that stand in its comment only: by `Message.Enum`. The
 * file has megabytes, and is read once.
 */
export function valuesInComments(): ReadonlyMap<string, readonly string[]> {
  return (known ??= readComments());
}

function readComments(): ReadonlyMap<string, readonly string[]> {
  const file = createRequire(import.meta.url).resolve(
    "@google-cloud/compute/build/protos/google/cloud/compute/v1/compute.proto",
  );
  const found = new Map<string, string[]>();
  let message = "";
  let values: string[] | undefined;
  for (const line of readFileSync(file, "utf8").split("\n")) {
    const text = line.trim();
    message = /^message (\w+)/.exec(line)?.[1] ?? message;
    const enumName = /^enum (\w+)/.exec(text)?.[1];
    if (enumName !== undefined && values !== undefined) found.set(`${message}.${enumName}`, values);
    if (text === ELSEWHERE) values = [];
    else if (text.startsWith("// ") && values !== undefined) values.push(text.slice("// ".length));
    else values = undefined;
  }
  return found;
}
