import messages from "@pulumi/pulumi/proto/provider_pb.js";
import { describe, expect, it } from "vitest";
import { functionNames } from "../../../provider/src/functions/invoke";
import { command } from "../../../provider/src/messages/shell";
import { settingKeys } from "../../../provider/src/settings/settingKeys";
import { registeredKinds } from "../../kinds/every";
import { secret, startPlugin, toUrn } from "../../support/pluginProcess";
import { ProviderError, struct, type Properties } from "../../support/providerProcess";
import { answers, scriptedServer } from "../../support/scriptedServer";
import { canaryToken, captureFailure, plainRoute } from "../../support/routeProvider";

/*
 * Every text that leaves the plugin, about settings and arguments that are secret.
 */

const canary = "canary-Of-The-Adversary";

/** The texts in which escapes, cuts and line breaks of messages would hide a secret, if they came first. */
const secretTexts: Readonly<Record<string, string>> = {
  "with marks, in lines and in quotes": `"${canary}\u202e" '\u001b[2J${canary}' \\${canary}\n\u2066${canary}\\`,
  "in sentences": `The first is ${canary}. The second is ${canary}, the third: ${canary}. ${"And so on. ".repeat(20)}`,
  "longer than a message": `${canary} ${"abcdefghij".repeat(900)} ${canary}`,
  "as a link": `https://${canary.toLowerCase()}.example/compute/beta/projects/p/${canary}`,
  "as a page of the console": `https://console.cloud.google.com/networking/networks/details/${canary.toLowerCase()}?project=p`,
  "as a person": `User:${canary}@example.com`,
  "as a command": `$(${canary}); \`${canary}\` | ${canary} > x`,
};

const unseen = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{DI}\u2800]/u;

/** The plugin, and every text that leaves it: errors, failures of checks, and messages of the log. */
async function startAttacked() {
  const { emulator, provider } = await startPlugin({ attaches: true, environment: { PULUMI_GCE_DEBUG: "1" } });
  const collectTexts = async (method: string, request: object): Promise<string[]> => {
    const from = provider.logs.length;
    const answer = await provider.call(method, request).catch((error: unknown) => error);
    return [...textsIn(answer), ...provider.logs.slice(from).map(({ message }) => message)];
  };
  const settings = { project: "my-project", region: "us-central1", zone: "us-central1-a", accessToken: canaryToken };
  return {
    emulator,
    provider,
    collectTexts,
    settings: { ...settings, computeCustomEndpoint: emulator.endpoint } as Properties,
    configure: (args: Properties) =>
      collectTexts("configure", new messages.ConfigureRequest().setName("default").setArgs(struct(args))),
    checkConfig: (args: Properties) => collectTexts("checkConfig", new messages.CheckRequest().setNews(struct(args))),
    check: (kind: string, args: Properties) => {
      const request = new messages.CheckRequest().setUrn(toUrn(kind)).setOlds(struct({}));
      return collectTexts("check", request.setNews(struct(args)));
    },
    invoke: (name: string, args: Properties) => {
      const request = new messages.InvokeRequest().setTok(`gce:index:${name}`).setPreview(true);
      return collectTexts("invoke", request.setArgs(struct(args)));
    },
  };
}

function textsIn(answer: unknown): string[] {
  if (answer instanceof ProviderError) return [answer.message, ...(answer.partial?.reasons ?? [])];
  if (answer instanceof Error) throw answer;
  if (!(answer instanceof messages.CheckResponse)) return [];
  return answer.getFailuresList().flatMap((failure) => [failure.getProperty(), failure.getReason()]);
}

function expectHidden(texts: readonly string[], about: string): void {
  const joined = texts.join("\n");
  // A URL has its host in lower case.
  expect(joined.toLowerCase().includes(canary.toLowerCase()), `${about}: ${joined.slice(0, 2_000)}`).toBe(false);
  expect(joined.includes("abcdefghijabcdefghij"), `${about}: ${joined.slice(0, 2_000)}`).toBe(false);
  expect(joined, about).not.toMatch(unseen);
}

const names = settingKeys.map((key) => key.slice("gcp:".length));

/** Wherever a value has a place: as a text, and as a part of a list or an object. */
const shapes = (value: unknown): unknown[] => [value, { audience: [value], key: value }];

describe.each(Object.entries(secretTexts))("a secret %s", (_what, text) => {
  it("is in no text about any setting", async () => {
    const { checkConfig, check, configure, invoke, settings, collectTexts } = await startAttacked();
    let failures = 0;
    for (const name of names) {
      for (const shape of [...shapes(secret(text)), secret([text])]) {
        const attacked = { ...settings, [name]: shape };
        const texts = await checkConfig(attacked);
        expectHidden(texts, name);
        failures += texts.length;
      }
      const difference = new messages.DiffRequest().setNews(struct({ [name]: secret(text) }));
      expectHidden(await collectTexts("diffConfig", difference), name);
      expectHidden(await configure({ ...settings, [name]: secret(text) }), name);
      expectHidden([...(await check("Route", plainRoute)), ...(await check("Snapshot", {}))], name);
      // The others are sent, or looked for in the network.
      if (refused.includes(name)) expectHidden(await invoke("getNetworkProfiles", {}), name);
    }
    expect(failures).toBeGreaterThan(names.length);
  });
});

it("a secret is in no text about any argument of a resource or a function", async () => {
  const { check, invoke } = await startAttacked();
  for (const [what, text] of Object.entries(secretTexts)) {
    let failures = 0;
    for (const { definition } of registeredKinds) {
      const { kind, fields } = definition;
      for (const shape of shapes(secret(text))) {
        const texts = await check(kind, Object.fromEntries(Object.keys(fields).map((name) => [name, shape])));
        expectHidden(texts, `${kind} ${what}`);
        failures += texts.length;
      }
    }
    for (const name of functionNames) {
      for (const argument of ["filter", "firewallPolicy", "instanceGroupManager", "operation", "parentId", "project"]) {
        const texts = await invoke(name, { [argument]: secret(text) });
        expectHidden(texts, `${name}.${argument} ${what}`);
        failures += texts.length;
      }
    }
    expect(failures).toBeGreaterThan(100);
  }
});

it("a secret is in no refusal of a service that repeats it, and of nothing else is anything missing", async () => {
  const { configure, invoke, provider, settings } = await startAttacked();
  for (const [what, text] of Object.entries(secretTexts)) {
    const error = {
      code: 400,
      message: `before '${text}' after`,
      errors: [{ reason: "invalid", message: `x${text}` }],
    };
    const { origin } = await scriptedServer(answers(400, { error }));
    await configure({ ...settings, computeCustomEndpoint: `${origin}/compute/v1` });
    const answerTexts = await invoke("getNetworkProfiles", { filter: secret(text) });
    expectHidden(answerTexts, what);
    expect(answerTexts.join("\n")).toContain("before '[secret]' after");
    provider.urn = toUrn("Route");
    const refused = await captureFailure(provider.create({ ...plainRoute, project: "p", description: secret(text) }));
    expectHidden([refused.message, ...(refused.partial?.reasons ?? [])], what);
    expect(refused.message).toContain("before '[secret]' after");
  }
});

it("a secret is in no suggestion that is made of it", async () => {
  const { check } = await startAttacked();
  const suggestions = [
    ["destRange", "10.99.20.30/8", "10.0.0.0/8"],
    ["nextHopIp", "::ffff:10.99.20.30", "10.99.20.30"],
    ["network", "projects/my-project/global/networks/my-network?x=y", "my-network"],
  ] as const;
  for (const [name, value, suggestion] of suggestions) {
    const [open, hidden] = [value, secret(value)].map((one) => check("Route", { ...plainRoute, [name]: one }));
    expect((await open)?.join("\n"), name).toContain(suggestion);
    expect((await hidden)?.join("\n"), name).toContain(`${name} `);
    expect((await hidden)?.join("\n"), name).not.toContain(suggestion);
  }
});

it("a secret setting is in no text of a call that has a secret argument", async () => {
  const { configure, invoke, settings } = await startAttacked();
  await configure({ ...settings, project: secret(`\u202e${canary}`) });
  const answerTexts = await invoke("getNetworkProfiles", { filter: secret("another secret") });
  expect(answerTexts.join("\n")).toContain("gce:project");
  expectHidden(answerTexts, "project");
});

/** Settings whose form ends a call before its first request. */
const refused = ["computeCustomEndpoint", "universeDomain", "scopes", "requestTimeout", "billingProject", "project"];

it("a number that is secret is in no text", async () => {
  const { checkConfig } = await startAttacked();
  for (const name of names)
    expect((await checkConfig({ [name]: secret(987_654_321) })).join(), name).not.toContain("987654321");
});

describe("what others have chosen, such as", () => {
  const marks = ["\u001b", "\u009b", "\u202e", "\n", "\u2028", "\u200b", "$(", "`", ";", "|", "'", " "];

  it("the key of a setting, is shown, and is in the suggested command what it is in the key", async () => {
    const { checkConfig } = await startAttacked();
    const keys = marks.map((mark) => `pro${mark}ject`);
    const answer = (await checkConfig(Object.fromEntries(keys.map((key) => [key, "x"])))).join("\n");
    expect(answer).not.toMatch(unseen);
    for (const key of keys) expect(answer).toContain(`run: ${command("pulumi config rm", `gce:${key}`)}, and: `);
  });

  it("the value of a setting, is shown in every text about it", async () => {
    const { checkConfig } = await startAttacked();
    const hostile = `beacon${marks.join("beacon")}beacon`;
    for (const shape of shapes(hostile)) {
      for (const name of names) {
        const answer = (await checkConfig({ [name]: shape })).join("\n");
        expect(answer, name).not.toMatch(unseen);
        expect(answer, name).not.toMatch(/\nbeacon/);
      }
    }
  });
});
