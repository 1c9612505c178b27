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
import fileSystem, { open, readdir, type FileHandle } from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { createServer } from "node:net";
import { once } from "node:events";
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

/** The class of the handles that the emulator writes with. */
async function fileHandle(): Promise<FileHandle> {
  const handle = await open(tmpdir());
  await handle.close();
  return Object.getPrototypeOf(handle) as FileHandle;
}

/** A file with one network, and the text of it. */
async function goodFile(): Promise<string> {
  const emulator = await startEmulator({ dataFile });
  emulator.objects.put(network, {});
  await emulator.close();
  return readFileSync(dataFile, "utf8");
}

describe("a data file", () => {
  it.each<[string, (prototype: FileHandle) => void, string]>([
    [
      "of which a part is written and taken for the whole",
      (prototype) =>
        vi.spyOn(prototype, "writeFile").mockImplementation(async function (this: FileHandle, data) {
          await this.write((data as Buffer).subarray(0, 100));
        }),
      "only 100 of",
    ],
    [
      "that cannot be synced",
      (prototype) => vi.spyOn(prototype, "sync").mockRejectedValue(Object.assign(new Error("EIO"), { errno: -5 })),
      "i/o error",
    ],
  ])("%s does not replace the one before", async (_which, sabotage, says) => {
    const good = await goodFile();
    const emulator = await startEmulator({ dataFile });
    emulator.objects.put(`${network}2`, {});
    sabotage(await fileHandle());
    await expect(emulator.close()).rejects.toThrow(says);
    expect(readFileSync(dataFile, "utf8")).toBe(good);
    expect(readdirSync(dirname(dataFile))).toEqual(["world.json"]);
  });

  it.each<[string, (path: string) => unknown]>([
    ["a folder", (path) => mkdirSync(path)],
    ["a named pipe", (path) => execFileSync("mkfifo", [path])],
    ["a socket", (path) => once(socketAt(path), "listening")],
    ["a symbolic link to a file that does not exist", (path) => symlinkSync("missing.json", path)],
    // The real device is only at risk where nobody can replace it.
    ["a device", (path) => (isRoot ? execFileSync("mknod", [path, "c", "1", "3"]) : symlinkSync("/dev/null", path))],
  ])("that is %s is refused in words, and stays", async (what, make) => {
    await make(dataFile);
    const before = lstatSync(dataFile);
    await expect(startEmulator({ dataFile })).rejects.toThrow(
      new RegExp(`world\\.json is ${what}, and .* a regular file, or a new one\\. Name another file with --data\\.`),
    );
    expect(lstatSync(dataFile)).toMatchObject({ ino: before.ino, mode: before.mode, rdev: before.rdev });
  });

  it("that becomes a folder while the emulator runs stays one", async () => {
    const emulator = await startEmulator({ dataFile });
    emulator.objects.put(network, {});
    mkdirSync(dataFile);
    await expect(emulator.close()).rejects.toThrow(
      /is a folder, and the emulator replaces its data file .* Name another file with --data\.$/,
    );
    expect(readdirSync(dirname(dataFile))).toEqual(["world.json"]);
  });

  it("that leads to itself is refused in words", async () => {
    symlinkSync("world.json", dataFile);
    await expect(startEmulator({ dataFile })).rejects.toThrow(
      `${dataFile} cannot be read: too many symbolic links encountered (ELOOP, stat). Name another file with --data.`,
    );
  });

  it("in a folder that this user may not list is used as any other", async () => {
    vi.spyOn(fileSystem, "readdir").mockRejectedValue(Object.assign(new Error("EACCES"), { code: "EACCES" }));
    syncBuiltinESMExports();
    onTestFinished(() => {
      vi.restoreAllMocks();
      syncBuiltinESMExports();
    });
    expect(JSON.parse(await goodFile())).toHaveProperty(["objects", network]);
    await expect(readdir(".")).rejects.toThrow("EACCES");
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

function socketAt(path: string) {
  const server = createServer().listen(path);
  onTestFinished(() => {
    server.close();
  });
  return server;
}
