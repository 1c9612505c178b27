import { it } from "vitest";
import { startRouteStack } from "../support/routeStack";
import { writeFileSync, appendFileSync } from "node:fs";

const route = 'new gce.Route("r", { network: "default", destRange: "10.1.0.0/16", nextHopIp: "10.0.0.9" });';
const cases: [string, string, Record<string,string>, Record<string,string>?][] = [
  ["endpoint not url", route, { "gcp:computeCustomEndpoint": "compute.googleapis.com" }],
  ["endpoint http", route, { "gcp:computeCustomEndpoint": "http://example.com/compute/v1" }],
  ["timeout", route, { "gcp:requestTimeout": "60" }],
  ["scopes", route, { "gcp:scopes": "compute.readonly" }],
  ["two creds", route, { "gcp:accessToken": "a", "gcp:credentials": "b.json" }],
  ["unknown key", route, { "gcp:projct": "x", "gcp:projectid": "y" }],
  ["provider unknown arg", `const provider = new gce.Provider("x", { projct: "p", acessToken: "s" }); new gce.Route("r", { network: "default", destRange: "10.1.0.0/16", nextHopIp: "10.0.0.9" }, {provider});`, {}],
  ["zone region", `new gce.Snapshot("s", { sourceDisk: "d", zone: "europe-west1" });`, {}],
  ["zone region config", `new gce.Snapshot("s", { sourceDisk: "d" });`, {"gcp:zone": "europe-west1"}],
  ["region zone", `new gce.RegionInstanceGroupManagerPatch("g", { instanceGroupManager: "g", region: "europe-west1-b", targetSize: 3 });`, {}],
  ["labels", `new gce.Snapshot("s", { sourceDisk: "d", zone: "europe-west1-b", labels: { Env: "x", ok: "Up", "b c": "y" } });`, {}],
  ["labels default", `new gce.Snapshot("s", { sourceDisk: "d", zone: "europe-west1-b" });`, {"gcp:defaultLabels": '{"Env":"x","ok":"Up"}'}],
  ["nested", `new gce.RegionInstanceGroupManagerPatch("g", { instanceGroupManager: "g", region: "europe-west1", updatePolicy: { type: "PROACTIV", maxSurge: 3, foo: {a: 1} } });`, {}],
  ["secret key", `new gce.Snapshot("s", { sourceDisk: "d", zone: "europe-west1-b", snapshotEncryptionKey: { rawKey: "c2hvcnQ=" } });`, {}],
  ["noproject", route, {"gcp:project": ""}],
  ["noproject provider", `const provider = new gce.Provider("x", {}); new gce.Route("r", { network: "default", destRange: "10.1.0.0/16", nextHopIp: "10.0.0.9" }, {provider});`, {}],
  ["tags", `new gce.Route("r", { network: "default", destRange: "10.1.0.0/16", nextHopIp: "10.0.0.9", tags: ["A", "ok", "B"] , priority: -1});`, {}],
];
it("scratch", async () => {
  writeFileSync("/tmp/scratch/out.txt", "");
  for (const [title, program, config, environment] of cases) {
    const { stack } = await startRouteStack({ program, config, ...(environment ? { environment } : {}) });
    const { code, output } = await stack.preview();
    appendFileSync("/tmp/scratch/out.txt", `\n######## ${title}: ${code}\n${output}\n`);
  }
}, 600_000);
