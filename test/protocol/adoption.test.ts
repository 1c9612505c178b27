import { expect, it } from "vitest";
import { everyKind, nameOf } from "../kinds/every";
import { previewKey } from "../../provider/src/names/internalInputs";
import { startPlugin } from "../support/pluginProcess";
import { startKindProvider } from "../support/kindProvider";
import { mapNamed } from "./others";
import { declared, plainRoute, project, routePath } from "../support/routeProvider";

const saysWhatMayCome = (message: string) =>
  message.endsWith("adopts the existing object as it is, and creates it if there is none.");

const map = `//certificatemanager.googleapis.com/projects/${project}/locations/global/certificateMaps/m`;
const proxy = `projects/${project}/global/targetSslProxies/mail`;

/** The program of each kind, which an earlier run has created. */
const programs = everyKind
  .filter(({ definition, plain }) => definition.adoptable || plain.isSingle)
  .concat(everyKind.filter((kind) => ["FirewallPolicyIamBinding", "FirewallPolicyIamMember"].includes(nameOf(kind))))
  .map((kind) => ({ kind, name: nameOf(kind), plain: declared(nameOf(kind), kind.plain.args(0)) }));

it("a create of what exists already sends no change and leaves no difference, for every kind", async () => {
  const { emulator, provider, nextRun, shownMessages } = await startKindProvider("Route", {
    others: { [proxy]: { certificateMap: map } },
  });
  for (const { kind, plain } of programs) {
    kind.plain.arrange?.(emulator, project, 1);
    await provider.create((await provider.check({}, plain)).inputs);
  }
  await nextRun();
  const handMade = { name: "TargetSslProxyCertificateMap", isAdoptable: false };
  const all = [
    { ...handMade, program: declared(handMade.name, { targetSslProxy: "mail", certificateMap: "m" }) },
    ...programs.map(({ kind, name, plain }) => {
      const isAdoptable = kind.definition.adoptable ?? false;
      return { name, isAdoptable, program: isAdoptable ? { ...plain, adoptExisting: true } : plain };
    }),
  ];
  for (const { name, isAdoptable, program } of all) {
    const before = shownMessages().length;
    const previewed = await provider.check({}, { ...program, [previewKey]: true });
    expect(shownMessages().slice(before).filter(saysWhatMayCome), name).toHaveLength(isAdoptable ? 1 : 0);
    const { inputs } = await provider.check({}, program);
    expect(previewed.inputs).toEqual(inputs);
    emulator.clearRequests();
    const adopted = await provider.create(inputs);
    // Of an `up`, the create alone says which of both it was.
    expect(shownMessages().slice(before).filter(saysWhatMayCome), name).toHaveLength(isAdoptable ? 1 : 0);
    expect(
      shownMessages()
        .slice(before)
        .some((message) => message.includes("The resource adopted it")),
      name,
    ).toBe(isAdoptable);
    expect(
      emulator.requests().filter(({ method }) => method !== "GET"),
      name,
    ).toEqual([]);
    expect(await provider.diff(adopted.id, adopted.outs, inputs), name).toMatchObject({ changes: false });
    const { props } = await provider.read(adopted.id, adopted.outs);
    expect(props, name).toEqual(adopted.outs);
  }
});

it("the plugin says in a preview what an adoption may do, and in an update what it did", async () => {
  const { emulator, provider, inputs } = await startPlugin();
  const args = await inputs({ ...plainRoute, adoptExisting: true });
  emulator.objects.put(routePath, { ...plainRoute });
  const adoptions = () => provider.logs.map(({ message }) => message).filter((one) => one.includes("adopt"));
  await provider.create(args, (request) => request.setPreview(true));
  expect(adoptions()).toEqual([expect.stringMatching(/^gce:Route "r": adopts .* creates it if there is none\.$/)]);
  await provider.create(args);
  expect(adoptions().slice(1)).toEqual([
    expect.stringContaining(
      "The resource adopted it, so destroy deletes it. If the stack manages it under an older name too, a run with",
    ),
  ]);
});

it("adopting a route costs one read, and one that is gone is created with a word about it", async () => {
  const { emulator, provider, inputs, shownMessages } = await startKindProvider("Route");
  const args = await inputs({ ...plainRoute, adoptExisting: true });
  const made = await provider.create(args);
  expect(shownMessages()).toContainEqual('gce:Route "r": nothing exists here that it could adopt, so it is created');
  emulator.clearRequests();
  expect(await provider.create(args)).toEqual(made);
  expect(emulator.requests().map(({ method, path }) => `${method} ${path}`)).toEqual([`GET /compute/v1/${routePath}`]);
});

it("a proxy keeps its map on destroy where the earlier one is gone", async () => {
  const { emulator, made, provider, shownMessages } = await startKindProvider("TargetSslProxyCertificateMap", {
    others: { [proxy]: { certificateMap: mapNamed("before") } },
  });
  const { id, outs } = await made({ targetSslProxy: "mail", certificateMap: "m" });
  const link = `projects/${project}/locations/global/certificateMaps/before`;
  const message = `The resource '${link}' was not found`;
  emulator.fault({
    match: { path: "setCertificateMap$" },
    fault: { kind: "status", status: 404, reason: "notFound", message },
  });
  await provider.delete(id, outs);
  expect(emulator.objects.get(proxy)).toMatchObject({ certificateMap: map });
  expect(shownMessages().join()).toContain(
    "the earlier certificate map of the proxy is gone, so it keeps the certificate map",
  );
});
