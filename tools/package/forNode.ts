import type { BuildOptions } from "esbuild";

/** How every bundle that Node runs is made. */
export const forNode = {
  bundle: true,
  platform: "node",
  format: "cjs",
  target: "node20.19",
  // `import()` inside of jest's sandbox fails, and `require` of the packages that stay outside does not.
  supported: { "dynamic-import": false },
  logLevel: "warning",
} as const satisfies BuildOptions;
