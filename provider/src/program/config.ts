import * as pulumi from "@pulumi/pulumi";
import { Settings } from "../settings/settings";

/**
 * The settings that a program runs with, from the configuration of the stack and from the environment.
 *
 * Set a key with `pulumi config set`. Configuration takes precedence over environment variables. If several variables
 * set the same key, the first one that is set counts.
 *
 * Credentials resolve the same way as in Google's own tools. If you set none of `gcp:accessToken`, `gcp:credentials`
 * and `gcp:externalCredentials`, and none of their variables, the package uses application default credentials. Run
 * `gcloud auth application-default login` to create them. Set only one of the three keys: two of them together are an
 * error. If `gcp:accessToken` is a path that names no file, you get an error.
 *
 * Pulumi keeps a token of the configuration in the state, encrypted. `pulumi destroy` and `pulumi refresh` use it
 * again. Put short-lived tokens into the environment.
 *
 * The quota of requests is that of the project they are about. Another project pays if `gcp:billingProject` names one, else
 * `GOOGLE_BILLING_PROJECT` or `GOOGLE_CLOUD_QUOTA_PROJECT`, else the `quota_project_id` of the credentials, as in Google's own
 * tools. Requests of an organization or a hierarchical policy are about no project: with your own login, they need one that pays.
 *
 * The preview checks every setting except what is in files. It warns about a `gcp:` key that is nearly one of these
 * keys. Other `gcp:` keys belong to other packages, such as `@pulumi/gcp`.
 *
 * Behind a proxy, set `HTTPS_PROXY`, and `NO_PROXY` for addresses that need no proxy. Requests to addresses of this
 * machine never use the proxy. Set `PULUMI_GCE_DEBUG=1` to see every request of resources and functions: its method,
 * path, status and time.
 *
 * A program reads the default project, region and zone as `gce.config.project`, `gce.config.region` and
 * `gce.config.zone`.
 *
 * @example Read the settings in a program
 * ```ts
 * import * as gce from "pulumi-gce";
 *
 * export const project = gce.config.project ?? "no project";
 * export const region = gce.config.region ?? "no region";
 * ```
 */
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
