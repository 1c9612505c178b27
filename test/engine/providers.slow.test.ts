import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import type { Emulator } from "../../emulator/src/index";
import { failed, startRouteStack, succeeded } from "../support/routeStack";

/** Which token was used on which project, each pair once. */
function callers(emulator: Emulator): string[] {
  const pairs = emulator
    .requests()
    .map(({ path, authorization }) => `${/projects\/([^/]+)/.exec(path)?.[1] ?? ""} ${authorization ?? ""}`);
  return [...new Set(pairs)].sort();
}

const digest = (token: string) => `sha256:${createHash("sha256").update(token).digest("hex").slice(0, 16)}`;

it("uses each provider's project and token for its resources, and a rotated token changes no resource", async () => {
  const first = { a: "ya29.first-token-of-a", b: "ya29.first-token-of-b" };
  const second = { a: "ya29.second-token-of-a", b: "ya29.second-token-of-b" };
  const grants = (tokens: typeof first) => ({
    [tokens.a]: { projects: ["project-a"] },
    [tokens.b]: { projects: ["project-b"] },
  });
  const pairs = (tokens: typeof first) => [`project-a ${digest(tokens.a)}`, `project-b ${digest(tokens.b)}`];
  const { emulator, stack } = await startRouteStack({
    program: `
      for (const [key, project] of [["A", "project-a"], ["B", "project-b"]]) {
        const provider = new gce.Provider(project, {
          project, accessToken: process.env["TOKEN_" + key], computeCustomEndpoint: process.env.ENDPOINT,
        });
        new gce.Route("r-" + project, { name: "r", network: "default", destRange: "10.1.0.0/16", nextHopIp: "10.0.0.9" },
          { provider });
      }`,
    config: { "gcp:project": "" },
  });
  const rotate = (tokens: typeof first) => {
    emulator.tokens(grants(tokens));
    Object.assign(stack.environment, { TOKEN_A: tokens.a, TOKEN_B: tokens.b, ENDPOINT: emulator.endpoint });
    emulator.clearRequests();
  };
  rotate(first);
  succeeded(await stack.up());
  expect(callers(emulator)).toEqual(pairs(first));
  const ids = stack.managed().map(({ id }) => id);
  expect(ids.sort()).toEqual(["projects/project-a/global/routes/r", "projects/project-b/global/routes/r"]);

  rotate(second);
  const output = succeeded(await stack.up());
  expect(output).toMatch(/~ 2 updated\s+3 unchanged/);
  expect(emulator.requests()).toEqual([]);

  // The provider's own state has the token that was good at the last up; now it is not.
  rotate(first);
  const refused = failed(await stack.refresh());
  expect(refused).toContain("The credentials were refused");
  expect(refused).toContain("--run-program");
  expect(stack.managed()).toHaveLength(2);

  rotate(second);
  succeeded(await stack.destroy());
  expect(callers(emulator)).toEqual(pairs(second));
  expect(emulator.objects.list("projects/project-a/global/routes/")).toEqual([]);
  expect(emulator.objects.list("projects/project-b/global/routes/")).toEqual([]);
  const written = [...stack.printed, stack.stateText()].join("\n");
  for (const token of [...Object.values(first), ...Object.values(second)]) expect(written).not.toContain(token);
});
