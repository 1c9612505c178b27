import { join } from "node:path";
import { format } from "oxfmt";
import type { ResourceDefinition } from "../../provider/src/lifecycle/schema/definition";
import { listOutputs } from "../../provider/src/lifecycle/schema/field";
import { type FoundKind, sources } from "./scan";

/** The file with what a program and the commands know of each kind: they do not load the definitions. */
export const namesFile = join(sources, "names/kinds.ts");

/** The file that loads the definition of each kind. */
export const registryFile = join(sources, "engine/steps/registry.ts");

const note = "`npm run docs:reference` writes this file from the definitions of provider/src/resources.";

/** The files that are written of the kinds, with their texts. */
export async function kindFiles(kinds: readonly FoundKind[]): Promise<ReadonlyMap<string, string>> {
  const texts = { [namesFile]: namesText(kinds), [registryFile]: registryText(kinds) };
  return new Map(
    await Promise.all(Object.entries(texts).map(async ([file, text]) => [file, await formatCode(file, text)] as const)),
  );
}

function namesText(kinds: readonly FoundKind[]): string {
  const byKind = (toValue: (definition: ResourceDefinition) => unknown) => {
    const entries = kinds.map(({ definition }) => [definition.kind, toValue(definition)] as const);
    return JSON.stringify(Object.fromEntries(entries.filter(([, value]) => value !== undefined)));
  };
  const patches = kinds.flatMap(({ definition: { kind, partial } }) => (partial === undefined ? [] : [kind]));
  return `
    /* ${note} */
    import type { DeleteEffects } from "./deleteEffects";

    type ByKind<T> = Readonly<Record<string, T>>;

    /** The outputs of each class. */
    export const outputNames: ByKind<readonly string[]> = ${byKind(({ fields }) => listOutputs(fields).map(([name]) => name))};

    /** The arguments that the id of a resource shows. */
    export const idArguments: ByKind<readonly string[]> = ${byKind(({ identity }) => identity.arguments ?? identity.members)};

    /** Outputs that the state keeps encrypted whether an input is a secret or not. */
    export const secretOutputs: ByKind<readonly string[]> = ${byKind((definition) => definition.secretOutputs)};

    /** The collection of the objects that a kind owns. */
    export const ownedCollections: ByKind<string> = ${byKind(({ collection }) => collection?.name)};

    /** The kinds that set parts of an object of somebody else's. */
    export const patchKinds: readonly string[] = ${JSON.stringify(patches)};

    /** The effects of a delete, by the policies that a kind offers; the first is its default. */
    export const deleteEffects: ByKind<DeleteEffects> = ${byKind((definition) => definition.deleteEffects)};
  `;
}

function registryText(kinds: readonly FoundKind[]): string {
  const entries = kinds.map(({ definition, module, constant }) => {
    const path = JSON.stringify(`../../${module}`);
    return `${definition.kind}: () => (require(${path}) as typeof import(${path})).${constant},`;
  });
  return `
    /* eslint-disable @typescript-eslint/no-require-imports -- a kind that a stack does not use is not loaded, and the provider process answers synchronously */
    /* ${note} */
    import type { Registry } from "./loadKind";

    /** Every kind of this package. */
    export const registry = { ${entries.join("\n")} } as const satisfies Registry;
  `;
}

/** As .oxfmtrc.jsonc has it. */
async function formatCode(file: string, text: string): Promise<string> {
  const { code, errors } = await format(file, text, { printWidth: 120, objectWrap: "collapse" });
  if (errors.length > 0) throw new Error(`${file}: ${errors.map(({ message }) => message).join("\n")}`);
  return code;
}
