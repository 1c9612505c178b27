import * as pulumi from "@pulumi/pulumi";
import { Settings } from "../settings/settings";

/** The settings that this program runs with, from `gcp:` configuration and the environment. */
export const config = {
  /** Default project of resources and functions. */
  get project(): string | undefined {
    return settings().text("gcp:project");
  },
  /** Default region. */
  get region(): string | undefined {
    return settings().text("gcp:region");
  },
  /** Default zone. */
  get zone(): string | undefined {
    return settings().text("gcp:zone");
  },
} as const;

function settings(): Settings {
  const stack = new pulumi.Config("gcp");
  return new Settings((key) => stack.get(key.replace(/^gcp:/, "")), process.env);
}
