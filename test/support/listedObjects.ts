import { onTestFinished, vi } from "vitest";
import { project, startCli } from "./cli";
import { loopbackServer } from "./loopbackServer";
import { fc } from "./property";
import { exactMembers, memberSpellings } from "./whatPeopleWrite/members";

/*
 * A service whose lists have any names and texts, for `pulumi-gce adopt`: objects that an emulator would refuse, and some of
 * them twice.
 */

const root = "https://www.googleapis.com/compute/v1";
const own = `projects/${project}/global`;

/** Names that are one to whoever forgets what is between their words, words of languages, and names of other objects. */
const objectNames = [
  ..."a-b ab a--b a-b-2 a-b2 default class import await project region gce pulumi network policy".split(" "),
  ..."route route-1 snapshot-1 association-1 certificate-map-1 binding-1".split(" "),
  "x".repeat(63),
];

/** Texts that end a string, a line, a key or a program, or mean something else where they stand alone. */
export const oddTexts: readonly string[] = [
  ..."a-b a_b aB a/b . .. 1 1-network 1-policy 1-on-corp-binding default gce pulumi __proto__ constructor".split(" "),
  ..."${site} $${site} $ $$5 ` \\ \\u0041 \\\\ud83d \" ' '\" */ // # % a: !x &a *a --- ... | > [ { <<".split(" "),
  ..."~ null true yes no off y n 007 0x1f 0o17 1e3 e1 12:30:45 2001-01-01 .nan é 名前 💣".split(" "),
  ...["", " ", "A B", "a # x", "a: b", "%YAML 1.2", "!!binary aGk=", "- a", "? a", "a, b", "\ta", "a\nb", "a\r\nb"],
  ...["a\nRoute: 99 to adopt.", "\0", "\u0007\u001b[2J", "\u007f", "\u009b2J", "a\u0085b", "a\u2028b\u2029c"],
  ...["\u202eabc", "\u2066x", "\ufeff", "\ufffe", "\uffff", "\ufdd0", "\ud800", "a\udc00b", "\u{1d173}"],
  ...["\u{e0067}\u{e007f}", "\u{1fffe}", "\u{10ffff}", "x".repeat(2_000)],
];

const objectName = fc.constantFrom(...objectNames);
const text = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...oddTexts) },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 30 }) },
  {
    weight: 1,
    arbitrary: fc.tuple(fc.constantFrom(...oddTexts), fc.constantFrom(...oddTexts)).map((two) => two.join("")),
  },
);
const labelText = fc.constantFrom("true", "yes", "null", "y", "a-b", "a_b", "e1", "\u{1d44e}");
const network = objectName.map((name) => `${root}/${own}/networks/${name}`);
/** Networks of two projects can have the same name. */
const anyNetwork = fc.oneof(
  network,
  objectName.map((name) => `${root}/projects/other-project/global/networks/${name}`),
);
const member = fc.constantFrom(...memberSpellings.flat(), ...exactMembers);

/** @param members an object of the kind, but for its name and its link */
const named = <T extends object>(kind: string, members: fc.Arbitrary<T>) =>
  fc.array(
    fc
      .tuple(objectName, members)
      .map(([name, more]) => ({ ...more, name, selfLink: `${root}/${own}/${kind}/${name}` })),
    { maxLength: 6 },
  );

/** Lists as a service answers them: any list can have a name several times. */
export const anyLists = fc.record({
  routes: named(
    "routes",
    fc.record({
      description: text,
      network: fc.oneof(fc.constant(`${root}/${own}/networks/association-1`), network),
      destRange: fc.constant<string>("10.1.0.0/24"),
      nextHopIp: fc.constant<string>("10.0.0.9"),
    }),
  ),
  snapshots: named(
    "snapshots",
    fc.record({
      description: text,
      sourceDisk: fc.constantFrom("p", project).map((owner) => `${root}/projects/${owner}/zones/us-central1-a/disks/d`),
      labels: fc
        .array(fc.tuple(labelText, labelText), { maxLength: 3 })
        .map((entries) => Object.fromEntries(entries) as Record<string, string>),
      status: fc.constant<string>("READY"),
    }),
  ),
  firewallPolicies: named(
    "firewallPolicies",
    fc.record({
      associations: fc.array(fc.record({ name: text, attachmentTarget: anyNetwork }), { maxLength: 3 }),
    }),
  ),
  targetSslProxies: named(
    "targetSslProxies",
    fc.record({
      certificateMap: fc
        .constantFrom("p", project)
        .map((owner) => `//certificatemanager.googleapis.com/projects/${owner}/locations/global/certificateMaps/m`),
    }),
  ),
  grants: fc.array(
    fc.record(
      {
        role: fc.constantFrom("roles/viewer", "roles/compute.admin", `projects/${project}/roles/association1`),
        members: fc.uniqueArray(member, { minLength: 1, maxLength: 4, selector: (one) => one.toLowerCase() }),
        condition: fc.record({ title: text, expression: fc.constant("true") }),
      },
      { requiredKeys: ["role", "members"] },
    ),
    { maxLength: 4 },
  ),
  policyName: text,
});

export type Lists = typeof anyLists extends fc.Arbitrary<infer Generated> ? Generated : never;

/** The number of the hierarchical policy with the grants, which its organization lists twice. */
const policy = "42";

/** The flags of `adopt` that list everything. */
export const everything = ["adopt", "--organization", "7"];

/** A service that answers these lists, for the command of this test. */
export async function startLists() {
  const cli = await startCli();
  let lists: Partial<Lists> = {};
  const { origin, close } = await loopbackServer((request, response) => {
    const last = (request.url ?? "").split("?")[0]?.split("/").at(-1) ?? "";
    const isHierarchical = request.url?.includes("/locations/") === true;
    const hierarchical = { name: policy, shortName: lists.policyName };
    const items = isHierarchical ? [hierarchical, hierarchical] : (lists as Record<string, unknown>)[last];
    const answer = last === "getIamPolicy" ? { version: 3, bindings: lists.grants } : { items };
    response.setHeader("content-type", "application/json").end(JSON.stringify(answer));
  });
  onTestFinished(close);
  vi.stubEnv("GOOGLE_COMPUTE_CUSTOM_ENDPOINT", `${origin}/compute/v1`);
  return {
    ...cli,
    serve: (next: Partial<Lists>) => {
      lists = next;
    },
  };
}
