import { inspect } from "node:util";
import * as pulumi from "@pulumi/pulumi";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { getNetworkProfiles } from "../../provider/src/functions/getNetworkProfiles";
import { exported, routeInputs, startCli } from "../unit/cli/helpers";
import { planMarkdown } from "../../provider/src/cli/plan/markdown";
import { parsePlan } from "../../provider/src/cli/plan/plan";
import { knownSecrets } from "../../provider/src/shown/secrets";
import { recordLog } from "../support/functionCalls";
import { canaryToken } from "../support/routeProvider";
import { answers, scriptedServer, type Script } from "../support/scriptedServer";
import { headerPlaces, memberPlaces, messagePlaces } from "./places";
import { rawKey, ShownLane, token } from "./shownLane";
import { AdversaryLane } from "./support/lane";
import { attempt } from "./attempt";
import { tracesOf, writings, type Writing } from "./writings";

/** A word before the secret: where it is not shown, nothing was tried. */
const beacon = "beacon ";

function expectNothingOf(said: string, writing: Writing, secret: string): void {
  for (const trace of tracesOf(writing, secret)) {
    expect(said.includes(trace), `${JSON.stringify(trace.slice(0, 16))}… is in it`).toBe(false);
  }
}

describe("what a service repeats of a secret", () => {
  let lane: ShownLane;
  beforeAll(async () => {
    lane = await ShownLane.start();
  });
  afterAll(() => lane.close());

  const attempts = [
    { what: "the token", secret: token, make: "route" },
    { what: "a customer key", secret: rawKey, make: "snapshot" },
  ] as const;

  const shown = attempts.flatMap((attempt) => [
    ...messagePlaces.map((place) => ({ ...attempt, place, word: beacon })),
    ...headerPlaces.map((place) => ({ ...attempt, place, word: "" })),
  ]);

  it.each(shown)("is taken out: $what in $place.name", async ({ what, secret, make, place, word }) => {
    for (const writing of writings) {
      if (word === "" && /[\r\n]/.test(writing.write(secret))) continue;
      await attempt(`${what}, ${writing.name}`, place.name, async () => {
        const outcome = await lane[make](place.hooks(`${word}${writing.write(secret)}`));
        expect(outcome.error !== undefined).toBe(place.fails);
        // A page is told by a short title, or not at all.
        if (place.isShort !== true) expect(outcome.said).toContain(word.trim());
        expectNothingOf(withoutArgument(outcome.said), writing, secret);
      });
    }
  });

  const recorded = attempts.flatMap((attempt) =>
    memberPlaces.filter(({ kinds }) => kinds.includes(attempt.make)).map((place) => ({ ...attempt, place })),
  );

  it.each(recorded)("is not recorded: $what in $place.name", async ({ what, secret, make, place }) => {
    const made = await lane[make]({});
    for (const writing of writings) {
      await attempt(`${what}, ${writing.name}`, place.name, async () => {
        const outcome = await lane.refresh(made, place.hooks(`${beacon}${writing.write(secret)}`));
        expect(outcome.said).toContain(beacon.trim());
        expectNothingOf(withoutArgument(outcome.said), writing, secret);
      });
    }
    await attempt(`${what}, as it is, while it is made`, place.name, async () => {
      const outcome = await lane[make](place.hooks(`${beacon}${secret}`));
      expect(outcome.said).toContain(beacon.trim());
      expect(withoutArgument(outcome.said)).not.toContain(secret);
    });
  });

  /** The key is an argument and a secret of the state: there it belongs. */
  function withoutArgument(said: string): string {
    return said.replaceAll(`"rawKey":"${rawKey}"`, "");
  }

  it("is left where the program itself says it", async () => {
    const name = lane.name("r");
    const description = `made with ${token.slice(0, 12)}`;
    const outcome = await lane.route({}, name, { description });
    expect(outcome.outs?.description).toBe(description);
  });
});

describe("what a service repeats to a function", () => {
  const server = async (script: Script) => {
    const { origin } = await scriptedServer(script);
    pulumi.runtime.setAllConfig({
      "gcp:project": "my-project",
      "gcp:computeCustomEndpoint": `${origin}/compute/v1`,
      "gcp:accessToken": token,
    });
    onTestFinished(() => {
      pulumi.runtime.setAllConfig({});
    });
  };

  const places: readonly [place: string, script: (text: string) => Script][] = [
    ["a member of an item", (text) => answers(200, { items: [{ name: "n", description: text }] })],
    ["the name of a member", (text) => answers(200, { items: [{ name: "n", [text]: "v" }] })],
    [
      "a warning",
      (text) => answers(200, { items: [], warning: { code: "W", message: text, data: [{ key: "k", value: text }] } }),
    ],
    ["what could not be reached", (text) => answers(200, { items: [], unreachables: [text] })],
    [
      "the message of a refusal",
      (text) => answers(403, { error: { code: 403, message: text, errors: [{ reason: text, message: text }] } }),
    ],
    ["a page", (text) => answers(403, `<title>${text}</title>`)],
  ];

  it.each(places)("is taken out of %s, of the log, and of the error with its causes", async (place, script) => {
    for (const writing of writings) {
      await attempt(`the token, ${writing.name}`, `getNetworkProfiles: ${place}`, async () => {
        await server(script(`${beacon}${writing.write(token)}`));
        const log = recordLog();
        const outcome: unknown = await getNetworkProfiles({}).catch((error: unknown) => error);
        const said = inspect([outcome, log], {
          depth: 30,
          showHidden: true,
          maxStringLength: null,
          maxArrayLength: null,
        });
        if (place !== "a page") expect(said + JSON.stringify(outcome)).toContain("beacon");
        expectNothingOf(said + JSON.stringify([outcome, log]), writing, token);
      });
    }
  });
});

describe("what a service repeats to a command", () => {
  const text = (writing: Writing) => `${beacon}${writing.write(token)}`;

  it("is taken out of what orphans says", async () => {
    const cli = await startCli();
    const { origin } = await scriptedServer((request, response) =>
      answers(403, { error: { code: 403, message: said, errors: [{ reason: "forbidden", message: said }] } })(
        request,
        response,
      ),
    );
    process.env.GOOGLE_COMPUTE_CUSTOM_ENDPOINT = `${origin}/compute/v1`;
    process.env.GOOGLE_OAUTH_ACCESS_TOKEN = token;
    cli.write({ pending: [{ resource: exported("Route", "egress", routeInputs("egress")) }] });
    let said = "";
    for (const writing of writings) {
      await attempt(`the token, ${writing.name}`, "orphans: a refusal", async () => {
        said = text(writing);
        const told = await cli.orphans();
        expect(told.out).toContain("beacon");
        expectNothingOf(told.out + told.error, writing, token);
        const json = await cli.orphans("--json");
        expect(JSON.parse(json.out)).toMatchObject({ findings: [{ situation: "unknown" }] });
        expectNothingOf(json.out + json.error, writing, token);
      });
    }
  });

  it("is taken out of the plan of a preview that failed", async () => {
    knownSecrets.add(token, "token");
    for (const writing of writings) {
      await attempt(`the token, ${writing.name}`, "plan: a message, a value", () => {
        const inputs = { description: text(writing) };
        const steps = [
          { op: "create", urn: "urn:pulumi:dev::p::pulumi-nodejs:dynamic/gce:Route::r", newState: { inputs } },
        ];
        const plan = parsePlan(JSON.stringify({ steps, diagnostics: [{ severity: "error", message: text(writing) }] }));
        const markdown = planMarkdown(plan);
        expect(markdown.match(/beacon/g)).toHaveLength(2);
        expectNothingOf(markdown.replaceAll("\\", ""), writing, token);
        expectNothingOf(markdown, writing, token);
      });
    }
  });
});

describe("a text of somebody else that is the token of this run", () => {
  it("is not lost to the word in its place when an object is written back", async () => {
    const lane = await AdversaryLane.start();
    await attempt("a colleague's text", "setIamPolicy", async () => {
      const path = "locations/global/firewallPolicies/123";
      const theirs = { bindings: [{ role: "roles/theirs", members: [`user:${canaryToken}@example.com`] }] };
      lane.emulator.objects.put(path, { iamPolicy: theirs });
      const args = { firewallPolicy: path, role: "roles/viewer", member: "user:a@example.com" };
      const made = lane.create("FirewallPolicyIamMember", args);
      await expect(made).rejects.toThrow("a change would delete the text from the object");
      expect(lane.emulator.objects.get(path)?.iamPolicy).toMatchObject(theirs);
    });
    await lane.close();
  });
});
