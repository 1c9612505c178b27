import { makeExtendedPackage } from "./extendedPackage";

/** Makes the package with the kinds of `test/kinds` once, before the first test that starts a provider process with it. */
export async function setup(): Promise<void> {
  await makeExtendedPackage();
}
