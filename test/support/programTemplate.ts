/** The template of `pulumi new typescript`, as far as it matters here. */
export const programTemplate = {
  "Pulumi.yaml": "name: ${PROJECT}\nruntime: nodejs\ntemplate:\n  description: A minimal TypeScript Pulumi program\n",
  "package.json": JSON.stringify({
    name: "${PROJECT}",
    main: "index.ts",
    devDependencies: { "@types/node": "^18", typescript: "^5.0.0" },
    dependencies: { "@pulumi/pulumi": "^3.113.0" },
  }),
  "tsconfig.json": JSON.stringify({
    compilerOptions: { strict: true, target: "es2020", module: "nodenext", moduleResolution: "nodenext" },
    files: ["index.ts"],
  }),
};
