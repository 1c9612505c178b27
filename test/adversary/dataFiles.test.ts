import { execFileSync } from "node:child_process";
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { open, type FileHandle } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { startEmulator } from "../../emulator/src/index";
import { emulatorForTest, folderForTest } from "../support/untilTestEnds";

const network = "projects/p/global/networks/n";
const isRoot = process.getuid?.() === 0;

let dataFile: string;

beforeEach(() => {
  dataFile = join(folderForTest(), "world.json");
  onTestFinished(() => void vi.restoreAllMocks());
});

/** A file with one network, and the text of it. */
async function goodFile(): Promise<string> {
  const emulator = await startEmulator({ dataFile });
  emulator.objects.put(network, {});
  await emulator.close();
  return readFileSync(dataFile, "utf8");
}

describe("a data file", () => {
  it("of which a part is written and taken for the whole does not replace the one before", async () => {
    const good = await goodFile();
    const emulator = await startEmulator({ dataFile });
    emulator.objects.put(`${network}2`, {});
    const handle = await open(tmpdir());
    await handle.close();
    const shared = Object.getPrototypeOf(handle) as FileHandle;
    vi.spyOn(shared, "writeFile").mockImplementation(async function (this: FileHandle, data) {
      await this.write((data as Buffer).subarray(0, 100));
    });
    await expect(emulator.close()).rejects.toThrow("only 100 of");
    expect(readFileSync(dataFile, "utf8")).toBe(good);
    expect(readdirSync(dirname(dataFile))).toEqual(["world.json"]);
  });

  it.each<[string, (path: string) => unknown]>([
    ["a folder", (path) => mkdirSync(path)],
    ["a named pipe", (path) => execFileSync("mkfifo", [path])],
    // The real device is only at risk where nobody can replace it.
    ["a device", (path) => (isRoot ? execFileSync("mknod", [path, "c", "1", "3"]) : symlinkSync("/dev/null", path))],
  ])("that is %s is refused in words, and stays", async (what, make) => {
    make(dataFile);
    const before = lstatSync(dataFile);
    await expect(startEmulator({ dataFile })).rejects.toThrow(
      new RegExp(`world\\.json is ${what}, and .* a regular file, or a new one\\. Name another file with --data\\.`),
    );
    expect(lstatSync(dataFile)).toMatchObject({ ino: before.ino, mode: before.mode, rdev: before.rdev });
  });

  it("behind a symbolic link is replaced, and the link stays; the mode stays too", async () => {
    await goodFile();
    chmodSync(dataFile, 0o640);
    const link = join(dirname(dataFile), "link.json");
    symlinkSync("world.json", link);
    const emulator = await startEmulator({ dataFile: link });
    emulator.objects.put(`${network}2`, {});
    await emulator.close();
    expect(readlinkSync(link)).toBe("world.json");
    expect(readFileSync(dataFile, "utf8")).toContain(`${network}2`);
    expect(statSync(dataFile).mode & 0o777).toBe(0o640);
  });

  it("loses what a killed emulator left beside it, and no file of anybody else", async () => {
    await goodFile();
    const left = `${dataFile}.0123456789abcdef.pulumi-gce-emulator`;
    const others = [`${dataFile}.bak`, `${dataFile}.1234`, `${dataFile}2.0123456789abcdef.pulumi-gce-emulator`];
    for (const file of [left, ...others]) writeFileSync(file, "x");
    await emulatorForTest({ dataFile });
    expect(readdirSync(dirname(dataFile)).map((name) => join(dirname(dataFile), name))).toEqual(
      [dataFile, ...others].sort(),
    );
  });
});
