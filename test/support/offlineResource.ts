import type { ResourceDefinition } from "../../provider/src/lifecycle/schema/definition";
import { EngineLog } from "../../provider/src/engine/engineLog";
import type { Severity } from "../../provider/src/lifecycle/job/log";
import type { Resource } from "../../provider/src/lifecycle/resource/resource";
import { nothingIgnored } from "../../provider/src/fields/ignoredPaths";
import { ClaimRegistry } from "../../provider/src/lifecycle/job/claimRegistry";
import { Settings } from "../../provider/src/settings/settings";

/** A log that keeps what it is told. */
class RecordedLog extends EngineLog {
  readonly messages: { severity: Severity; message: string }[] = [];

  override message(severity: Severity, message: string): void {
    this.messages.push({ severity, message });
  }
}

/** A resource whose client cannot be had: whatever uses it does no I/O, or fails. */
export interface OfflineResource extends Resource {
  readonly log: RecordedLog;
}

/** The configuration of most tests: a project, a region and a zone. */
export const testConfiguration: Readonly<Record<string, string>> = {
  "gcp:project": "my-project",
  "gcp:region": "us-central1",
  "gcp:zone": "us-central1-a",
};

/** The input of `check` and `diff` in the provider process, without an environment and without a server. */
export function offlineResource(
  definition: ResourceDefinition,
  configuration: Readonly<Record<string, string>> = testConfiguration,
): OfflineResource {
  const settings = new Settings((key) => configuration[key], {});
  return {
    definition,
    settings,
    links: {
      project: settings.text("gcp:project"),
      region: settings.text("gcp:region"),
      zone: settings.text("gcp:zone"),
      hosts: [],
    },
    log: new RecordedLog(),
    run: new ClaimRegistry(),
    ignored: nothingIgnored,
    client: () => {
      throw new Error("check and diff make no call");
    },
  };
}
