import { ComputeError } from "../http/errors/computeError";
import type { Fault } from "../http/errors/fault";
import { thrownText } from "../messages/inspection";
import { faultReport, isLanguageError } from "../messages/packageFault";

/** The remedies in the words of the speaker: a resource, a function and a command differ in them. */
export interface Remedies {
  /** How to begin once more what failed, as the end of a sentence. */
  readonly again: string;
  /** The remedy if all the time was over before a request was sent. */
  readonly deadlinePassed: string;
  /** The remedy if the service asks to wait for longer than the time that is left. */
  readonly waitTooLong: string;
  /** The argument that a constraint of an organization is about. */
  readonly argumentUnder?: ((constraint: string) => string | undefined) | undefined;
}

/** The parts of an error, as whoever speaks to the user shows them. */
export interface Explanation {
  /** The request that failed; left out where nothing was asked of the service. */
  readonly action?: string;
  readonly summary: string;
  readonly details: readonly string[];
  readonly hint?: string | undefined;
}

/** @param advise knows what helps against an error of the service */
export function explain(
  error: unknown,
  isDebugging: boolean,
  advise: (error: ComputeError) => string | undefined,
): Explanation {
  if (isLanguageError(error)) return faultReport(error, isDebugging);
  if (!(error instanceof ComputeError)) return { summary: thrownText(error), details: [] };
  const { action, summary, details } = error;
  return { action, summary, details, hint: advise(error) };
}

const interposed = "Something between here and the service may be answering in its place";

const notThatMuch = `If there cannot be that much, ${lowered(interposed)}: check gcp:computeCustomEndpoint.`;

/** Advice on an error, in sentences; `undefined` where nothing is known to help. */
export function adviceOn({ fault }: ComputeError, remedies: Remedies): string | undefined {
  if (fault === undefined) return undefined;
  const advice = adviceByFault[fault.kind] as string | ((fault: Fault, remedies: Remedies) => string);
  return typeof advice === "string" ? advice : advice(fault, remedies);
}

type Advice<F extends Fault> = string | ((fault: F, remedies: Remedies) => string);

const adviceByFault: { readonly [Kind in Fault["kind"]]: Advice<Extract<Fault, { kind: Kind }>> } = {
  interposed: `${interposed}. Check gcp:computeCustomEndpoint and the proxy.`,
  redirected: "Check gcp:computeCustomEndpoint: it has to be the address of the API itself.",
  nothingListens: ({ origin }) =>
    `Start the emulator, or correct gcp:computeCustomEndpoint: nothing on this machine listens at ${origin}.`,
  notLoaded: "Install the package again (npm install): a part of its installation is missing or damaged.",
  unreachable: ({ isProxied, way }) =>
    `Check ${isProxied ? "HTTPS_PROXY, " : ""}gcp:computeCustomEndpoint and the network: ${way} cannot be reached.`,
  untrustedCertificate:
    "If a proxy re-signs traffic, add its certificate with NODE_EXTRA_CA_CERTS. Give a proxy in HTTPS_PROXY the name that its certificate has.",
  notTls: "Check gcp:computeCustomEndpoint: a local service usually wants http://, not https://.",
  refusedByProxy: ({ wantsLogin }) =>
    wantsLogin
      ? "Give its user and password in HTTPS_PROXY (http://user:password@host:port), or list the host in NO_PROXY."
      : "Check HTTPS_PROXY, or list the host in NO_PROXY.",
  unsendable:
    "Check gcp:requestReason, gcp:billingProject and the access token: none may have line breaks or unusual characters.",
  lateToken:
    "The token server of these credentials does not answer. Check the network and HTTPS_PROXY, or raise gcp:requestTimeout.",
  credentialsRefused:
    "The credentials were refused: they are expired, revoked, or of another environment. " +
    "A short-lived token belongs in the environment (GOOGLE_OAUTH_ACCESS_TOKEN), which every run reads again. " +
    "The state keeps a token that was set with `pulumi config set --secret gcp:accessToken`: `destroy` and `refresh` use it, " +
    "and take a new one only with --run-program.",
  loginExpired:
    "The login of these credentials has expired, or somebody has revoked it. Run: gcloud auth application-default login " +
    "(with the options of the first time). If a setting has a copy of its file, copy the new one there.",
  keyRefused:
    "The key or its service account is deleted or disabled, or the clock of this machine is wrong. " +
    "Make a new key, or correct the clock.",
  accountMissing:
    "This virtual machine has no service account. Stop it, and run " +
    "`gcloud compute instances set-service-account <name> --service-account=<email> --scopes=cloud-platform`. " +
    "Or set gcp:credentials.",
  scopeMissing:
    "The token lacks an OAuth scope, which no role gives. Changes need the scope cloud-platform or compute. " +
    "A virtual machine: stop it, and run `gcloud compute instances set-service-account <name> --scopes=cloud-platform`. " +
    "Your own login: run `gcloud auth application-default login --scopes=https://www.googleapis.com/auth/cloud-platform`. " +
    "Any other token: check gcp:scopes, or ask for the token with that scope.",
  permissionMissing: ({ permissions }) => `The caller needs ${joinPermissions(permissions)}.`,
  apiDisabled: (_fault, { again }) =>
    `Enable the Compute Engine API in the project, wait a few minutes, then ${again}.`,
  billingDisabled: (_fault, { again }) =>
    `Link an open billing account to the project, wait a few minutes, then ${again}. A permission does not help.`,
  projectUnknown:
    "The service does not know the project, or the region or zone in it, or does not show it to the caller. " +
    "Check the id of the project, the location and the account of the credentials. A deleted project can be restored for 30 days.",
  projectSuspended:
    "Google has suspended the project. The Google Cloud console tells its owner why, and how to appeal.",
  quotaProjectMissing:
    "A login of a user needs a project that pays for its requests. Run: pulumi config set gcp:billingProject <project> " +
    "(or for every program of this machine: gcloud auth application-default set-quota-project <project>).",
  quotaProjectDenied:
    "The caller may not charge requests to the project that pays for them. Check gcp:billingProject, gcp:userProjectOverride, " +
    "GOOGLE_CLOUD_QUOTA_PROJECT and the quota_project_id of the credentials, " +
    "or grant the caller serviceusage.services.use in that project (roles/serviceusage.serviceUsageConsumer).",
  outsidePerimeter:
    "VPC Service Controls of the organization forbid the request, whatever permissions the caller has. Run it from inside the perimeter, " +
    "or give the identifier above to the administrator of the perimeter and ask for an access level or a rule.",
  organizationPolicy: ({ constraint }, { argumentUnder }) => {
    const argument = constraint && argumentUnder?.(constraint);
    return (
      `${constraint ? `The constraint ${constraint}` : "A policy"} of the organization forbids the request, whatever permissions the caller has. ` +
      (argument
        ? `Give \`${argument}\` a value that it allows, or ask the administrator of the organization.`
        : "Ask its administrator, or use another project or location.")
    );
  },
  quotaExceeded: (_fault, { again }) => `Ask for more quota, then ${again}.`,
  operationsTooOften: (_fault, { again }) =>
    "The service limits the operations of one kind on one resource: for one disk, it makes one snapshot every ten minutes, or " +
    `up to six together every hour. Wait that long, then ${again}. To avoid the limit, make the snapshots one after another ` +
    "with `dependsOn`, or make them of different disks.",
  notFound: "Check the name and project of the missing object, or create it first.",
  notReady: (_fault, { again, deadlinePassed }) =>
    `Another change of that resource is running. Wait for its end, then ${again}. To wait longer: ${lowered(deadlinePassed)}`,
  notFoundByOther:
    "The answer does not show that the object is gone: check gcp:computeCustomEndpoint, which has to end in the version, such as /compute/v1.",
  listTooLarge: `Ask for less, with a narrower filter or fewer items. ${notThatMuch}`,
  resultTooLarge: ({ iterator, narrowing }) =>
    [
      narrowing.length > 0 && `Narrow it with \`${narrowing.join("` or `")}\`.`,
      iterator && `A program in TypeScript reads it page by page with ${iterator} of the package.`,
      notThatMuch,
    ]
      .filter(Boolean)
      .join(" "),
  deadlinePassed: (_fault, { deadlinePassed }) => deadlinePassed,
  waitTooLong: (_fault, { waitTooLong }) => waitTooLong,
};

/** `both a and b`: the service asks for each, and a list alone leaves open whether one is enough. */
function joinPermissions(permissions: readonly string[]): string {
  const [last = "", ...others] = permissions.toReversed();
  if (others.length === 0) return last;
  return `${others.length === 1 ? "both " : "all of "}${others.toReversed().join(", ")} and ${last}`;
}

function lowered(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1);
}
