import { readFileSync } from "node:fs";
import { expect, it, vi } from "vitest";
import {
  answerAsPulumi,
  exported,
  exportedByPlugin,
  insertRoute,
  pluginProvider,
  project,
  routeInputs,
  routes,
  existingRoute,
  run,
  secret,
  stack,
  startCli,
} from "../../support/cli";

const path = `${routes}/r-1234567`;
const pendingRoute = exportedByPlugin("Route", "r", routeInputs("r-1234567"));
const euProvider = { provider: `${pluginProvider({}).urn}::1` };

it.each([
  { title: "the plugin's own", owner: exportedByPlugin },
  { title: "that of a class, from which it moved,", owner: exported },
])(
  "an object that no pending operation names may be of a resource of the plugin: $title has another by now",
  async ({ owner }) => {
    const { emulator, write, report } = await startCli();
    for (const name of ["lost-1234567", "lost-7654321"]) await insertRoute(emulator, name, stack);
    write({ resources: [owner("Route", "lost", routeInputs("lost-7654321"), { id: `${routes}/lost-7654321` })] });
    expect((await report()).findings).toMatchObject([{ path: `${routes}/lost-1234567`, step: { do: "look" } }]);
  },
);

it("a provider of the plugin is asked with its settings, of which the state has lists and secrets as such", async () => {
  const { emulator, write, report } = await startCli();
  emulator.tokens({ "token-of-eu": { user: "eu@example.com" } });
  emulator.objects.put("projects/eu-project/global/routes/r-1234567", existingRoute());
  const resource = exportedByPlugin("Route", "r", routeInputs("r-1234567", { project: "eu-project" }), euProvider);
  const accessToken = secret({ plaintext: JSON.stringify("token-of-eu") });
  const scopes = ["https://www.googleapis.com/auth/compute"];
  const settings = { project: "eu-project", computeCustomEndpoint: emulator.endpoint, scopes, accessToken };
  write({ pending: [{ resource }], resources: [pluginProvider(settings)] });
  expect(await report()).toMatchObject({ findings: [{ situation: "unrecorded" }], problems: [] });
});

it("a setting of the plugin that cannot be used is named as the stack names it", async () => {
  const { write, report } = await startCli();
  write({ resources: [pluginProvider({ project, computeCustomEndpoint: "not an address" })] });
  expect((await report()).problems).toEqual([
    expect.stringContaining('computeCustomEndpoint of the gce.Provider "eu": "not an address"'),
  ]);
});

it.each([
  { namespace: "gce", resource: pendingRoute },
  { namespace: "gcp", resource: exported("Route", "r", routeInputs("r-1234567")) },
])("a default provider has the keys $namespace: of the stack, and no other service is asked", async (row) => {
  const { namespace, resource } = row;
  const { emulator, folder, file, write } = await startCli();
  const { emulator: other } = await startCli();
  vi.stubEnv("PATH", folder);
  emulator.objects.put(path, existingRoute());
  write({ pending: [{ resource }] });
  const settings = { project, computeCustomEndpoint: emulator.endpoint, accessToken: "token" };
  const keys = Object.entries(settings).map(([key, value]) => [`${namespace}:${key}`, { value }] as const);
  answerAsPulumi(folder, { export: readFileSync(file, "utf8"), config: JSON.stringify(Object.fromEntries(keys)) });
  expect(await run("orphans")).toMatchObject({ code: 1, out: expect.stringContaining("1 of 1 need a step") as string });
  expect(other.requests()).toEqual([]);
});
