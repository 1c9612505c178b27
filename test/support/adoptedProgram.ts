import ts from "typescript";
import { parse } from "yaml";
import { everyKind, nameOf } from "../kinds/every";

/** A resource that a program declares, with the values of its constants. */
export interface DeclaredResource {
  readonly variable: string;
  readonly kind: string;
  readonly name: string;
  readonly args: Record<string, unknown>;
}

const kinds = everyKind.map(nameOf);

/** The types of the language and of the package that a check of a program needs. */
const declarations = `${["Array<T>", "Boolean", "CallableFunction", "Function", "IArguments", "NewableFunction", "Number", "Object", "RegExp", "String"].map((name) => `interface ${name} {}`).join("\n")}
declare module "pulumi-gce" {
${kinds.map((kind) => `  export class ${kind} { constructor(name: string, args: object, options?: object); }`).join("\n")}
}`;

/** The problems that the compiler has with a program. */
export function checkTypeScript(program: string): string[] {
  const texts: Readonly<Record<string, string>> = { "/adopted.ts": program, "/declarations.d.ts": declarations };
  const options: ts.CompilerOptions = {
    noLib: true,
    strict: true,
    noEmit: true,
    target: ts.ScriptTarget.ES2022,
    types: [],
  };
  const host: ts.CompilerHost = {
    getSourceFile: (name, target) => {
      const text = texts[name];
      return text === undefined ? undefined : ts.createSourceFile(name, text, target);
    },
    getDefaultLibFileName: () => "",
    writeFile: () => undefined,
    getCurrentDirectory: () => "/",
    getCanonicalFileName: (name) => name,
    useCaseSensitiveFileNames: () => true,
    getNewLine: () => "\n",
    fileExists: (name) => name in texts,
    readFile: (name) => texts[name],
  };
  const found = ts.getPreEmitDiagnostics(ts.createProgram(Object.keys(texts), options, host));
  return found.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"));
}

/** The resources that a program for the classes declares, in its order. */
export function readTypeScript(program: string): DeclaredResource[] {
  const module = { exports: {} as Record<string, unknown> };
  const declare = (kind: string) =>
    class {
      constructor(
        readonly name: string,
        readonly args: Record<string, unknown>,
      ) {}
      readonly kind = kind;
    };
  const classes = Object.fromEntries(kinds.map((kind) => [kind, declare(kind)]));
  const { outputText } = ts.transpileModule(program, {
    compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 },
  });
  new Function("require", "module", "exports", outputText)(() => classes, module, module.exports);
  return Object.entries(module.exports as Record<string, Omit<DeclaredResource, "variable">>).map(
    ([variable, { kind, name, args }]) => ({ variable, kind, name, args }),
  );
}

interface YamlProgram {
  readonly variables?: Readonly<Record<string, unknown>>;
  readonly resources: Readonly<Record<string, { type: string; name: string; properties: Record<string, unknown> }>>;
}

/** The same of a program in YAML, as Pulumi reads it. Fails at a key that is there twice. */
export function readYaml(program: string, version: "1.1" | "1.2"): DeclaredResource[] {
  const { resources, variables = {} } = parse(program, { version, uniqueKeys: true }) as YamlProgram;
  const constants = interpolate(variables, {}) as Readonly<Record<string, unknown>>;
  return Object.entries(resources).map(([variable, { type, name, properties }]) => ({
    variable,
    kind: type.replace("gce:index:", ""),
    name,
    args: interpolate(properties, constants) as Record<string, unknown>,
  }));
}

/** Keys and texts without their escapes, and with constants in the place of references. */
function interpolate(value: unknown, constants: Readonly<Record<string, unknown>>): unknown {
  if (typeof value === "string") {
    return value.replace(/\$\$|\$\{([^}]*)\}/g, (_whole, name?: string) => {
      const constant = name === undefined ? "$" : constants[name];
      if (typeof constant !== "string") throw new Error(`The program has no ${String(name)}.`);
      return constant;
    });
  }
  if (Array.isArray(value)) return value.map((item) => interpolate(item, constants));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [interpolate(key, constants), interpolate(item, constants)]),
  );
}
