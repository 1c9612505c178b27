import { execFileSync, spawn } from "node:child_process";
import {
  chmodSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeEach, describe, expect, it } from "vitest";
import { writeOutputFile } from "../../../provider/src/cli/outputFile";
import { existingRoute, routes } from "../../support/cli";
import { startProject } from "../../support/existingProject";
import { folderForTest } from "../../support/untilTestEnds";

const bin = fileURLToPath(new URL("../../../provider/dist/cli/bin.js", import.meta.url));

/** Nobody in particular. */
const user = 65_534;

let folder: string;
let path: string;
let replaces: boolean;
const advice = "Mend that, or give another file with --out.";

beforeEach(() => {
  folder = folderForTest();
  path = join(folder, "adopted.ts");
  replaces = true;
});

/** Root may write everywhere, so it becomes the owner of the folder for the call, which waits for nothing. */
function asUser(act: () => void): void {
  const isRoot = process.geteuid?.() === 0;
  for (const one of [folder, path])
    if (isRoot && lstatSync(one, { throwIfNoEntry: false })) lchownSync(one, user, user);
  if (isRoot) process.seteuid?.(user);
  try {
    act();
  } finally {
    if (isRoot) process.seteuid?.(0);
  }
}

describe("the output file of a command", () => {
  it("is new, or takes the place of the one before with its mode and through its link", () => {
    writeOutputFile({ path, option: "--out", replaces: false }, "first");
    expect(readFileSync(path, "utf8")).toBe("first");
    expect(statSync(path).mode & 0o777).toBe(0o666 & ~process.umask());
    chmodSync(path, 0o640);
    const link = join(folder, "link.ts");
    symlinkSync("adopted.ts", link);
    const { ino } = statSync(path);
    writeOutputFile({ path: link, option: "--out", replaces }, "second");
    expect(readlinkSync(link)).toBe("adopted.ts");
    expect(readFileSync(path, "utf8")).toBe("second");
    expect(statSync(path).mode & 0o777).toBe(0o640);
    // In place, a reader would see half of it.
    expect(statSync(path).ino).not.toBe(ino);
    expect(readdirSync(folder).sort()).toEqual(["adopted.ts", "link.ts"]);
  });

  it("can have the longest name that a file can have", () => {
    const long = join(folder, "x".repeat(255));
    writeOutputFile({ path: long, option: "--out", replaces }, "text");
    expect(readFileSync(long, "utf8")).toBe("text");
  });

  it("gets the text where it is a pipe, and stays one", () => {
    execFileSync("mkfifo", [path]);
    const read = execFileSync("sh", ["-c", 'cat "$1" & exec "$2" -e "$3"', "sh", path, process.execPath, write(path)]);
    expect(String(read)).toBe("text");
    expect(lstatSync(path).isFIFO()).toBe(true);
  });

  it.each<[what: string, make: () => void, message: string]>([
    [
      "in no folder",
      () => (path = join(folder, "no\n", "a.ts")),
      "--out FOLDER/no\\n/a.ts: there is no folder FOLDER/no\\n.",
    ],
    ["a folder", () => mkdirSync(path), "FILE is a folder. Give another file with --out."],
    [
      "there already",
      () => {
        writeFileSync(path, "mine");
        replaces = false;
      },
      "FILE exists. Give another file with --out, or overwrite it with --force.",
    ],
    [
      "a link to nothing",
      () => {
        symlinkSync("missing.ts", path);
      },
      "FILE is a symbolic link to a file that does not exist. Give another file with --out.",
    ],
    [
      "a link to itself",
      () => {
        symlinkSync("adopted.ts", path);
      },
      `FILE cannot be written: too many symbolic links encountered (ELOOP, stat). ${advice}`,
    ],
    [
      "read-only",
      () => {
        writeFileSync(path, "mine");
        chmodSync(path, 0o444);
      },
      `FILE cannot be written: permission denied (EACCES, open). ${advice}`,
    ],
    [
      "in a read-only folder",
      () => {
        writeFileSync(path, "mine");
        chmodSync(folder, 0o555);
      },
      `The folder FOLDER cannot be written: permission denied (EACCES, open). ${advice}`,
    ],
    [
      "new in a read-only folder",
      () => {
        chmodSync(folder, 0o555);
      },
      `The folder FOLDER cannot be written: permission denied (EACCES, open). ${advice}`,
    ],
  ])("is refused in a sentence where it is %s, and nothing changes", (_what, make, message) => {
    make();
    const before = readdirSync(folder);
    expect(() => {
      asUser(() => {
        writeOutputFile({ path, option: "--out", replaces }, "text");
      });
    }).toThrow(new Error(message.replaceAll("FILE", path).replaceAll("FOLDER", folder)));
    chmodSync(folder, 0o755);
    expect(readdirSync(folder)).toEqual(before);
    if (before.length > 0 && lstatSync(path).isFile()) expect(readFileSync(path, "utf8")).toBe("mine");
  });

  it("says so where a device has no room", () => {
    expect(() => {
      writeOutputFile({ path: "/dev/full", option: "--out", replaces }, "text");
    }).toThrow("/dev/full cannot be written: no space left on device (ENOSPC, write). Mend that,");
  });
});

/** A program that writes a file. */
function write(to: string): string {
  return `require(${JSON.stringify(bin.replace("bin.js", "outputFile.js"))}).writeOutputFile({ path: ${JSON.stringify(to)}, option: "--out", replaces: true }, "text")`;
}

/** The command in a process that can make no file longer than one block: its disk is full then. */
function runOnFullDisk(cwd: string, ...args: string[]): Promise<{ code: number | null; error: string }> {
  const script = 'ulimit -f 1; exec "$@"';
  const child = spawn("/bin/sh", ["-c", script, "sh", process.execPath, bin, ...args], {
    cwd,
    stdio: ["ignore", "ignore", "pipe"],
  });
  let error = "";
  child.stderr.on("data", (chunk: Buffer) => (error += chunk.toString()));
  return new Promise((resolve) => {
    child.on("close", (code) => {
      resolve({ code, error });
    });
  });
}

describe("adopt on a full disk", () => {
  it("keeps the file of before, and makes no half of a new one", async () => {
    const { emulator, folder: own } = await startProject();
    for (let index = 0; index < 40; index += 1)
      emulator.objects.put(`${routes}/route-${String(index)}`, existingRoute());
    writeFileSync(join(own, "old.ts"), "mine");
    const before = readdirSync(own);
    for (const flags of [
      ["--out", "new.ts"],
      ["--out", "old.ts", "--force", "--yaml"],
    ]) {
      expect(await runOnFullDisk(own, "adopt", "--kind", "Route", ...flags)).toEqual({
        code: 2,
        error: `${String(flags[1])} cannot be written: file too large (EFBIG, write). Mend that, or give another file with --out.\n`,
      });
    }
    expect(readFileSync(join(own, "old.ts"), "utf8")).toBe("mine");
    expect(readdirSync(own)).toEqual(before);
  });

  it("says so where the output of a command has no room", () => {
    const script = '"$@" > /dev/full';
    let error: unknown;
    try {
      execFileSync("sh", ["-c", script, "sh", process.execPath, bin, "adopt", "--help"], { stdio: "pipe" });
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toMatchObject({ status: 2 });
    expect(String((error as { stderr: Buffer }).stderr)).toBe(
      "The output cannot be written: no space left on device (ENOSPC, write).\n",
    );
  });
});
