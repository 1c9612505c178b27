import { chmodSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { planMarkdown } from "../../provider/src/cli/plan/markdown";
import { parsePlan } from "../../provider/src/cli/plan/plan";
import { startRouteStack, succeeded } from "../support/routeStack";

/** A policy pack, as a program that speaks the engine's protocol: the usual ones need a host that is in no package. */
const pack = `#!/usr/bin/env node
const grpc = require("@grpc/grpc-js");
const { AnalyzerService } = require("@pulumi/pulumi/proto/analyzer_grpc_pb.js");
const messages = require("@pulumi/pulumi/proto/analyzer_pb.js");
const { PluginInfo } = require("@pulumi/pulumi/proto/plugin_pb.js");
const { Empty } = require("google-protobuf/google/protobuf/empty_pb.js");
const { Struct } = require("google-protobuf/google/protobuf/struct_pb.js");

const level = { advisory: 0, mandatory: 1, remediate: 3 };
const named = (message, name) =>
  message.setPolicyname(name).setPolicypackname("network-rules").setPolicypackversion("1.0.0");
const word = (urn, name, enforcement, text) =>
  named(new messages.AnalyzeDiagnostic(), name).setUrn(urn).setMessage(text).setEnforcementlevel(level[enforcement]);

const answers = {
  getAnalyzerInfo: () => new messages.AnalyzerInfo().setName("network-rules").setVersion("1.0.0"),
  getPluginInfo: () => new PluginInfo().setVersion("1.0.0"),
  configure: () => new Empty(),
  remediate(request) {
    const values = request.getProperties().toJavaScript();
    const response = new messages.RemediateResponse();
    if (!request.getType().endsWith("Route") || values.priority !== undefined) return response;
    const properties = Struct.fromJavaScript({ ...values, priority: 900 });
    return response.setRemediationsList([named(new messages.Remediation(), "set-priority").setProperties(properties)]);
  },
  analyze(request) {
    const { destRange, description } = request.getProperties().toJavaScript();
    const urn = request.getUrn();
    const found = [];
    if (destRange === "0.0.0.0/0") found.push(word(urn, "no-default-route", "mandatory", "no route to everywhere"));
    if (destRange !== undefined && description === undefined)
      found.push(word(urn, "has-description", "advisory", "give a description"));
    return new messages.AnalyzeResponse().setDiagnosticsList(found);
  },
  analyzeStack: () =>
    new messages.AnalyzeResponse().setDiagnosticsList([word("", "few-routes", "advisory", "the stack has routes")]),
};

const server = new grpc.Server();
const unary = (answer) => (call, respond) => respond(null, answer(call.request));
server.addService(
  AnalyzerService,
  Object.fromEntries(Object.entries(answers).map(([name, answer]) => [name, unary(answer)])),
);
server.bindAsync("127.0.0.1:0", grpc.ServerCredentials.createInsecure(), (_error, port) => console.log(port));
`;

const program = (destRange: string) => `
  class Comp extends pulumi.ComponentResource {
    constructor(name) { super("my:index:Comp", name); }
  }
  const parent = new Comp("web::eu");
  const route = { network: "default", nextHopIp: "10.0.0.9" };
  new gce.Route("a::b", { ...route, name: "wide", destRange: "${destRange}" }, { parent });
  new gce.Route("narrow", { ...route, name: "narrow", destRange: "10.2.0.0/16", priority: 5, description: "d" });`;

it("a policy pack that blocks, warns and changes is beside the rows of the plan", async ({ skip }) => {
  const { stack } = await startRouteStack({ program: program("0.0.0.0/0"), files: { "rules.cjs": pack } });
  const rules = join(stack.folder, "rules.cjs");
  chmodSync(rules, 0o755);
  const flags = ["preview", "--json", "--non-interactive", "--policy-pack", rules];
  const preview = () => stack.pulumi(flags, { PULUMI_ENABLE_STREAMING_JSON_PREVIEW: "true" });

  const blocked = await preview();
  skip(blocked.output.includes("failed to load Pulumi policy project"), "This CLI runs no pack that is a program.");
  expect(blocked.code).not.toBe(0);
  const values = (destRange: string) =>
    [`destRange: "${destRange}"`, 'name: "wide"', 'network: "projects/my-project/global/networks/default"']
      .concat(['nextHopIp: "10.0.0.9"', "priority: 900", 'project: "my-project"'])
      .map((value) => value.replace(/^(\w+): (.*)$/, "`$1`: `$2`"));
  const changes = "policy `set-priority` of `network-rules` changes `priority`: – → `900`";
  const warns = "policy `has-description` of `network-rules` warns: `give a description`";
  const blocks = "policy `no-default-route` of `network-rules` **blocks**: `no route to everywhere`";
  const row = (destRange: string, ...notes: string[]) =>
    `| create | \`gce:Route\` \`a::b\` in \`web::eu\` | ${[...values(destRange), ...notes].join("<br>")} |`;
  const refused = planMarkdown(parsePlan(blocked.output)).split("\n");
  expect(refused.slice(0, 5)).toEqual([
    "### Blocked by policy. Plan: 3 to create, 0 unchanged",
    "",
    "| | Resource | What changes |",
    "| --- | --- | --- |",
    row("0.0.0.0/0", blocks, warns, changes),
  ]);
  const stackNote = "policy `few-routes` of `network-rules` warns: `the stack has routes`";
  expect(refused).toContain(`| policy | \`pulumi:pulumi:Stack\` \`test-project-dev\` | ${stackNote} |`);

  stack.program(program("10.1.0.0/16"));
  const allowed = planMarkdown(parsePlan(succeeded(await preview())));
  expect(allowed).toMatch(/^### Plan: 3 to create, 0 unchanged\n/);
  expect(allowed).toContain(`\n${row("10.1.0.0/16", warns, changes)}\n`);
});
