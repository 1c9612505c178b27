import { GoogleAuth } from "google-auth-library";
import { withoutForeignVariables } from "../../tools/pulumi/isolatedEnvironment";
import type { AcceptanceOptions } from "../options";

/** Gives the token for the service whenever it is asked: one that is about to end is renewed. */
export async function tokenSource({
  accessToken,
}: Pick<AcceptanceOptions, "accessToken">): Promise<() => Promise<string>> {
  if (accessToken !== undefined) return () => Promise.resolve(accessToken);
  const auth = new GoogleAuth({ scopes: "https://www.googleapis.com/auth/cloud-platform" });
  const token = async () => {
    const found = await auth.getAccessToken();
    if (typeof found !== "string" || found === "") throw new Error("The credentials gave no access token.");
    return found;
  };
  try {
    await token();
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new Error(
      `There are no credentials for Google Cloud: ${message}\nRun: gcloud auth application-default login`,
      {
        cause: error,
      },
    );
  }
  return token;
}

/** Forgets all variables by which the package in this process would go elsewhere than to the recorder. */
export function forgetForeignVariables(): void {
  const ownVariables = withoutForeignVariables(process.env);
  // The repository's own say where its Pulumi CLI is.
  const isForeign = (name: string) => !(name in ownVariables) && !name.startsWith("PULUMI_GCE_");
  for (const name of Object.keys(process.env).filter(isForeign)) Reflect.deleteProperty(process.env, name);
}

/** Whoever has started an operation, as a principal. */
export function toPrincipal(user: string | null | undefined): string | undefined {
  if (!user) return undefined;
  if (/^principal(?:Set)?:/.test(user)) return user;
  if (!user.includes("@")) return undefined;
  return `${user.endsWith("gserviceaccount.com") ? "serviceAccount" : "user"}:${user}`;
}
