import { expect, it } from "vitest";
import { kindNamed, everyKind, nameOf } from "../kinds/every";
import { startKindProvider } from "../support/kindProvider";
import { captureFailure, project } from "../support/routeProvider";

const changeable = everyKind.filter(({ plain }) => plain.change !== undefined).map(nameOf);

it.each(changeable)("a change of a %s that somebody has deleted advises a refresh", async (kind) => {
  const { arrange, args, change } = kindNamed(kind).plain;
  const { emulator, provider, inputs } = await startKindProvider(kind);
  arrange?.(emulator, project, 1);
  const { id, outs } = await provider.create(await inputs(args(0)));
  // A swap to another policy finds the network free.
  const inPlace = kind === "NetworkFirewallPolicyAssociation" ? { name: "renamed" } : change;
  const news = await inputs({ ...args(0), ...inPlace });
  // The object itself, or what it is in.
  const [place] = emulator.objects.list().filter(({ path }) => `${id}/`.startsWith(`${path}/`));
  emulator.objects.delete(typeof outs.firewallPolicy === "string" ? outs.firewallPolicy : (place?.path ?? ""));
  const { message } = await captureFailure(provider.update(id, outs, news));
  expect(message).toMatch(/HTTP 404 notFound/);
  expect(message).toContain(
    "The state records it, and it is not there any more: somebody has deleted it. Run `pulumi refresh`, then `pulumi up`.",
  );
  expect(message).not.toContain("create it first");
});

it("a change in a project that is not found keeps its own advice", async () => {
  const { arrange, args, change } = kindNamed("Snapshot").plain;
  const { emulator, provider, inputs } = await startKindProvider("Snapshot");
  arrange?.(emulator, project, 1);
  const { id, outs } = await provider.create(await inputs(args(0)));
  const message = `The resource 'projects/${project}' was not found`;
  emulator.fault({ times: "always", fault: { kind: "status", status: 404, reason: "notFound", message } });
  const failure = await captureFailure(provider.update(id, outs, await inputs({ ...args(0), ...change })));
  expect(failure.message).toContain("The service does not know the project");
  expect(failure.message).not.toContain("somebody has deleted it");
});

it("a change that refers to something that is not there names that", async () => {
  const { arrange, args } = kindNamed("NetworkFirewallPolicyAssociation").plain;
  const { emulator, provider, inputs } = await startKindProvider("NetworkFirewallPolicyAssociation");
  arrange?.(emulator, project, 1);
  const { id, outs } = await provider.create(await inputs(args(0)));
  const failure = await captureFailure(
    provider.update(id, outs, await inputs({ ...args(0), firewallPolicy: "missing" })),
  );
  expect(failure.message).toMatch(/firewallPolicies\/missing' was not found[^]*create it first/);
});
