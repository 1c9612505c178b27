import { join } from "node:path";
import { pulumiEnvironment, type PulumiToolchain } from "./toolchain";

/** Variables that could lead a run to a real project, real credentials or another backend. */
const foreign = /^(GOOGLE_|GCLOUD_|CLOUDSDK_|PULUMI_|USER_PROJECT_OVERRIDE$)/;

/** An environment in which `pulumi` keeps state and home in one folder, asks nothing, and knows no credentials. */
export function isolatedEnvironment(toolchain: PulumiToolchain, folder: string, passphrase: string): NodeJS.ProcessEnv {
  return {
    ...pulumiEnvironment(toolchain, withoutForeignVariables(process.env)),
    PULUMI_HOME: join(folder, "home"),
    PULUMI_BACKEND_URL: `file://${folder}`,
    PULUMI_CONFIG_PASSPHRASE: passphrase,
  };
}

/** The same variables without those that an isolated run must not see. */
export function withoutForeignVariables(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !foreign.test(name)));
}
