import type { GlobalOperationsClient } from "@google-cloud/compute";
import { GoogleAuth, OAuth2Client } from "google-auth-library";
import { onTestFinished } from "vitest";
import { startEmulator, type Emulator, type EmulatorOptions } from "../../emulator/src/index";

type Settings = NonNullable<ConstructorParameters<typeof GlobalOperationsClient>[0]>;

/** An emulator that ends with the test, and how the official client reaches it over REST. */
export async function emulatorForOfficialClient(options: EmulatorOptions = {}) {
  const emulator = await startEmulator(options);
  onTestFinished(() => emulator.close());
  return { emulator, settings: settingsForOfficialClient(emulator) };
}

/** How the official client reaches an emulator over REST. */
export function settingsForOfficialClient({ url }: Emulator) {
  const credentials = new OAuth2Client();
  credentials.setCredentials({ access_token: "test-token", expiry_date: Date.now() + 3_600_000 });
  return {
    apiEndpoint: "127.0.0.1",
    port: Number(new URL(url).port),
    protocol: "http",
    fallback: "rest",
    // The client has a copy of the library of its own, whose class is another type with the same members.
    auth: new GoogleAuth({ authClient: credentials }) as unknown as NonNullable<Settings["auth"]>,
  } as const;
}
