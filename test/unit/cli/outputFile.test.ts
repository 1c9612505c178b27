import { spawn } from "node:child_process";
import {
  chmodSync,
  chownSync,
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
import { ended } from "../../support/stack";
import { folderForTest } from "../../support/untilTestEnds";

const bin = fileURLToPath(new URL("../../../provider/dist/cli/bin.js", import.meta.url));

let folder: string;
let path: string;

beforeEach(() => {
  folder = folderForTest();
  path = join(folder, "adopted.ts");
});

/** Root may write everywhere, so it becomes nobody in particular, who owns the file, for the call, which waits for nothing. */
function asOwner(act: () => void): void {
  if (process.geteuid?.() !== 0) {
    act();
    return;
  }
  const user = 65_534;
  chownSync(folder, user, user);
  if (lstatSync(path).isFile()) chownSync(path, user, user);
  process.seteuid?.(user);
  try {
    act();
  } finally {
    process.seteuid?.(0);
  }
}

const write = (to: string, text: string) => {
  writeOutputFile({ path: to, option: "--out", replaces: true }, text);
};

describe("the output file of a command", () => {
  it("is new, or takes the place of the one before with its mode and through its link", () => {
    write(path, "first");
    expect(readFileSync(path, "utf8")).toBe("first");
    expect(statSync(path).mode & 0o777).toBe(0o666 & ~process.umask());
    chmodSync(path, 0o640);
    const link = join(folder, "link.ts");
    symlinkSync("adopted.ts", link);
    const { ino } = statSync(path);
    write(link, "second");
    expect(readlinkSync(link)).toBe("adopted.ts");
    expect(readFileSync(path, "utf8")).toBe("second");
    expect(statSync(path).mode & 0o777).toBe(0o640);
    // In place, a reader would see half of it.
    expect(statSync(path).ino).not.toBe(ino);
    expect(readdirSync(folder).sort()).toEqual(["adopted.ts", "link.ts"]);
  });

  const makeReadOnly = (file: string) => {
    writeFileSync(file, "mine");
    chmodSync(file, 0o444);
  };
  it.each<[what: string, make: (file: string) => unknown, message: string]>([
    ["a folder", mkdirSync, "is a folder. Give another file with --out."],
    [
      "a link to nothing",
      (file) => {
        symlinkSync("missing.ts", file);
      },
      "is a symbolic link to a file that does not exist. Give another file with --out.",
    ],
    [
      "read-only",
      makeReadOnly,
      "cannot be written: permission denied (EACCES, open). Mend that, or give another file with --out.",
    ],
  ])("is refused in a sentence where it is %s, and nothing changes", (_what, make, message) => {
    make(path);
    asOwner(() => {
      expect(() => {
        write(path, "text");
      }).toThrow(new Error(`${path} ${message}`));
    });
    expect(readdirSync(folder)).toEqual(["adopted.ts"]);
    if (lstatSync(path).isFile()) expect(readFileSync(path, "utf8")).toBe("mine");
  });

  it("can be a device, which says so where it has no room", () => {
    expect(() => {
      write("/dev/full", "text");
    }).toThrow("/dev/full cannot be written: no space left on device (ENOSPC, write). Mend that,");
  });
});

it("adopt on a full disk keeps the file of before, and makes no half of a new one", async () => {
  const { emulator, folder: own } = await startProject();
  for (let index = 0; index < 40; index += 1) emulator.objects.put(`${routes}/route-${String(index)}`, existingRoute());
  writeFileSync(join(own, "old.ts"), "mine");
  const before = readdirSync(own);
  for (const [file, ...flags] of [["new.ts"], ["old.ts", "--force", "--yaml"]] as const) {
    // A process that can make no file longer than one block: its disk is full then.
    const script = ["-c", 'ulimit -f 1; exec "$@"', "sh", process.execPath, bin];
    const child = spawn("/bin/sh", [...script, "adopt", "--kind", "Route", "--out", file, ...flags], { cwd: own });
    const { code, output } = await ended(child);
    expect(code).toBe(2);
    expect(output).toBe(
      `${file} cannot be written: file too large (EFBIG, write). Mend that, or give another file with --out.\n`,
    );
  }
  expect(readFileSync(join(own, "old.ts"), "utf8")).toBe("mine");
  expect(readdirSync(own)).toEqual(before);
});
