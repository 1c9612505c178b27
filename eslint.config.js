import eslint from "@eslint/js";
import tseslint from "typescript-eslint";

/**
 * The arrows of the house: a folder may import only from the folders to its right.
 *
 *   resources → runtime, functions → compute, resources/<noun>/lifecycle → runtime and compute,
 *   runtime → compute, compute → nothing of ours.
 */
const mayNotImport = (files, forbidden, message) => ({
  files,
  rules: {
    "no-restricted-imports": ["error", { patterns: [{ regex: forbidden, message }] }],
  },
});

export default tseslint.config(
  {
    ignores: [
      "**/dist/**",
      "provider/lib/**",
      "**/node_modules/**",
      "test-results/**",
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
      "no-restricted-syntax": [
        "error",
        {
          selector: "ExportDefaultDeclaration",
          message: "Export by name: a default export has no name to search for.",
        },
        { selector: "ExportAllDeclaration[exported=null]", message: "Name what is exported: no barrel files." },
      ],
      eqeqeq: "error",
    },
  },
  mayNotImport(
    ["provider/src/compute/**/*.ts"],
    "^(@pulumi/|\\.\\./(\\.\\./)?(runtime|resources|functions|config|auth|index))",
    "compute/ is the Compute Engine side: it knows neither Pulumi nor any other folder of ours.",
  ),
  mayNotImport(
    ["provider/src/shown/**/*.ts"],
    "^(@pulumi/|\\.\\./)",
    "shown/ is the gate of everything that is shown: all other folders may use it, and it knows none.",
  ),
  mayNotImport(
    ["provider/src/runtime/**/*.ts"],
    "^\\.\\./(\\.\\./)?(functions|index$|resources/(?!registry$))",
    "runtime/ serves every resource and knows none: it reaches them only through the registry.",
  ),
  mayNotImport(
    ["provider/src/resources/*/!(lifecycle).ts"],
    "/compute/|/functions/",
    "What a program declares does no I/O: calls belong in the lifecycle file beside it.",
  ),
  mayNotImport(
    ["provider/src/resources/*/lifecycle.ts", "provider/src/resources/*/lifecycle/*.ts"],
    "^@pulumi/|/functions/|^undici|^p-retry",
    "A lifecycle is a fields table and calls: no Pulumi, no transport.",
  ),
  mayNotImport(
    ["provider/src/functions/**/*.ts"],
    "^\\.\\./(runtime|resources)/|/index$|^undici|^p-retry|^google-auth-library",
    "functions/ reaches the service through compute/ alone, and knows no resource.",
  ),
  mayNotImport(
    ["test/!(support)/**/*.ts", "test/support/!(property).ts"],
    "^fast-check$",
    "Take fc from test/support/property.ts: it has the seed of the day, and more runs under npm run test:long.",
  ),
  mayNotImport(
    ["emulator/src/**/*.ts"],
    "provider/|pulumi-gce$|^@pulumi/",
    "The emulator is written apart from the provider, so that one cannot repeat the other's mistake.",
  ),
  {
    // Tools that are given a module take its default export.
    files: ["eslint.config.js", "vitest.config.ts", "tools/tests/*Reporter.ts"],
    rules: { "no-restricted-syntax": "off" },
  },
);
