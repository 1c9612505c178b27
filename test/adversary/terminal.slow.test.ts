import { execFileSync } from "node:child_process";
import * as pulumi from "@pulumi/pulumi";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { deleteStep } from "../../provider/src/cli/orphans/steps";
import { planMarkdown } from "../../provider/src/cli/plan/markdown";
import { parsePlan } from "../../provider/src/cli/plan/plan";
import { getNetworkProfiles } from "../../provider/src/functions/getNetworkProfiles";
import { path } from "../../provider/src/names/path";
import { loader } from "../../provider/src/program/loader";
import { Settings } from "../../provider/src/settings/settings";
import { command } from "../../provider/src/shown/shell";
import { exported, routeInputs, startCli } from "../unit/cli/helpers";
import { recordLog, refusalOf } from "../support/functionCalls";
import { fc } from "../support/property";
import { answers, scriptedServer, type Script } from "../support/scriptedServer";
import { messagePlaces } from "./places";
import { ShownLane } from "./shownLane";
import { attempt } from "./attempt";

/** What a terminal, a log viewer or a CI system does something on. */
const attacks: Readonly<Record<string, string>> = {
  "clears the screen": "\u001b[2J\u001b[H",
  "sets the title": "\u001b]0;owned\u0007",
  "writes to the clipboard": "\u001b]52;c;b3duZWQ=\u001b\\",
  "hides a link": "\u001b]8;;https://evil.example\u001b\\text\u001b]8;;\u001b\\",
  "asks the terminal to answer": "\u001b[6n\u0005",
  "is a command of eight bits": "\u009b2J\u0090q\u009c",
  "overwrites its line": "\rNothing was wrong.",
  "goes back": "wrong\b\b\b\b\bright",
  "begins a line of its own": "\nNothing was wrong.",
  "is a command of a workflow": "\n::error file=a::owned\n##vso[task.complete result=Failed]",
  "separates lines in another way": "a\u2028b\u2029c\u0085d\u000bd\u000ce",
  "turns the direction": "\u202egnp.exe\u2066x\u2069\u200f\u061c",
  "is not seen": "ad\u200bmin\u2060\ufeff\u00ad\u3164\u2800\u115f\u034f",
  "is written in tags": "\u{e0001}\u{e0041}\u{e007f}",
  deletes: "\u007f\u0000",
  tabulates: "\tcolumn",
};

/** Everything that a terminal shows as it is: letters, marks, spaces, and the line ends of our own. */
function expectShown(said: string, attack: string): void {
  expect(said).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{DI}\u2800]/u);
  // No line begins with what came after a line break of theirs.
  for (const line of attack.split("\n").slice(1)) expect(`\n${said}`).not.toContain(`\n${line}`);
}

describe("what a service says to a terminal", () => {
  let lane: ShownLane;
  beforeAll(async () => {
    lane = await ShownLane.start();
  });
  afterAll(() => lane.close());

  it.each(messagePlaces)("is shown escaped: $name", async (place) => {
    for (const [attack, text] of Object.entries(attacks)) {
      await attempt(attack, place.name, async () => {
        lane.provider.logs.length = 0;
        const { error } = await lane.route(place.hooks(`beacon ${text}`));
        const said = [...lane.provider.logs.map(({ message }) => message), error?.message ?? ""].join("\n");
        expect(said).toContain("beacon");
        expectShown(said, text);
      });
    }
  });

  it("is shown escaped if the program itself gives it", async () => {
    for (const [attack, text] of Object.entries(attacks)) {
      await attempt(attack, "the problem of an argument", async () => {
        const news = { __provider: loader("Route"), __as: "l", network: `beacon ${text}`, nextHopIp: text, [text]: 1 };
        const { failures } = await lane.provider.check({}, news);
        const said = failures.map(({ property, reason }) => `${property}: ${reason}`).join("\n");
        expect(said).toContain("beacon");
        expectShown(said, text);
      });
    }
  });
});

describe("what a service says through a function", () => {
  const places: readonly [place: string, script: (text: string) => Script][] = [
    ["a warning", (text) => answers(200, { items: [], warning: { code: "W", message: text } })],
    ["what could not be reached", (text) => answers(200, { items: [], unreachables: [text] })],
    ["the message of a refusal", (text) => answers(403, { error: { code: 403, message: text } })],
    ["a page", (text) => answers(403, `<title>${text}</title>`)],
  ];

  it.each(places)("is shown escaped: %s", async (place, script) => {
    for (const [attack, text] of Object.entries(attacks)) {
      await attempt(attack, `getNetworkProfiles: ${place}`, async () => {
        const { origin } = await scriptedServer(script(`beacon ${text}`));
        pulumi.runtime.setAllConfig({
          "gcp:project": "my-project",
          "gcp:computeCustomEndpoint": `${origin}/compute/v1`,
          "gcp:accessToken": "a-token-of-a-test",
        });
        onTestFinished(() => {
          pulumi.runtime.setAllConfig({});
        });
        const log = recordLog();
        const call = getNetworkProfiles({});
        const refusal =
          place.startsWith("a warning") || place.startsWith("what") ? void (await call) : await refusalOf(call);
        const said = [...log.warnings, ...log.info, ...log.debug, refusal ?? ""].join("\n");
        expect(said).toContain("beacon");
        expectShown(said, text);
      });
    }
  });
});

describe("what a service says through a command", () => {
  it("is shown escaped by orphans, for people and for programs", async () => {
    const cli = await startCli();
    let text = "";
    const { origin } = await scriptedServer((request, response) => {
      if (request.url.includes("/operations")) {
        return answers(200, {
          items: [{ name: text, operationType: text, insertTime: text, clientOperationId: text, status: text }],
        })(request, response);
      }
      return answers(403, { error: { code: 403, message: text, errors: [{ reason: text, message: text }] } })(
        request,
        response,
      );
    });
    process.env.GOOGLE_COMPUTE_CUSTOM_ENDPOINT = `${origin}/compute/v1`;
    for (const [attack, own] of Object.entries(attacks)) {
      text = `beacon ${own}`;
      // Two colons end the name in a URN.
      const name = `egress ${own.replaceAll("::", ":")}`;
      cli.write({ pending: [{ resource: exported("Route", name, routeInputs("egress")) }] });
      await attempt(attack, "orphans", async () => {
        const told = await cli.orphans();
        expect(told.out).toContain("beacon");
        expectShown(told.out + told.error, own);
      });
      await attempt(attack, "orphans --json", async () => {
        const told = await cli.orphans("--json");
        expectShown(told.out + told.error, own);
        // What a program reads has lost nothing.
        expect(JSON.parse(told.out)).toMatchObject({ findings: [{ resource: name }] });
      });
    }
  });

  it("is shown escaped by plan", async () => {
    for (const [attack, own] of Object.entries(attacks)) {
      await attempt(attack, "plan", () => {
        const inputs = { description: own, [`x${own}`]: own };
        const urn = `urn:pulumi:dev::p::pulumi-nodejs:dynamic/gce:Route${own}::r${own}`;
        const steps = [
          { op: "create", urn, newState: { inputs } },
          { op: `odd${own}`, urn, newState: { inputs } },
        ];
        const diagnostics = [{ severity: "warning", message: `beacon ${own}` }];
        const markdown = planMarkdown(
          parsePlan(JSON.stringify({ steps, diagnostics, changeSummary: { [`odd${own}`]: 1 } })),
        );
        expect(markdown).toContain("beacon");
        // Put there so that nobody is mentioned.
        expect(markdown.replaceAll("@\u200b", "@")).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{DI}\u2800]/u);
        for (const line of markdown.split("\n")) expect(line).not.toMatch(/^(::|##vso)/);
      });
    }
  });
});

describe("a command that is suggested", () => {
  /** What a shell makes of a line: the words of the commands that it runs, with those of this package in place of theirs. */
  function wordsOf(line: string): string[] {
    const script = `show() { printf '%s\\0' "$@"; }; gcloud() { show gcloud "$@"; }; curl() { show curl "$@"; }; pulumi() { show pulumi "$@"; }\n${line}`;
    return execFileSync("bash", ["-c", script], { encoding: "utf8", env: {}, stdio: ["ignore", "pipe", "pipe"] })
      .split("\0")
      .slice(0, -1);
  }

  const hostile = [
    "$(touch owned)",
    "`touch owned`",
    "; touch owned",
    "a && touch owned",
    "a | touch owned",
    "a\ntouch owned",
    "'; touch owned; '",
    '"; touch owned; "',
    "${IFS}touch",
    "a > owned",
    "*",
    "~root",
    "{a,b}",
    "!!",
    "#",
    "\\",
    "",
    "a b",
    "=ls",
    ...Object.values(attacks).map((text) => text.replaceAll("\0", "")),
  ];

  it("is one argument to the shell, whatever is in it", async () => {
    for (const text of hostile) {
      await attempt(JSON.stringify(text), "an argument", () => {
        const line = command("pulumi config set gcp:universeDomain", text);
        expect(wordsOf(line)).toEqual(["pulumi", "config", "set", "gcp:universeDomain", text]);
        expect(line).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{DI}\u2800]/u);
      });
    }
  });

  it("is the arguments that were meant, for any texts", () => {
    const text = fc.string({ unit: "binary" }).filter((value) => !value.includes("\0") && value.isWellFormed());
    fc.assert(
      fc.property(fc.array(text, { maxLength: 20 }), (texts) => {
        expect(wordsOf(command("pulumi", ...texts))).toEqual(["pulumi", ...texts]);
      }),
      { numRuns: 25 },
    );
  });

  it("to delete an orphan is one command, whatever its name, project and endpoint are", async () => {
    for (const name of [...hostile.filter((text) => text !== ""), "--quiet", "-r", "r"]) {
      for (const endpoint of [undefined, "http://127.0.0.1:8080/compute/v1", "http://127.0.0.1/a b;touch owned/v1"]) {
        await attempt(JSON.stringify(name), `the step of orphans, ${endpoint ?? "at Google"}`, () => {
          const settings = new Settings((key) => (key === "gcp:computeCustomEndpoint" ? endpoint : undefined), {});
          const step = deleteStep(path`projects/my-project/global/routes/${name}`, settings);
          const [program, ...words] = wordsOf(step.command ?? "");
          if (program === "gcloud") expect(words).toEqual(["compute", "routes", "delete", "r", "--project=my-project"]);
          else expect(words).toEqual(["-X", "DELETE", "-H", "Authorization: Bearer ", step.request?.url]);
        });
      }
    }
  });
});
