import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { readCommandLine } from "../../../emulator/src/command/options";
import { emulatorForTest } from "./helpers";

const read = (path: string) => readFileSync(new URL(`../../../emulator/${path}`, import.meta.url), "utf8");
const { bin, name } = JSON.parse(read("package.json")) as { name: string; bin: Record<string, string> };

/** The instructions of the file in their order, each with its arguments: lines that end in a backslash go on. */
const instructions = read("Dockerfile")
  .replaceAll(/^#.*\n/gm, "")
  .replaceAll("\\\n", " ")
  .split("\n")
  .filter((line) => line.trim() !== "")
  .map((line) => {
    const [, keyword = "", rest = ""] = /^([A-Z]+) +(.*)$/.exec(line) ?? [];
    return { keyword, rest: rest.trim() };
  });

function only(keyword: string): string {
  const found = instructions.filter((instruction) => instruction.keyword === keyword);
  expect(found, keyword).toHaveLength(1);
  return found[0]?.rest ?? "";
}

describe("emulator/Dockerfile, which no test can build here,", () => {
  it("has only instructions, and begins with an image of a Node.js that the package supports", () => {
    const known = ["FROM", "ARG", "RUN", "USER", "WORKDIR", "VOLUME", "EXPOSE", "HEALTHCHECK", "ENTRYPOINT"];
    expect(instructions.filter(({ keyword }) => !known.includes(keyword))).toEqual([]);
    expect(instructions[0]).toEqual({ keyword: "FROM", rest: "node:20-slim" });
  });

  it("installs the package of the given version, without its scripts", () => {
    expect(only("ARG")).toMatch(/^VERSION=/);
    expect(only("RUN")).toMatch(/^npm install --global --ignore-scripts .*"pulumi-gce-emulator@\$\{VERSION\}"/);
    expect(only("RUN")).toContain(name);
  });

  it("runs the package's command as a user who is not root, on the port that it exposes", () => {
    const [command = "", ...args] = JSON.parse(only("ENTRYPOINT")) as string[];
    expect(Object.keys(bin)).toContain(command);
    const { options } = readCommandLine([...args, "--data", "/data/world.json", "--seed"]);
    expect(options).toMatchObject({ host: "0.0.0.0", port: Number(only("EXPOSE")) });
    expect(only("USER")).toBe("node");
    const order = instructions.map(({ keyword }) => keyword);
    expect(order.indexOf("USER")).toBeLessThan(order.indexOf("ENTRYPOINT"));
    // What the user can write is made for them before.
    expect(only("RUN")).toContain(`--owner node --group node ${only("VOLUME")}`);
  });

  it("is healthy while the emulator answers, and not when nothing does", async () => {
    const emulator = await emulatorForTest();
    const { port } = new URL(emulator.url);
    const [, text = "[]"] = /CMD (\[.*\])$/.exec(only("HEALTHCHECK")) ?? [];
    const [, ...args] = JSON.parse(text) as string[];
    const check = () => {
      const own = args.map((argument) => argument.replace(only("EXPOSE"), port));
      return promisify(execFile)(process.execPath, own);
    };
    await check();
    await emulator.close();
    await expect(check()).rejects.toMatchObject({ code: 1 });
  });
});
