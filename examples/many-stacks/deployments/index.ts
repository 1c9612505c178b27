import { posix } from "node:path";
import * as pulumi from "@pulumi/pulumi";
import * as pulumiservice from "@pulumi/pulumiservice";
import { readPlan } from "../fleet/plan";

const config = new pulumi.Config();
const folder = config.require("folder");

/** What a stack reads. A commit that changes nothing else runs no deployment. */
const inputs = [
  "Pulumi.yaml",
  "fleet/plan.ts",
  "index.ts",
  "package-lock.json",
  "package.json",
  "plan.json",
  "program.ts",
  "routes.json",
  "tsconfig.json",
];

/** The settings of one stack. The stack itself must exist: `npm run fleet -- preview` makes it. */
function declareSettings(stack: string): void {
  new pulumiservice.DeploymentSettings(stack, {
    organization: config.require("organization"),
    project: "many-stacks",
    stack,
    sourceContext: { git: { branch: `refs/heads/${config.require("branch")}`, repoDir: folder } },
    vcs: {
      provider: "github",
      repository: config.require("repository"),
      previewPullRequests: true,
      deployCommits: true,
      paths: inputs.map((input) => posix.join(folder, input)),
    },
    operationContext: {
      // The lock file decides what is installed, and no package runs an install script.
      preRunCommands: ["npm ci --ignore-scripts"],
      options: { skipInstallDependencies: true, skipIntermediateDeployments: true },
      environmentVariables: { GOOGLE_PROJECT: config.require("project") },
      // Each deployment gets a token for an hour: there is no key to keep.
      oidc: {
        gcp: {
          projectId: config.require("projectNumber"),
          workloadPoolId: config.require("workloadPool"),
          providerId: config.require("workloadProvider"),
          serviceAccount: config.require("serviceAccount"),
          tokenLifetime: "1h0m0s",
        },
      },
    },
  });
}

for (const stack of readPlan("../plan.json", "../routes.json").stacks) declareSettings(stack);
