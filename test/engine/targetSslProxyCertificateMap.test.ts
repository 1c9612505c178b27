import { expect, it } from "vitest";
import { exampleProgram } from "../support/example";
import { project } from "../support/routeProvider";
import { startRouteStack, succeeded } from "../support/routeStack";
import type { EmulatorOptions } from "../../emulator/src/index";

const proxies = `projects/${project}/global/targetSslProxies`;
const idOf = (proxy: string) => `${proxies}/${proxy}/certificateMap`;
const urlOf = (proxy: string) => `https://www.googleapis.com/compute/v1/${proxies}/${proxy}`;
const mapNamed = (name: string) =>
  `//certificatemanager.googleapis.com/projects/${project}/locations/global/certificateMaps/${name}`;
const certificate = `https://www.googleapis.com/compute/v1/projects/${project}/global/sslCertificates/c`;

const program = (args: string, options = "") =>
  `exports.map = new gce.TargetSslProxyCertificateMap("mail", { ${args} }, { ${options} }).certificateMap;`;
const plain = 'targetSslProxy: "mail", certificateMap: "m"';

async function start(options: { program: string; config?: Record<string, string>; emulator?: EmulatorOptions }) {
  const { emulator, stack } = await startRouteStack(options);
  return {
    emulator,
    stack,
    put: (proxy: string, fields: object) => emulator.objects.put(`${proxies}/${proxy}`, { ...fields }),
    mapOf: (proxy: string) => emulator.objects.get(`${proxies}/${proxy}`)?.certificateMap,
    outputs: () => stack.managed()[0]?.outputs,
  };
}

it("applies the example: sets the map, ignores other spellings, changes it in place, corrects drift, and restores the earlier map", async () => {
  const { emulator, stack, put, mapOf, outputs } = await start({
    program: exampleProgram("ssl-proxy-certificate-map"),
    config: {
      "test-project:targetSslProxy": urlOf("mail"),
      "test-project:certificateMap": `projects/${project}/locations/global/certificateMaps/m`,
    },
  });
  put("mail", { certificateMap: mapNamed("theirs"), sslCertificates: [certificate] });
  succeeded(await stack.up());
  expect(stack.managed().map(({ id }) => id)).toEqual([idOf("mail")]);
  expect(await stack.outputs()).toEqual({ proxy: urlOf("mail"), certificateMap: mapNamed("m") });
  expect(emulator.objects.get(`${proxies}/mail`)).toMatchObject({
    certificateMap: mapNamed("m"),
    sslCertificates: [certificate],
  });
  // What is put back is a secret of the one who set it.
  expect(outputs()).toHaveProperty("previousCertificateMap");
  expect(stack.stateText()).not.toContain(mapNamed("theirs"));

  emulator.clearRequests();
  stack.program(program(plain));
  succeeded(await stack.up("--expect-no-changes"));
  expect(emulator.requests()).toEqual([]);

  stack.program(program('targetSslProxy: "mail", certificateMap: "m-2"'));
  succeeded(await stack.up());
  expect(mapOf("mail")).toBe(mapNamed("m-2"));

  emulator.objects.patch(`${proxies}/mail`, { certificateMap: null });
  succeeded(await stack.refresh());
  expect(outputs()).not.toHaveProperty("certificateMap");
  expect(succeeded(await stack.preview("--diff"))).toMatch(/\+ certificateMap\s*: "m-2"/);
  succeeded(await stack.up());
  expect(mapOf("mail")).toBe(mapNamed("m-2"));

  succeeded(await stack.destroy());
  expect(mapOf("mail")).toBe(mapNamed("theirs"));
  expect(stack.managed()).toEqual([]);
  expect(stack.printed.join("\n")).not.toContain(mapNamed("theirs"));
});

it("reads the map of a proxy that it does not manage, under every spelling of its id, and leaves it there", async () => {
  const ids = [idOf("mail"), `${project}/mail`, "mail", urlOf("mail")];
  const { emulator, stack, put, mapOf } = await start({
    program: `${JSON.stringify(ids)}.forEach((id, n) => { exports["map" + n] = gce.TargetSslProxyCertificateMap.get("m" + n, id).certificateMap; });`,
  });
  put("mail", { certificateMap: mapNamed("theirs") });
  succeeded(await stack.up());
  expect(Object.values(await stack.outputs())).toEqual(ids.map(() => mapNamed("theirs")));
  expect(new Set(stack.managed().map(({ id }) => id))).toEqual(new Set([idOf("mail")]));
  succeeded(await stack.destroy());
  expect(emulator.requests().every(({ method }) => method === "GET")).toBe(true);
  expect(mapOf("mail")).toBe(mapNamed("theirs"));
});

it("previews values that are not known yet, at every argument", async () => {
  const unknown = `const later = new gce.Route("r", { network: "default", destRange: "10.1.0.0/16", nextHopIp: "10.0.0.9" }).numericId.apply((n) => "m-" + n);`;
  const fields = {
    targetSslProxy: "",
    certificateMap: '"m"',
    project: `"${project}"`,
    deletionPolicy: '"RETAIN"',
  };
  const declared = Object.keys(fields).map((field) => {
    const targetSslProxy = `"proxy-of-${field.toLowerCase()}"`;
    const args = Object.entries({ ...fields, targetSslProxy, [field]: "later" }).map(
      ([name, value]) => `${name}: ${value}`,
    );
    return `new gce.TargetSslProxyCertificateMap("${field}", { ${args.join(", ")} });`;
  });
  const { emulator, stack } = await start({ program: [unknown, ...declared].join("\n") });
  expect(succeeded(await stack.preview())).toMatch(/\+ 6 to create/);
  expect(emulator.requests()).toEqual([]);
});
