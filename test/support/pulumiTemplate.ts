import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The template `typescript` of github.com/pulumi/templates, as it is at commit 65db26b. */
const typescript: Readonly<Record<string, string>> = {
  "Pulumi.yaml": `name: \${PROJECT}
description: \${DESCRIPTION}
runtime: nodejs
template:
  description: A minimal TypeScript Pulumi program
`,
  "package.json": JSON.stringify({
    name: "${PROJECT}",
    main: "index.ts",
    devDependencies: { "@types/node": "^18", typescript: "^5.0.0" },
    dependencies: { "@pulumi/pulumi": "^3.113.0" },
  }),
  "tsconfig.json": JSON.stringify({
    compilerOptions: {
      strict: true,
      outDir: "bin",
      target: "es2020",
      module: "nodenext",
      moduleResolution: "nodenext",
      sourceMap: true,
      experimentalDecorators: true,
      pretty: true,
      noFallthroughCasesInSwitch: true,
      noImplicitReturns: true,
      forceConsistentCasingInFileNames: true,
    },
    files: ["index.ts"],
  }),
  "index.ts": 'import * as pulumi from "@pulumi/pulumi";\n',
  ".gitignore": "/bin/\n/node_modules/\n",
};

/** Settings with which `pulumi new typescript` takes the template from a repository in this folder, and asks no server. */
export function localTemplates(folder: string): NodeJS.ProcessEnv {
  const template = join(folder, "typescript");
  mkdirSync(template, { recursive: true });
  for (const [name, text] of Object.entries(typescript)) writeFileSync(join(template, name), text);
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=templates", "-c", "user.email=templates@example.com", ...args], {
      cwd: folder,
      stdio: "pipe",
    });
  git("init", "--quiet", "--initial-branch=master");
  git("add", ".");
  git("commit", "--quiet", "--message=Templates");
  return { PULUMI_TEMPLATE_GIT_REPOSITORY: `file://${folder}`, PULUMI_DISABLE_REGISTRY_RESOLVE: "true" };
}
