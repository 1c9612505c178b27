import {
  GlobalOperationsClient,
  GlobalOrganizationOperationsClient,
  RegionOperationsClient,
  ZoneOperationsClient,
} from "@google-cloud/compute";
import { GoogleAuth, OAuth2Client } from "google-auth-library";
import { expect } from "vitest";
import type { Emulator, EmulatorOptions } from "../../emulator/src/index";
import { emulatorForTest } from "./untilTestEnds";

type Settings = NonNullable<ConstructorParameters<typeof GlobalOperationsClient>[0]>;

export const project = "my-project";

/** The client's answer to a mutation. */
type Answer = [{ latestResponse?: unknown }, ...unknown[]];

/** An emulator that ends with the test, how the official client reaches it over REST, and how it waits. */
export async function emulatorForOfficialClient(options: EmulatorOptions = {}) {
  const emulator = await emulatorForTest(options);
  const settings = settingsForOfficialClient(emulator);
  return { emulator, settings, ...waitsForOfficialClient(settings) };
}

/** How an operation is waited for, whatever its scope is. */
export function waitsForOfficialClient(settings: ReturnType<typeof settingsForOfficialClient>) {
  // Shared, because a client of its own for each wait would cost more than the rest of a test.
  const clients = {
    global: new GlobalOperationsClient(settings),
    region: new RegionOperationsClient(settings),
    zone: new ZoneOperationsClient(settings),
    organization: new GlobalOrganizationOperationsClient(settings),
  };
  const ended = async ([{ latestResponse }]: Answer) => {
    const { name: operation = "", region, zone, selfLink = "" } = latestResponse as Record<string, string | undefined>;
    const last = (link: string) => link.slice(link.lastIndexOf("/") + 1);
    if (region) return (await clients.region.wait({ project, region: last(region), operation }))[0];
    if (zone) return (await clients.zone.wait({ project, zone: last(zone), operation }))[0];
    if (!selfLink.includes("/locations/")) return (await clients.global.wait({ project, operation }))[0];
    // This scope has no wait.
    for (;;) {
      const [found] = await clients.organization.get({ operation });
      if (found.status === "DONE") return found;
    }
  };
  return {
    ended,
    /** Waits for an operation that is to end well. */
    async finish(answer: Answer) {
      const done = await ended(answer);
      expect(done).toMatchObject({ status: "DONE" });
      expect(done.error ?? undefined).toBeUndefined();
      return done;
    },
  };
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
