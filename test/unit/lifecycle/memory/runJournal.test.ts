import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { RunJournal } from "../../../../provider/src/lifecycle/memory/runJournal";
import { RunMemory } from "../../../../provider/src/lifecycle/memory/runMemory";

const engine = "127.0.0.1:4711";
const [old, successor] = ["urn:pulumi:dev::p::t::old", "urn:pulumi:dev::p::t::new"];
const route = "projects/p/global/routes/r";

function temporaryFolder(): string {
  const parent = mkdtempSync(join(tmpdir(), "pulumi-gce-test-"));
  onTestFinished(() => {
    rmSync(parent, { recursive: true, force: true });
  });
  return join(parent, "runs");
}

/** A process that is running while the test is, beside this one. */
function neighbour(): number {
  const child = spawn(process.execPath, ["-e", "setTimeout(() => {}, 60_000)"], { stdio: "ignore" });
  onTestFinished(() => {
    child.kill("SIGKILL");
  });
  if (child.pid === undefined) throw new Error("No process was started.");
  return child.pid;
}

function declare(run: RunMemory): void {
  run.declare({ urn: successor, name: "new" }, route, [[route]]);
}

it("shares its claims with other processes of the run, and not with other runs", () => {
  const folder = temporaryFolder();
  const one = new RunMemory(new RunJournal(engine, folder));
  const other = new RunMemory(new RunJournal(engine, folder, neighbour()));
  const elsewhere = new RunMemory(new RunJournal("127.0.0.1:4712", folder, neighbour()));
  declare(one);
  expect(other.claimantOf(old, [route])).toBe(successor);
  expect(other.claimantOf("", [route])).toBeUndefined();
  one.hold(successor, route, [[route]]);
  expect(other.claimantOf("", [route])).toBe(successor);
  expect(elsewhere.claimantOf(old, [route])).toBeUndefined();
});

it("reads a line once it is whole", () => {
  const folder = temporaryFolder();
  const other = new RunJournal(engine, folder, neighbour());
  const one = new RunMemory(new RunJournal(engine, folder));
  declare(one);
  expect(other.news()).toHaveLength(1);
  const [file = ""] = readdirSync(folder).filter((name) => name.endsWith(`-${String(process.pid)}`));
  const line = JSON.stringify({ urn: old, object: route, declared: [], held: [], settled: false });
  appendFileSync(join(folder, file), line.slice(0, 20));
  expect(other.news()).toEqual([]);
  appendFileSync(join(folder, file), `${line.slice(20)}\n`);
  expect(other.news()).toMatchObject([{ claim: { urn: old } }]);
});

it("is for this user alone", () => {
  const folder = temporaryFolder();
  declare(new RunMemory(new RunJournal(engine, folder)));
  const modes = [folder, ...readdirSync(folder).map((file) => join(folder, file))].map(
    (path) => statSync(path).mode & 0o777,
  );
  expect(modes).toEqual([0o700, 0o600]);
});

it.each<[where: string, prepare: (folder: string) => void]>([
  ["others can enter the folder", (folder) => void mkdirSync(folder, { mode: 0o755 })],
  ["the folder is a link", (folder) => void symlinkSync(mkdtempSync(`${folder}-`), folder)],
  ["the folder cannot be made", (folder) => void writeFileSync(folder, "")],
])("writes nothing where %s, and the process still knows its own claims", (_where, prepare) => {
  const folder = temporaryFolder();
  prepare(folder);
  const run = new RunMemory(new RunJournal(engine, folder));
  declare(run);
  expect(run.claimantOf(old, [route])).toBe(successor);
  expect(statSync(folder).isDirectory() ? readdirSync(folder) : []).toEqual([]);
});

it("removes what processes have left behind that were killed", async () => {
  const folder = temporaryFolder();
  const child = spawn(process.execPath, ["-e", ""], { stdio: "ignore" });
  await once(child, "exit");
  declare(new RunMemory(new RunJournal(engine, folder, child.pid)));
  expect(readdirSync(folder)).toHaveLength(1);
  const run = new RunMemory(new RunJournal(engine, folder));
  expect(run.claimantOf(old, [route])).toBeUndefined();
  expect(readdirSync(folder).map((file) => file.split("-").at(-1))).toEqual([String(process.pid)]);
});
