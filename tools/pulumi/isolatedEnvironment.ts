import { delimiter, join } from "node:path";
import type { PulumiToolchain } from "./toolchain";

/** Variables that could lead a run to a real project, real credentials or another backend. */
const foreign = /^(GOOGLE_|GCLOUD_|CLOUDSDK_|PULUMI_|USER_PROJECT_OVERRIDE$)/;

/** An environment in which `pulumi` keeps state and home in one folder, asks nothing, and knows no credentials. */
export function isolatedEnvironment(toolchain: PulumiToolchain, folder: string, passphrase: string): NodeJS.ProcessEnv {
  return {
    ...withoutForeignVariables(pulumiEnvironment(toolchain)),
    PULUMI_SKIP_UPDATE_CHECK: "1",
    PULUMI_HOME: join(folder, "home"),
    PULUMI_BACKEND_URL: `file://${folder}`,
    PULUMI_CONFIG_PASSPHRASE: passphrase,
  };
}

/** The environment of this process, in which `pulumi`, and what it starts, is this toolchain. */
export function pulumiEnvironment({ directory }: PulumiToolchain): NodeJS.ProcessEnv {
  // On Windows it is usually called Path, and a second PATH would be ignored.
  const path = Object.keys(process.env).find((name) => name.toUpperCase() === "PATH") ?? "PATH";
  const folders = [directory, process.env[path]].filter(Boolean).join(delimiter);
  return { ...process.env, [path]: folders, PULUMI_SKIP_UPDATE_CHECK: "1" };
}

/** The same variables without those that an isolated run must not see. */
export function withoutForeignVariables(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !foreign.test(name)));
}
