import { execFileSync } from "node:child_process";
import { inspect } from "node:util";
import * as pulumi from "@pulumi/pulumi";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { planMarkdown } from "../../provider/src/cli/plan/markdown";
import { parsePlan } from "../../provider/src/cli/plan/plan";
import { getNetworkProfiles } from "../../provider/src/functions/getNetworkProfiles";
import { knownSecrets } from "../../provider/src/messages/secrets";
import { command } from "../../provider/src/messages/shell";
import { longestMessageBytes } from "../../provider/src/messages/text";
import { recordLog } from "../support/functionCalls";
import { fc, runs } from "../support/property";
import { answers, resets, scriptedServer, speaksGarbage, truncates, type Script } from "../support/scriptedServer";
import { exported, routeInputs, startCli } from "../support/cli";

/** Long, with every character that makes a difference to an encoding. */
const token = "ya29.c0Mp1ex/To-ken_of+the.Adversary/thatNobodyMaySee-0123456789==";

beforeEach(() => {
  vi.spyOn(Math, "random").mockReturnValue(0);
});
afterEach(() => {
  vi.restoreAllMocks();
  pulumi.runtime.setAllConfig({});
});

/** Where a service can put a text of its own. */
const places: Readonly<Record<string, (text: string) => Script>> = {
  "a member of an item": (text) => answers(200, { items: [{ name: "n", description: text }] }),
  "the name of a member": (text) => answers(200, { items: [{ name: "n", [text]: "v" }] }),
  "a warning": (text) => {
    const warning = { code: text, message: text, data: [{ key: text, value: text }] };
    return answers(200, { items: [], warning });
  },
  "what could not be reached": (text) => answers(200, { items: [], unreachables: [text] }),
  "a refusal": (text) => {
    const error = { code: 403, message: text, status: text, errors: [{ reason: text, location: text, message: text }] };
    return answers(403, { error: { ...error, details: detailsOf(text) } });
  },
  "the title of a page": (text) => answers(403, `<title>${text}</title>`),
};

const detailsOf = (text: string) => [
  { "@type": "google.rpc.ErrorInfo", reason: text, domain: text, metadata: { [text]: text } },
  { "@type": "google.rpc.QuotaInfo", limitName: text, metricName: text, dimensions: { at: text } },
  { "@type": "google.rpc.Help", links: [{ description: text, url: text }] },
  { "@type": "google.rpc.LocalizedMessage", locale: "en", message: text },
];

/** The result of a function, and all that it says, to a server that does so. */
async function heardFrom(script: Script) {
  const { origin } = await scriptedServer(script);
  pulumi.runtime.setAllConfig({
    "gcp:project": "my-project",
    "gcp:computeCustomEndpoint": `${origin}/compute/v1`,
    "gcp:accessToken": token,
  });
  const log = recordLog();
  const result: unknown = await getNetworkProfiles({}, { timeout: "4s" }).catch((error: unknown) => error);
  const texts = [...log.warnings, ...log.info, ...log.debug];
  if (result instanceof Error) texts.push(result.message);
  return { result, texts };
}

const everythingOf = (value: unknown) =>
  inspect(value, { depth: 30, showHidden: true, maxStringLength: null, maxArrayLength: null });

describe("a secret that a service repeats", () => {
  const middle = (written: string) => written.slice(4, -16).slice(0, 32);
  /** Each way to write it, and what gives it away. */
  const writings: readonly (readonly [written: string, trace: string])[] = [
    [token, token],
    [token.slice(0, 24), token.slice(0, 24)],
    [encodeURIComponent(token), encodeURIComponent(token).slice(0, 24)],
    ...(["base64", "base64url"] as const).flatMap((encoding) =>
      ["", "x", "xy"].map((before) => {
        const written = Buffer.from(`${before}${token} and more`).toString(encoding);
        return [written, middle(written)] as const;
      }),
    ),
  ];

  it.each(Object.entries(places))("is in no message about %s, with every way to write it", async (place, script) => {
    for (const [written, trace] of writings) {
      const { result, texts } = await heardFrom(script(`beacon ${written}`));
      const shown = texts.join("\n") + (result instanceof Error ? everythingOf(result) : "");
      expect(shown + JSON.stringify(result)).toContain("beacon");
      for (const secret of [token, trace]) expect(shown.includes(secret), `${written} in ${place}`).toBe(false);
    }
  });

  it("stays in an answer, which is data: a change of the object writes back what was read", async () => {
    const { result, texts } = await heardFrom(answers(200, { items: [{ name: token, [token]: `a ${token}` }] }));
    expect(result).toMatchObject({ networkProfiles: [{ name: token, [token]: `a ${token}` }] });
    expect(texts.join()).not.toContain(token.slice(0, 24));
  });

  it.each<[what: string, script: Script]>([
    ["a broken connection", resets()],
    ["half of an answer", truncates],
    ["garbage", speaksGarbage],
    [
      "a redirect",
      (request, response) => {
        response.writeHead(302, { location: `https://x/${String(request.headers.authorization)}` }).end();
      },
    ],
    [
      "its headers",
      (request, response) => answers(502, `<title>${JSON.stringify(request.headers)}</title>`)(request, response),
    ],
  ])("is in no error and no cause of one: %s", async (_what, script) => {
    const heard = await heardFrom(script);
    expect(heard.result).toBeInstanceOf(Error);
    expect(everythingOf(heard)).not.toContain(token.slice(0, 24));
  });

  it("is taken out of what commands say", async () => {
    knownSecrets.add(token, "token");
    const cli = await startCli();
    const { origin } = await scriptedServer(answers(403, { error: { code: 403, message: `beacon ${token}` } }));
    vi.stubEnv("GOOGLE_COMPUTE_CUSTOM_ENDPOINT", `${origin}/compute/v1`);
    vi.stubEnv("GOOGLE_OAUTH_ACCESS_TOKEN", token);
    cli.write({ pending: [{ resource: exported("Route", "egress", routeInputs("egress")) }] });
    const heard = [await cli.orphans(), await cli.orphans("--json"), planOf(`beacon ${token}`, "r")];
    for (const one of heard) {
      expect(JSON.stringify(one)).toContain("beacon");
      expect(JSON.stringify(one).replaceAll("\\", "")).not.toContain(token.slice(0, 24));
    }
  });
});

/** The plan of a preview that says this, with a resource of that name. */
function planOf(message: string, name: string): string {
  const urn = `urn:pulumi:dev::p::pulumi-nodejs:dynamic/gce:Route::${name}`;
  const steps = [{ op: "create", urn, newState: { inputs: { description: message, [name]: message } } }];
  return planMarkdown(parsePlan(JSON.stringify({ steps, diagnostics: [{ severity: "warning", message }] })));
}

/** The characters on which a terminal, a log viewer or a CI system does something. */
const attacks: Readonly<Record<string, string>> = {
  "clears the screen": "\u001b[2J\u001b[H",
  "writes to the clipboard": "\u001b]52;c;b3duZWQ=\u001b\\",
  "is a command of eight bits": "\u009b2J\u0090q\u009c",
  "overwrites its line": "\rNothing was wrong.",
  "begins a line of its own": "\nNothing was wrong.",
  "is a command of a workflow": "\n::error file=a::owned\n##vso[task.complete result=Failed]",
  "separates lines in another way": "a\u2028b\u2029c\u0085d\u000bd\u000ce",
  "turns the direction": "\u202egnp.exe\u2066x\u2069\u200f\u061c",
  "is not seen": "ad\u200bmin\u2060\ufeff\u00ad\u3164\u2800\u115f\u034f\u{e0001}\u{e007f}",
  "deletes and tabulates": "\u007f\u0000\b\tcolumn",
};

const unseen = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{DI}\u2800]/u;

/** A terminal shows it as it is, and no line begins with what came after a line break of theirs. */
function expectShown(said: string, attack: string): void {
  expect(said).toContain("beacon");
  expect(said).not.toMatch(unseen);
  for (const line of attack.split("\n").slice(1)) expect(`\n${said}`).not.toContain(`\n${line}`);
}

describe("what does something to a terminal", () => {
  const attack = `beacon ${Object.values(attacks).join(" ")}`;

  it.each(Object.entries(places).slice(2))("is escaped in %s", async (_place, script) => {
    expectShown((await heardFrom(script(attack))).texts.join("\n"), attack);
  });

  it("is escaped by commands", async () => {
    const cli = await startCli();
    const error = { code: 403, message: attack, errors: [{ reason: attack, message: attack }] };
    const { origin } = await scriptedServer(answers(403, { error }));
    vi.stubEnv("GOOGLE_COMPUTE_CUSTOM_ENDPOINT", `${origin}/compute/v1`);
    const name = `egress ${attack}`;
    cli.write({
      pending: [{ resource: exported("Route", name, routeInputs("egress")) }],
      resources: [exported("Route", "elsewhere", routeInputs("elsewhere", { project: `p${attack}` }))],
    });
    const people = await cli.orphans();
    expectShown(people.out + people.error, attack);
    const programs = await cli.orphans("--json");
    expectShown(programs.out + programs.error, attack);
    // The report that a program reads has lost nothing.
    expect(JSON.parse(programs.out)).toMatchObject({ findings: [{ resource: name }] });
    const plan = planOf(attack, name);
    expect(plan).not.toMatch(unseen);
    for (const line of plan.split("\n")) expect(line).not.toMatch(/^(::|##vso)/);
  });
});

describe("a text without end", () => {
  it.each([
    ["a megabyte that gRPC escapes", "ä€".repeat(200_000)],
    ["control characters", "\u001b[2J".repeat(100_000)],
  ])("is cut in a message, and says so: %s", async (_what, text) => {
    for (const place of ["a warning", "what could not be reached", "a refusal"]) {
      const { texts } = await heardFrom(places[place]?.(text) ?? answers(500, ""));
      for (const one of texts) expect(Buffer.byteLength(one)).toBeLessThanOrEqual(longestMessageBytes);
      expect(texts.join()).toContain("[cut: ");
    }
  });

  it("of sixty thousand entries says how many are left", async () => {
    const errors = Array.from({ length: 60_000 }, () => ({ reason: "invalid", message: "no" }));
    const { texts } = await heardFrom(answers(400, { error: { code: 400, message: "no", errors } }));
    expect(texts.join()).toContain("and 59950 more errors");
  });
});

describe("a command that is suggested", () => {
  /** The result of a line in a shell: the words of the command that it runs. */
  function wordsOf(line: string): string[] {
    const script = `pulumi() { printf '%s\\0' pulumi "$@"; }\n${line}`;
    return execFileSync("bash", ["--norc", "-c", script], { encoding: "utf8", env: {} }).split("\0").slice(0, -1);
  }

  const hostile = [
    ...["$(touch owned)", "`touch owned`", "; touch owned", "a && b", "a\nb", "'; x; '", '"; x; "', "${IFS}x"],
    ...["a > owned", "*", "~root", "{a,b}", "!!", "#", "\\", "", "=ls", ...Object.values(attacks)],
  ];

  it("is the arguments that were meant, whatever is in them", () => {
    const texts = hostile.map((text) => text.replaceAll("\0", ""));
    const line = command("pulumi config set", ...texts);
    expect(wordsOf(line)).toEqual(["pulumi", "config", "set", ...texts]);
    expect(line).not.toMatch(unseen);
    const text = fc.string({ unit: "binary" }).filter((value) => !value.includes("\0") && value.isWellFormed());
    fc.assert(
      fc.property(fc.array(text, { maxLength: 100 }), (any) => {
        expect(wordsOf(command("pulumi", ...any))).toEqual(["pulumi", ...any]);
      }),
      { numRuns: runs(5) },
    );
  });
});
