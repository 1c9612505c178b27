import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { secretMark } from "../../test/support/stack";
import type { Bench } from "./programs";

const provider = fileURLToPath(new URL("twinProvider.cjs", import.meta.url));

/**
 * A program of resources that are declared and recorded as those of another stack, property by property, and whose refresh
 * sends the same requests to the same service, and shares those that it shares. Beside that they do nothing: they check
 * nothing, compare nothing and take every answer as it is. So they are the least that such resources cost.
 *
 * @param asked what the refresh of the other stack has asked
 */
export function twinsOf(
  { emulator, stack }: Bench,
  asked: ReturnType<Bench["emulator"]["requests"]>,
  of: Bench,
): string {
  const requests = new Map(
    asked.map(({ method, path, query, body }) => [
      objectOf(path),
      { request: { method, path, query, body }, sharers: 0 },
    ]),
  );
  const twins = stack.managed().map(({ id = "", inputs = {}, outputs = {} }) => {
    const found = [...requests].find(([object]) => id === object || id.startsWith(`${object}/`))?.[1];
    if (found === undefined) throw new Error(`The refresh has not asked for ${id}.`);
    found.sharers += 1;
    return { inputs: plain(inputs), outputs: plain(outputs), asks: found };
  });
  const file = join(of.stack.folder, "twins.json");
  writeFileSync(file, JSON.stringify({ origin: emulator.url, twins }));
  const loader = `exports.handler=()=>require(${JSON.stringify(provider)})(${JSON.stringify(file)})`;
  return `class Twin extends pulumi.CustomResource {
  constructor(number, { inputs, outputs }) {
    const absent = Object.fromEntries(Object.keys(outputs).map((name) => [name, undefined]));
    super("pulumi-nodejs:dynamic/bench:Twin", "t" + number, { ...absent, ...inputs, number, __provider: ${JSON.stringify(loader)} });
  }
}
require("./twins.json").twins.forEach((twin, number) => new Twin(number, twin));`;
}

/** What a request is about, as an id names it. */
function objectOf(path: string): string {
  return path.replace(/^.*?\/v1\//, "").replace(/\/getIamPolicy$/, "");
}

/** Properties as a program can give them: without those of the SDK and of this package, and with texts in place of secrets. */
function plain(properties: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const own = Object.entries(properties).filter(([name]) => !name.startsWith("__"));
  return Object.fromEntries(
    own.map(([name, value]) => {
      const isSecret = typeof value === "object" && value !== null && secretMark in value;
      return [name, isSecret ? String((value as { ciphertext?: string }).ciphertext) : value];
    }),
  );
}
