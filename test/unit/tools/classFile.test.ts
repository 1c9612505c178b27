import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { booleanKind } from "../../../provider/src/fields/scalars";
import { classFile } from "../../../tools/docs/classFile";
import { repository } from "../../../tools/docs/declarations";
import { DefinitionSource } from "../../../tools/docs/definitionSource";
import { type Interfaces, KindTypes } from "../../../tools/docs/kindTypes";
import { isPatch } from "../../../tools/docs/patchTexts";
import { shelfPatch } from "./definitions/shelfPatch";

const text = readFileSync(join(repository, "test/unit/tools/definitions/shelfPatch.ts"), "utf8");

/** The class of the definition and the types that it needs, each on one line. */
function write(definitionText: string, definition = shelfPatch, interfaces = noInterfaces()) {
  if (!isPatch(definition)) throw new Error("The definition patches no object.");
  const source = new DefinitionSource(new Map([["shelfPatch.ts", definitionText]]));
  const written = classFile(definition, "shelfPatch", source, new KindTypes(source, interfaces));
  const oneLine = (each: string) => each.replace(/\n *(?:\* (?!\/))?/g, " ").replace(/ +/g, " ");
  const objects = (all: Map<string, string>) => [...all.values()].map(oneLine).join(" ");
  return { class: oneLine(written), inputs: objects(interfaces.inputs), outputs: objects(interfaces.outputs) };
}

const noInterfaces = (): Interfaces => ({ inputs: new Map(), outputs: new Map(), fractions: new Set() });

describe("the class of a definition", () => {
  const shelf = write(text);

  it.each([
    ["the text of the definition", "/** Some settings of a shelf **that somebody else created**. "],
    [
      "its id",
      "the path of the shelf, `projects/PROJECT/regions/REGION/shelves/NAME`. Nothing can look it up by that id, ",
    ],
    [
      "the deadline, with its own sentence",
      "20 minutes (custom timeouts set another). It includes the wait for the paint. ",
    ],
    [
      "the permissions, with its own",
      "`compute.shelves.get`, `compute.shelves.update`, `compute.regionOperations.get`, `compute.regionOperations.list`, and the right to use the room. Scope: ",
    ],
    ["the source", "Source: shelves.get of the manual. "],
    ["the example", '@example A box ```ts new gce.ShelfPatch("blue", { shelf: "s" }); ``` */ export class ShelfPatch '],
    [
      "the name of the service for the kind",
      "/** Always `compute#shelf`. */ declare readonly kind: pulumi.Output<string>;",
    ],
    ["a managed member", 'such as `boxes["blue"].colour`; that of an item has the key of the item in it. '],
    ["the effect of a restore", "changed since. That can need a ladder. `PREVENT` makes "],
    [
      "the first sentence for an output",
      "/** Boxes, each found by its `label`. */ declare readonly boxes: pulumi.Output<",
    ],
    ["the text for an output", "/** The room. */ declare readonly room: pulumi.Output<string | undefined>;"],
    [
      "the whole text for an argument",
      "/** The room, version 1.2 or later. A long text that nobody needs as an output. */ room?: ",
    ],
    ["an open enumeration", 'colour?: pulumi.Input<Open<"RED" | "GREEN"> | undefined>;'],
    ["a closed one", 'side?: pulumi.Input<"LEFT" | "RIGHT" | undefined>;'],
    ["a list", "marks?: pulumi.Input<pulumi.Input<string>[] | undefined>;"],
    ["a list as an output", "marks: pulumi.Output<string[] | undefined>;"],
    ["a list of objects", "boxes?: pulumi.Input<pulumi.Input<inputs.ShelfBox>[] | undefined>;"],
    ["an object as an output", 'lamp: pulumi.Output<Managed["lamp"]>;'],
    ["an output that is always there", "owner: pulumi.Output<string>;"],
    ["an output of an object", "readers: pulumi.Output<outputs.ShelfReader[] | undefined>;"],
    ["an output of another type", "ports: pulumi.Output<outputs.NamedPort[] | undefined>;"],
    [
      "the object that it is about",
      "/** The shelf, which must exist. A change replaces. */ shelf: pulumi.Input<string>;",
    ],
    ["the settings", "export type ShelfPatchSettings = Omit<ShelfPatchArgs, "],
    ["the earlier values", "previous?: pulumi.Input<ShelfPatchSettings | undefined>;"],
  ])("has %s", (_part, expected) => {
    expect(shelf.class).toContain(expected);
  });

  it.each([
    ["the text of an object", "/** One box on a shelf. */ export interface ShelfBox {"],
    ["the key of a keyed list, which each item has", "label: pulumi.Input<string>;"],
    ["members of another constant", '/** Its colour. */ colour?: pulumi.Input<Open<"RED" | "GREEN"> | undefined>;'],
    ["an object by way of a constant of its kind", "width?: pulumi.Input<ShelfWidth | undefined>;"],
    ["the absence of an item", "/** `true`: the item is not to be there. "],
    ["a required member", "/** Says whether it is lit. */ lit: pulumi.Input<boolean>;"],
    ["a map that others share", "words?: pulumi.Input<Record<string, pulumi.Input<string | null>> | undefined>;"],
  ])("has among the types of arguments %s", (_part, expected) => {
    expect(shelf.inputs).toContain(expected);
  });

  it("tells which numbers have a fraction, for the schema", () => {
    const interfaces = noInterfaces();
    write(text, shelfPatch, interfaces);
    expect([...interfaces.fractions]).toEqual(["ShelfWidthFixed", "ShelfWidthPercent", "ShelfPatchHeight"]);
  });

  it("has the objects of outputs among the types of outputs", () => {
    expect(shelf.outputs).toContain("export interface ShelfReader { /** The reader's name. */ name?: string; ");
    expect(shelf.outputs).toContain("books?: string[];");
  });

  it("says of an argument of our own that its change makes no call, and has it in no settings", () => {
    const definition = { ...shelfPatch, localArguments: { patient: booleanKind } };
    const own = 'example: "boxes",\n  arguments: {\n    /** Says whether to wait. */\n    patient: booleanKind,\n  },';
    const written = write(text.replace('example: "boxes",', own), definition).class;
    expect(written).toContain("/** Says whether to wait. A change makes no call. */ patient?: pulumi.Input<boolean |");
    expect(written).toMatch(/Omit<ShelfPatchArgs, [^>]*"patient"/);
  });
});

describe("a definition is refused that", () => {
  // No type is made of a constant that only gives members to others.
  const comments = [...text.matchAll(/^ *\/\*\*(?:(?!\*\/)[^])*\*\/\n *(?:export )?(?:const )?(\w+)/gm)].filter(
    ([, name]) => name !== "shelfThing",
  );

  it.each(comments.map((match) => [match[1] ?? "", match[0]]))("has no doc comment for %s", (name, commented) => {
    const comment = commented.slice(0, commented.indexOf("*/\n") + 3);
    expect(() => write(text.replace(comment, ""))).toThrow(new RegExp(`\\b${name} has no doc comment`));
  });

  it.each([
    ["has no source", /^ \* @source.*\n/m, "", "ShelfPatch: the doc comment of the definition has no @source."],
    ["has an unknown tag", "@always", "@allways", "A definition has no tag @allways: the tags are permissions, "],
    ["has an object in its place", "objectKind(shelfLamp)", "objectKind({})", "lamp has an object with lit, words: "],
    ["says a field twice", "/** Marks.", "/** Side. */ side: 1,\n    /** Marks.", "side has two doc comments"],
    ["has an output without a type", /\n {5}\* @type.*/, "", "shelf.ports has an object with name, port: make its "],
  ])("%s", (_fault, before, after, message) => {
    expect(() => write(text.replace(before, after))).toThrow(message);
  });

  it("has an object whose name is that of another object of another kind", () => {
    const interfaces = noInterfaces();
    write(text, shelfPatch, interfaces);
    const again = () => write(text.replace("/** In millimetres. */", "/** In inches. */"), shelfPatch, interfaces);
    expect(again).toThrow(
      "Two kinds have different objects shelfWidth, and both become ShelfWidth: rename a constant.",
    );
  });
});
