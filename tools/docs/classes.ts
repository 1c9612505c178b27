import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { permissionTo } from "../../provider/src/compute/objects";
import type { Kind } from "../../provider/src/fields/kind";
import type { ResourceDefinition } from "../../provider/src/lifecycle/schema/definition";
import { classText, nestedTypesText, type DocumentedKind, type NestedType } from "./classFile";
import { capitalize, repository } from "./declarations";
import { readConstants } from "./docComments";
import { resources } from "./resourcePage";
import { zonalGroupText } from "./zonalGroup";

/*
 * The classes that follow from definitions: those whose constant has a doc comment with an example.
 */

const sources = join(repository, "provider/src");
const regionalGroup = "resources/instanceGroupManagerPatch/regionInstanceGroupManagerPatch.ts";

/** Writes each class, and the types of what is in them. */
export async function writeClasses(): Promise<void> {
  for (const [file, text] of await generatedTexts()) {
    mkdirSync(dirname(join(sources, file)), { recursive: true });
    writeFileSync(join(sources, file), text);
  }
}

/** The text of each file, by its path in the sources. */
export async function generatedTexts(): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  const { kinds, types } = readDocumentedKinds();
  for (const kind of kinds) texts.set(classFile(kind.definition.kind), await classText(kind));
  texts.set("types/patchedItems.ts", await nestedTypesText(types));
  texts.set(
    classFile("InstanceGroupManagerPatch"),
    zonalGroupText(readFileSync(join(sources, regionalGroup), "utf8"), basename(regionalGroup)),
  );
  return texts;
}

/** The members of nested types that are numbers with a fraction: `SubnetworkLogConfigFlowSampling`. */
export function listFractions(): string[] {
  return [...readDocumentedKinds().types].flatMap(([name, { constant, kind }]) =>
    [...constant.members.keys()].flatMap((member) =>
      kind.member?.(member)?.isFraction ? [name + capitalize(member)] : [],
    ),
  );
}

function classFile(kind: string): string {
  return `resources/generated/${uncapitalize(kind)}.ts`;
}

function uncapitalize(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1);
}

/** The kinds with doc comments, and the types of what is in them. */
function readDocumentedKinds(): { kinds: DocumentedKind[]; types: Map<string, NestedType> } {
  const kinds: DocumentedKind[] = [];
  const types = new Map<string, NestedType>();
  const folder = join(sources, "resources");
  for (const file of readdirSync(folder).filter((name) => name.endsWith("Patch.ts"))) {
    const constants = readConstants(join(folder, file));
    for (const definition of Object.values<ResourceDefinition>(resources)) {
      const { text = "" } = constants.get(uncapitalize(definition.kind)) ?? {};
      const { patches, partial } = definition;
      if (patches === undefined || partial === undefined || !text.includes("@example")) continue;
      const members = ownMembers(definition, constants);
      addTypes(Object.entries(partial.members), members);
      const { noun, collection } = patches;
      const operations = `${collection.scope === "global" ? "global" : collection.scope}Operations`;
      const permissions = [
        ...["get", "update"].map((verb) => permissionTo(verb, collection)),
        ...["get", "list"].map((verb) => `compute.${operations}.${verb}`),
      ];
      kinds.push({ definition, noun, permissions, module: basename(file, ".ts"), text, members });
    }

    function addTypes(fields: readonly (readonly [string, Kind])[], members: DocumentedKind["members"]) {
      for (const [name, kind] of fields) {
        const { typeName } = members.get(name) ?? {};
        const literal = typeName === undefined ? undefined : uncapitalize(typeName);
        const documented = literal === undefined ? undefined : constants.get(literal);
        if (typeName === undefined || documented === undefined || types.has(typeName)) continue;
        const item = kind.item ?? kind;
        const keys = kind.byKey?.map.member?.("")?.keyNames;
        types.set(typeName, { constant: documented, kind: item, keys });
        addTypes(
          [...documented.members.keys()].flatMap((member): [string, Kind][] => {
            const one = item.member?.(member);
            return one === undefined ? [] : [[member, one]];
          }),
          documented.members,
        );
      }
    }
  }
  return { kinds, types };
}

/** The comments of the settings and outputs of a kind: members of the constants that are no types of their own. */
function ownMembers(
  { fields }: ResourceDefinition,
  constants: ReturnType<typeof readConstants>,
): DocumentedKind["members"] {
  const nested = new Set(
    [...constants.values()].flatMap(({ members }) => [...members.values()].map(({ typeName = "" }) => typeName)),
  );
  const isNested = (name: string) => nested.has(capitalize(name));
  const all = [...constants].flatMap(([name, { members }]) => (isNested(name) ? [] : [...members]));
  return new Map(all.filter(([name]) => Object.hasOwn(fields, name)));
}
