import eslint from "@eslint/js";
import tseslint from "typescript-eslint";

/** What files may not import besides: .dependency-cruiser.cjs holds the floors and refuses circles. */
const mayNotImport = (files, forbidden, message) => ({
  files,
  rules: {
    "no-restricted-imports": ["error", { patterns: [{ regex: forbidden, message }] }],
  },
});

const exportedByName = [
  {
    selector: "ExportDefaultDeclaration",
    message: "Export by name: a default export has no name to search for.",
  },
  {
    // The public namespaces `input` and `output` are the types of several files.
    selector: "ExportAllDeclaration[exported=null][exportKind!='type']",
    message: "Name what is exported: no barrel files.",
  },
];

/** Words of advice: of Pulumi's commands and options, and of settings. */
const advice = "/pulumi up|pulumi config|customTimeouts|dependsOn|--parallel|gcp:|HTTPS?_PROXY|NO_PROXY/";

const statesFacts = ["Literal[value=", "TemplateElement[value.raw="].map((text) => ({
  selector: `${text}${advice}]`,
  message:
    "State a fact (http/errors/fault.ts): what helps is said by settings/advice.ts and by who speaks to the user.",
}));

/** What is made of a value that may be an object: one with a `toString` of its own ends it. */
const numbersOfTexts = [
  {
    selector: "CallExpression[callee.name='Number']",
    message: "Number(value) throws for an object: take Number.parseFloat, which the compiler gives texts alone.",
  },
  {
    selector: "CallExpression > Identifier.arguments[name=/^(String|Number)$/]",
    message: "String(value) throws for an object: call it where the compiler sees the type, or take scalarText.",
  },
];

/** The executor and the record: a definition says what to do, and the lifecycle does it. */
const drivesNothing = [
  {
    selector: "CallExpression[callee.name=/^(mutate|mutateWithoutOperation|borrow|carryOut)$/]",
    message: "Return the change: the lifecycle makes it (lifecycle/changes/carryOut.ts).",
  },
  {
    selector: "CallExpression[callee.object.name='job'][callee.property.name=/^(keep|note|noteSent)$/]",
    message: "Say in the plan what is recorded: the lifecycle writes the record, before it sends.",
  },
];

/** Words that say nothing of their subject, wherever they stand in a name. */
const endedWords = ["there", "of", "nobody", "somebody", "told", "seen", "held", "kept", "said", "given", "meant"];

/** Whole names of a private language: each has a word that every engineer knows. */
const endedNames = [
  ...["becameOf", "findSent", "cameToNothing", "leavesUnseen", "comesToBe", "whatRemains", "wasLeft", "madeBy"],
  ...["takeOver", "takeUp", "isAnother", "refuseAnother", "anotherInWords", "isPredecessor", "differsForGood"],
  ...["Patience", "patienceMs", "youngForMs", "readChanged", "readIfThere", "equalLooks", "isOutrun", "setback"],
  ...["whenFree", "inTurn", "RunMemory", "declaredBeside", "isHeldBeside", "claimantOf", "needsRoom", "twinsOf"],
  ...["knownOnlyHere", "serverMayFill", "changedMeaning", "tellLeftAlone", "isTooFast", "meantSetting"],
  ...["strayKeys", "quietStacks"],
];

/** Matches a word at the start of a name, after a change to capitals, and between underscores. */
const endedVocabulary = [
  `^[_#]*(?:${endedWords.join("|")})(?![a-z])`,
  `(?:${endedWords.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("|")})(?![a-z])`,
  `(?:^|_)(?:${endedWords.join("|").toUpperCase()})(?:_|$)`,
  `^(?:${endedNames.join("|")})$`,
].join("|");

export default tseslint.config(
  {
    ignores: [
      "**/dist/**",
      "provider/lib/**",
      "emulator/lib/**",
      "**/node_modules/**",
      "test-results/**",
      "site/**",
      ".cache/**",
      "acceptance/runs/**",
      "test/package/states/**",
      "**/*.cjs",
    ],
  },
  eslint.configs.recommended,
  ...tseslint.configs.strict,
  ...tseslint.configs.stylistic,
  {
    rules: {
      "@typescript-eslint/no-explicit-any": "error",
      "@typescript-eslint/consistent-type-imports": ["error", { disallowTypeAnnotations: false }],
      "@typescript-eslint/no-non-null-assertion": "error",
      "no-restricted-syntax": ["error", ...exportedByName],
      eqeqeq: "error",
    },
  },
  {
    // A statement on one line needs no braces, and one on several lines does.
    rules: { curly: ["error", "multi-or-nest"] },
  },
  {
    // Answers, states and programs hold anything: nothing makes a text of a value whose form is not known (scalarText, thrownText).
    files: ["provider/src/**/*.ts"],
    languageOptions: { parserOptions: { project: "provider/tsconfig.json", tsconfigRootDir: import.meta.dirname } },
    rules: {
      "@typescript-eslint/no-base-to-string": ["error", { checkUnknown: true }],
      "@typescript-eslint/restrict-plus-operands": "error",
      "no-restricted-syntax": ["error", ...exportedByName, ...numbersOfTexts],
    },
  },
  {
    files: ["provider/src/{compute,http}/**/*.ts"],
    rules: { "no-restricted-syntax": ["error", ...exportedByName, ...numbersOfTexts, ...statesFacts] },
  },
  {
    files: ["provider/src/{resources,parts}/**/*.ts"],
    rules: { "no-restricted-syntax": ["error", ...exportedByName, ...numbersOfTexts, ...drivesNothing] },
  },
  {
    files: [
      "provider/src/**/*.ts",
      "emulator/src/**/*.{ts,tsx}",
      "{tools,bench,acceptance}/**/*.ts",
      "test/{support,simulation,protocol}/**/*.ts",
      "test/unit/{cli,compute,emulator,engine,functions,program,settings}/**/*.ts",
    ],
    rules: {
      "@typescript-eslint/naming-convention": [
        "error",
        {
          selector: "default",
          format: null,
          custom: { regex: endedVocabulary, match: false },
          // A member of JSON Schema.
          filter: { regex: "^oneOf$", match: false },
        },
        // A name in quotes is a text.
        { selector: ["objectLiteralProperty", "typeProperty"], modifiers: ["requiresQuotes"], format: null },
      ],
    },
  },
  {
    files: ["{provider/src,tools,bench,acceptance,test}/**/*.ts", "emulator/src/**/*.{ts,tsx}"],
    rules: {
      // A comment begins with the thing.
      "no-warning-comments": ["error", { terms: ["what", "whether", "who", "whose"], decoration: ["*"] }],
    },
  },
  mayNotImport(
    ["provider/src/{cli,parts,lifecycle,settings,compute,http,fields,names,messages}/**/*.ts"],
    "^@pulumi/",
    "This room knows no Pulumi: only what a program loads and what talks to the engine does.",
  ),
  mayNotImport(
    ["provider/src/resources/*/!(definition).ts"],
    "^\\.\\./\\.\\./(?!program/|types/)",
    "What a program declares does no I/O: calls belong in the definition beside it.",
  ),
  mayNotImport(
    ["provider/src/resources/*/definition.ts", "provider/src/resources/*/definition/*.ts"],
    "^@pulumi/|/program/|^undici|^p-retry",
    "A definition is a fields table and calls: no Pulumi, no transport.",
  ),
  mayNotImport(
    ["provider/src/functions/**/*.ts"],
    "^undici|^p-retry|^google-auth-library",
    "functions/ reaches the service through http/ and compute/ alone.",
  ),
  mayNotImport(
    ["provider/src/functions/{call,definitions}/**/*.ts", "provider/src/functions/invoke.ts"],
    "^undici|^p-retry|^google-auth-library|^@pulumi/|/forms/|/program/",
    "What a function does knows no Pulumi, as the plugin has it too: that belongs in forms/.",
  ),
  mayNotImport(
    ["test/!(support)/**/*.ts", "test/support/!(property).ts"],
    "^fast-check$",
    "Take fc from test/support/property.ts: it has the seed of the day, and more runs at night.",
  ),
  {
    // Bodies, seeds and data files hold anything: nothing makes a text of a value whose form is not known (toText).
    files: ["emulator/src/**/*.ts"],
    ignores: ["emulator/src/console/page/**"],
    languageOptions: { parserOptions: { project: "emulator/tsconfig.json", tsconfigRootDir: import.meta.dirname } },
    rules: {
      "@typescript-eslint/no-base-to-string": ["error", { checkUnknown: true }],
      "@typescript-eslint/restrict-template-expressions": "error",
      "@typescript-eslint/restrict-plus-operands": "error",
    },
  },
  mayNotImport(
    ["emulator/src/**/*.{ts,tsx}"],
    "provider/|pulumi-gce$|^@pulumi/",
    "The emulator is written apart from the provider, so that one cannot repeat the other's mistake.",
  ),
  {
    // Tools that are given a module take its default export.
    files: [".remarkrc.mjs", "eslint.config.js", "vitest.config.ts"],
    rules: { "no-restricted-syntax": "off" },
  },
);
