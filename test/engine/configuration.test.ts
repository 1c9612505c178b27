import { expect, it } from "vitest";
import { failed, startRouteStack } from "../support/routeStack";

const route = (options = "") =>
  `new gce.Route("egress", { network: "default", destRange: "10.1.0.0/16", nextHopIp: "10.0.0.9" }, ${options || "{}"});`;

it("shows in the preview everything that is wrong with configuration and arguments, and makes no call", async () => {
  const { emulator, stack } = await startRouteStack({
    program: route(),
    config: {
      "gcp:projct": "my-project",
      "gcp:requestTimeout": "60",
      "gcp:scopes": '["compute.readonly"]',
      "gcp:credentials": "key.json",
      "gcp:accessToken": "ya29.a",
    },
  });
  /** What the CLI says of resources, without its own words. */
  const preview = async (program: string) => {
    stack.program(program);
    const output = failed(await stack.preview());
    expect(output).not.toContain("<nil>");
    return output.slice(output.indexOf("Diagnostics:")).replaceAll(/error: \S+ resource '[^']*' has a problem: /g, "");
  };

  const configured = await preview(route());
  expect(configured).toContain(
    "warning: gce: gcp:projct is configured, but is not a setting. Did you mean gcp:project?",
  );
  expect(configured.match(/gcp:projct is configured/g)).toHaveLength(1);
  expect(configured).toContain('gcp:requestTimeout must be a duration such as "120s" or "2m"; it is "60".');
  expect(configured).toContain('gcp:scopes[0] must be the URL of a scope; it is "compute.readonly".');
  expect(configured).toContain("gcp:accessToken and gcp:credentials are configured together; keep one.");

  const own = (args: string) =>
    `const eu = new gce.Provider("eu", { computeCustomEndpoint: "${emulator.endpoint}", ...${args} });`;
  expect(await preview(own("{}") + route("{ provider: eu }"))).toContain(
    'No project is set: the gce.Provider "eu" has none, and takes none from the stack.\n' +
      '      Write: new gce.Provider("eu", { project: "…" }) (or give the argument project).',
  );
  expect(await preview(own("{ projct: 'p' }"))).toContain(
    'gce.Provider "eu": projct is not an argument. Did you mean project?',
  );

  const wrong = await preview(`${own("{ project: 'p', zone: 'europe-west1' }")}
    new gce.Snapshot("s", { sourceDisk: "d", labels: { Team: "net", env: "Dev" }, snapshotEncryptionKey: { rawKy: "k" } }, { provider: eu });
  `);
  for (const said of [
    "gcp:zone, which completes it, must be a zone, such as europe-west1-b, not a region.",
    'labels cannot have the key "Team".',
    'labels["env"] must be at most 63 lower-case letters, digits, underscores and hyphens; it is "Dev".',
    "snapshotEncryptionKey.rawKy is not an argument. Did you mean snapshotEncryptionKey.rawKey?",
  ]) {
    expect(wrong).toContain(said);
  }
  expect(emulator.requests()).toEqual([]);
});

it("does not store a plain value that looks like a secret", async () => {
  const { stack } = await startRouteStack({ program: "" });
  // The CLI that is built here reads its lists of words only now.
  expect(failed(await stack.pulumi(["config", "set", "gcp:accessToken", "q7Xk29ZpL0vRt8Wm4Yc3"]))).toContain(
    "looks like a secret; rerun with --secret to encrypt it",
  );
  await stack.mustSucceed(["config", "set", "gcp:project", "my-project"]);
});
