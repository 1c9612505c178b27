import { createHash, randomBytes } from "node:crypto";
import { expect, it, onTestFinished } from "vitest";
import type { Emulator } from "../../emulator/src/index";
import { exampleProgram } from "../support/example";
import { project } from "../support/routeProvider";
import { failed, startRouteStack, succeeded } from "../support/routeStack";
import type { Stack, StackOptions } from "../support/stack";

const root = "https://www.googleapis.com/compute/v1/";
const zone = `projects/${project}/zones/us-central1-a`;
const disk = `${zone}/disks/d`;
const id = `projects/${project}/global/snapshots/s`;

const rawKey = randomBytes(32).toString("base64");
const otherRawKey = randomBytes(32).toString("base64");
const wrappedKey = randomBytes(256).toString("base64");
const digest = (key: string) => createHash("sha256").update(Buffer.from(key, "base64")).digest("base64");

const plain = `name: "s", sourceDisk: "${disk}"`;
const program = (args: string, options = "") =>
  `const snapshot = new gce.Snapshot("s", { ${args} }, { ${options} });
   exports.link = snapshot.selfLink; exports.sha256 = snapshot.snapshotEncryptionKeySha256;`;

/** Keys are nowhere in plain text: in the state as it is now, in anything printed, in the log of requests. */
function expectNoKeys(emulator: Emulator, stack: Stack): void {
  const seen = [...stack.printed, stack.stateText(), JSON.stringify(emulator.requests())].join("\n");
  for (const key of [rawKey, otherRawKey, wrappedKey]) expect(seen).not.toContain(key.slice(0, 20));
}

/** A stack with a disk at its emulator. Keys are nowhere in plain text in the end, whatever the test does. */
async function start(options: StackOptions): Promise<{ emulator: Emulator; stack: Stack }> {
  const { emulator, stack } = await startRouteStack(options);
  onTestFinished(() => {
    expectNoKeys(emulator, stack);
  });
  emulator.objects.put(disk, { sizeGb: "20" });
  return { emulator, stack };
}

/** The mutations that reached the service, in order, with the name of their snapshot where it is in the path. */
const mutations = (emulator: Emulator) =>
  emulator
    .requests()
    .filter(({ method, path }) => method !== "GET" && !path.endsWith("/wait"))
    .map(({ method, path }) => `${method} ${path.replace(/^.*\/global\//, "")}`);

const outputs = (stack: Stack) => stack.managed()[0]?.outputs ?? {};

it("applies the example: makes both snapshots, changes labels in place beside those of others, and keeps what it must", async () => {
  const archived = `projects/other/zones/europe-west1-b/disks/documents`;
  const { emulator, stack } = await start({
    program: exampleProgram("disk-snapshots"),
    config: {
      "test-project:disk": disk,
      "test-project:kmsKey": `projects/${project}/locations/europe/keyRings/backup/cryptoKeys/snapshots`,
      "test-project:archiveDisk": archived,
    },
    secrets: { archiveDiskKey: rawKey },
  });
  emulator.objects.put(archived, { diskEncryptionKey: { rawKey } });
  succeeded(await stack.up());
  const names = stack.managed().map(({ id: made = "" }) => made.replace(/^.*\//, ""));
  const migration = names.find((name) => name.startsWith("before-migration-")) ?? "";
  expect(names.sort()).toEqual([expect.stringMatching(/^archive-[0-9a-f]{7}$/) as string, migration]);
  expect(await stack.outputs()).toMatchObject({ migrationBytes: "1048576", archiveStatus: "READY" });
  const path = `projects/${project}/global/snapshots/${migration}`;
  expect(emulator.objects.get(path)).toMatchObject({ chainName: "migrations", storageLocations: ["eu"] });

  emulator.clearRequests();
  succeeded(await stack.up("--expect-no-changes"));
  expect(emulator.requests()).toEqual([]);

  emulator.objects.patch(path, { labels: { theirs: "1" } });
  succeeded(await stack.refresh());
  succeeded(await stack.up("--expect-no-changes"));
  await stack.mustSucceed(["config", "set", "step", "done"]);
  emulator.objects.patch(path, { labels: { later: "1" } });
  expect(succeeded(await stack.preview("--diff"))).toMatch(/step\s*: "planned" => "done"/);
  succeeded(await stack.up());
  expect(mutations(emulator)).toEqual([
    `POST snapshots/${migration}/setLabels`,
    `POST snapshots/${migration}/setLabels`,
  ]);
  expect(emulator.objects.get(path)?.labels).toEqual({ purpose: "migration", step: "done", theirs: "1", later: "1" });

  expect(failed(await stack.destroy())).toContain("it is not deleted, because its deletionPolicy is PREVENT");
  await stack.mustSucceed(["config", "set", "disposable", "true"]);
  succeeded(await stack.up());
  succeeded(await stack.destroy());
  expect(emulator.objects.list(`projects/${project}/global/snapshots/`)).toEqual([]);
});

it("keeps keys secret in state and output, through refresh, drift, failures and a change of the key", async () => {
  const keyed = (key: string, more = "") => program(`${plain}, snapshotEncryptionKey: ${key}, ${more}`);
  const { emulator, stack } = await start({ program: keyed(`{ rawKey: "${rawKey}" }`) });
  // The service repeats what it refuses.
  const message = `Invalid value '${rawKey}' for field 'resource.snapshotEncryptionKey.rawKey'.`;
  emulator.fault({ match: { method: "POST" }, fault: { kind: "status", status: 400, reason: "invalid", message } });
  expect(failed(await stack.up())).toContain("Invalid value '[secret]'");
  // A partial failure is recorded with all that is known.
  emulator.latency({ defaultMs: 3000 });
  stack.program(keyed(`{ rawKey: "${rawKey}" }`).replace("{  }", '{ customTimeouts: { create: "1s" } }'));
  expect(failed(await stack.up())).toContain("not finished within 1s");
  expect(outputs(stack)).toHaveProperty("__pending");
  expectNoKeys(emulator, stack);
  emulator.latency({ defaultMs: 0 });
  stack.program(keyed(`pulumi.output({ rawKey: "${rawKey}" })`));
  const up = succeeded(await stack.up());
  expect(up).toContain(digest(rawKey));
  expect(outputs(stack).snapshotEncryptionKeySha256).toBe(digest(rawKey));

  stack.program(keyed(`{ rawKey: "${rawKey}" }`));
  emulator.clearRequests();
  succeeded(await stack.up("--expect-no-changes"));
  expect(emulator.requests()).toEqual([]);
  succeeded(await stack.refresh());
  succeeded(await stack.up("--expect-no-changes"));

  stack.program(keyed(`{ rsaEncryptedKey: Promise.resolve("${wrappedKey}") }`));
  const changed = succeeded(await stack.preview("--diff"));
  expect(changed).toContain("snapshotEncryptionKey");
  expect(changed.match(/marks rawKey and rsaEncryptedKey as deprecated/g)).toHaveLength(1);
  succeeded(await stack.up());
  expect(outputs(stack).snapshotEncryptionKeySha256).toBe(digest(wrappedKey));
  emulator.objects.patch(id, { labels: { theirs: "1" }, description: "theirs" });
  succeeded(await stack.refresh());
  expect(succeeded(await stack.preview("--diff"))).toMatch(/- description\s*: "theirs"/);
  expectNoKeys(emulator, stack);
  emulator.objects.patch(id, { description: null });
  succeeded(await stack.refresh());
  succeeded(await stack.up("--expect-no-changes"));
  // Somebody else's snapshot under the same name: the hash is not the remembered one any more.
  emulator.objects.patch(id, { snapshotEncryptionKey: { sha256: digest(otherRawKey) } });
  succeeded(await stack.refresh());
  expect(succeeded(await stack.preview())).toMatch(/1 to replace/);
  stack.program(keyed(`{ rawKey: "${otherRawKey}" }`));
  succeeded(await stack.up("--expect-no-changes"));
  expect(succeeded(await stack.pulumi(["stack", "export"]))).toContain("ciphertext");
  succeeded(await stack.destroy());
});

it("replaces a snapshot that failed, deletes it first, and reports both", async () => {
  const { emulator, stack } = await start({ program: program(`${plain}, labels: { a: "1" }`) });
  emulator.fault({
    fault: {
      kind: "operationError",
      errors: [{ code: "INTERNAL_ERROR", message: "the disk went away" }],
      landsAs: { status: "FAILED" },
    },
  });
  const output = failed(await stack.up());
  expect(output).toContain('gce:Snapshot "s": insert failed: INTERNAL_ERROR');
  expect(output).toContain("The state records it, and the next `pulumi up` replaces it.");
  expect(stack.managed()[0]).toMatchObject({ id, outputs: { status: "FAILED" }, initErrors: [expect.any(String)] });
  emulator.clearRequests();
  expect(succeeded(await stack.preview())).toContain('gce:Snapshot "s": its status is FAILED; it is replaced.');
  succeeded(await stack.up());
  expect(mutations(emulator)).toEqual(["DELETE snapshots/s", "POST snapshots"]);
  expect(outputs(stack)).toMatchObject({ status: "READY", numericId: emulator.objects.get(id)?.id });
  expect(stack.managed()[0]?.initErrors ?? []).toEqual([]);

  // One that fails later is seen by a refresh.
  emulator.objects.patch(id, { status: "FAILED" });
  succeeded(await stack.refresh());
  succeeded(await stack.up());
  expect(outputs(stack)).toMatchObject({ status: "READY" });
  succeeded(await stack.up("--expect-no-changes"));
});

it("previews with every argument unknown, and makes it when they are known", async () => {
  const { emulator, stack } = await start({
    program: `
      const first = new gce.Snapshot("first", { name: "first", sourceDisk: "${disk}" });
      const later = (value) => first.numericId.apply(() => value);
      const kms = "projects/p/locations/us/keyRings/r/cryptoKeys/k";
      new gce.Snapshot("second", {
        project: later("${project}"), name: later("second"), description: later("d"), sourceDisk: later("d"),
        zone: later("us-central1-a"), chainName: later("c"), locationHint: later("h"), snapshotType: later("ARCHIVE"),
        guestFlush: later(true), labels: later({ a: "1" }), storageLocations: later(["eu"]),
        snapshotEncryptionKey: later({ kmsKeyName: kms }), sourceDiskEncryptionKey: later({ rawKey: "${rawKey}" }),
        deletionPolicy: later("DELETE"), adoptExisting: later(false),
      });
      new gce.Snapshot("third", {
        name: "third", sourceInstantSnapshot: later("i"), zone: "us-central1-a", labels: { a: later("1"), b: "2" },
        storageLocations: [later("eu")], snapshotEncryptionKey: { kmsKeyName: later(kms), kmsKeyServiceAccount: later("s@x") },
        sourceInstantSnapshotEncryptionKey: { rawKey: later("${rawKey}") },
      });
      new gce.Snapshot("fourth", {
        name: "fourth", sourceDiskForRecoveryCheckpoint: later("regions/us-central1/disks/d"), sourceDiskEncryptionKey: { rawKey: later("${rawKey}") },
        snapshotEncryptionKey: { rsaEncryptedKey: later("${wrappedKey}") },
      });`,
    config: { "gcp:defaultLabels": '{"team":"net"}' },
  });
  expect(succeeded(await stack.preview())).toMatch(/\+ 5 to create/);
  expect(emulator.requests()).toEqual([]);
  emulator.objects.put(disk, {});
  // The first is made of a disk without a key, the others of one with a key.
  emulator.fault({ match: { method: "GET", path: "/snapshots/first$" }, fault: { kind: "delay", ms: 1500 } });
  const up = stack.up();
  while (emulator.objects.get(id.replace(/s$/, "first"))?.status !== "READY") {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  emulator.objects.put(disk, { diskEncryptionKey: { rawKey } });
  emulator.objects.put(`projects/${project}/regions/us-central1/disks/d`, { diskEncryptionKey: { rawKey } });
  emulator.objects.put(`${zone}/instantSnapshots/i`, { sourceDisk: disk });
  succeeded(await up);
  expect(emulator.objects.get(id.replace(/s$/, "second"))).toMatchObject({
    description: "d",
    chainName: "c",
    snapshotType: "ARCHIVE",
    labels: { a: "1", team: "net" },
  });
  expect(emulator.objects.get(id.replace(/s$/, "third"))).toMatchObject({ labels: { a: "1", b: "2", team: "net" } });
  succeeded(await stack.up("--expect-no-changes"));
});

it("reads a snapshot that it does not manage, adopts one that is as the program says, and follows gcp:defaultLabels", async () => {
  const { emulator, stack } = await start({
    program: `["${id}", "${project}/s", "s", "${root}${id}"].forEach((id, n) => {
      const { sourceDisk, labels, effectiveLabels } = gce.Snapshot.get("s" + n, id);
      exports["got" + n] = pulumi.all([sourceDisk, labels, effectiveLabels]); });`,
  });
  emulator.objects.put(id, { sourceDisk: root + disk, labels: { theirs: "1" } });
  succeeded(await stack.up());
  for (const got of Object.values(await stack.outputs())) expect(got).toEqual([root + disk, null, { theirs: "1" }]);
  expect(emulator.requests().every(({ method }) => method === "GET")).toBe(true);
  succeeded(await stack.destroy());
  expect(emulator.objects.get(id)).toBeDefined();

  stack.program(program(plain));
  expect(failed(await stack.up())).toContain("set adoptExisting: true");
  stack.program(program(`${plain}, adoptExisting: true`));
  expect(succeeded(await stack.up())).toContain("The resource adopted it, so destroy deletes it");
  await stack.mustSucceed(["config", "set", "--path", "gcp:defaultLabels.team", "net"]);
  await stack.mustSucceed(["config", "set", "gcp:addPulumiAttributionLabel", "true"]);
  emulator.clearRequests();
  succeeded(await stack.up());
  expect(mutations(emulator)).toEqual(["POST snapshots/s/setLabels"]);
  expect(emulator.objects.get(id)?.labels).toEqual({ theirs: "1", team: "net", "goog-pulumi-provisioned": "true" });
  succeeded(await stack.destroy());
  expect(emulator.objects.get(id)).toBeUndefined();
});
