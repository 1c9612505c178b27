import { parseArgs } from "node:util";
import { fileURLToPath } from "node:url";
import { isLoopback } from "../provider/src/http/endpoint";
import {
  certificateMapOf,
  memberOf,
  newPrefix,
  parentOf,
  placeOf,
  prefixOf,
  realEndpoint,
  urlOf,
  UsageError,
  wanted,
} from "./optionValues";
import { needs, subjectNames, type SubjectName } from "./plan/names";

export const help = `Runs all resources and functions of pulumi-gce against a real project, and records the traffic.

Usage: npm run acceptance -- --project PROJECT [options]
       npm run acceptance -- --project PROJECT --clean PREFIX

  --project P             id of the project in which everything is made
  --region R              default us-central1, or the region of --zone
  --zone Z                default the zone "a" of the region
  --organization N        number of an organization: hierarchical firewall policies are made in it
  --folder N              the same in a folder
  --certificate-map M     an existing certificate map, as projects/P/locations/global/certificateMaps/NAME;
                          give a second one, and the proxy is moved from one to the other
  --member PRINCIPAL      whom the IAM resources give roles to; default: whoever runs this
  --only NAMES            resources and functions to try, with commas between: Route,getManagedInstances
  --max-hours H           when to stop and clean up; default 1
  --yes                   do not ask before anything is made
  --clean PREFIX          make nothing: delete what a run with this prefix has left
  --endpoint URL          another Compute Engine v1, as http://127.0.0.1:8461/compute/v1
  --resource-manager-endpoint URL
                          who is asked for permissions; default with the real service: Google's
  --without-permission-check
                          do not ask for permissions first
  --output FOLDER         where recordings and reports go; default acceptance/runs
  --help                  this text
`;

/** What a run of acceptance is to do. */
export interface AcceptanceOptions {
  readonly project: string;
  readonly region: string;
  readonly zone: string;
  /** `organizations/1` or `folders/2`. */
  readonly parent: string | undefined;
  readonly certificateMaps: readonly string[];
  readonly members: readonly string[];
  readonly subjects: readonly SubjectName[];
  readonly maxHours: number;
  readonly confirmed: boolean;
  /** Begins the name of everything that is made. */
  readonly prefix: string;
  /** Makes nothing, and deletes what has the prefix. */
  readonly cleansOnly: boolean;
  readonly endpoint: URL;
  readonly isRealService: boolean;
  /** Undefined where permissions are not asked for. */
  readonly resourceManager: URL | undefined;
  readonly permissionsChecked: boolean;
  /** An access token for the endpoint; without one, application default credentials. */
  readonly accessToken: string | undefined;
  readonly output: string;
}

const defaultOutput = fileURLToPath(new URL("runs", import.meta.url));
const realResourceManager = "https://cloudresourcemanager.googleapis.com";

const flags = {
  project: { type: "string" },
  region: { type: "string" },
  zone: { type: "string" },
  organization: { type: "string" },
  folder: { type: "string" },
  "certificate-map": { type: "string", multiple: true, default: [] as string[] },
  member: { type: "string", multiple: true, default: [] as string[] },
  only: { type: "string" },
  "max-hours": { type: "string", default: "1" },
  yes: { type: "boolean", default: false },
  clean: { type: "string" },
  endpoint: { type: "string", default: realEndpoint },
  "resource-manager-endpoint": { type: "string" },
  "without-permission-check": { type: "boolean", default: false },
  output: { type: "string", default: defaultOutput },
  help: { type: "boolean", default: false },
} as const;

/** Reads a command line, and refuses before any call what cannot work. */
export function readOptions(args: readonly string[], environment: NodeJS.ProcessEnv): AcceptanceOptions | "help" {
  const values = parsed(args);
  if (values.help) return "help";
  const project = wanted("--project", values.project, /^(?:[a-z0-9.-]+:)?[a-z][-a-z0-9]{4,28}[a-z0-9]$/, {
    rule: "the id of a project: 6 to 30 lower-case letters, digits and hyphens, and not its number or its display name",
    fix: "Find it with: gcloud projects list",
  });
  const { region, zone } = placeOf(values.region, values.zone);
  const parent = parentOf(values.organization, values.folder);
  const certificateMaps = values["certificate-map"].map((map) => certificateMapOf(map, project));
  if (certificateMaps.length > 2)
    throw new UsageError(
      "--certificate-map can be given at most twice: the proxy is moved from the first to the second.",
    );
  const endpoint = urlOf("--endpoint", values.endpoint);
  if (!/\/compute\/v1$/.test(endpoint.pathname))
    throw new UsageError(`--endpoint has to end in /compute/v1, and ${values.endpoint} does not. Add it to the URL.`);
  const isRealService = endpoint.hostname === "compute.googleapis.com" || endpoint.hostname === "www.googleapis.com";
  const manager = values["resource-manager-endpoint"] ?? (isRealService ? realResourceManager : undefined);
  const maxHours = Number(values["max-hours"]);
  if (!(maxHours > 0 && maxHours <= 24))
    throw new UsageError(
      `--max-hours has to be a number above 0 and up to 24, and is "${values["max-hours"]}". A run takes about 0.3.`,
    );
  const { clean } = values;
  return {
    project,
    region,
    zone,
    parent,
    certificateMaps,
    members: values.member.map(memberOf),
    subjects: subjectsOf(values.only, { hasParent: parent !== undefined, hasMap: certificateMaps.length > 0 }),
    maxHours,
    confirmed: values.yes,
    prefix: clean === undefined ? newPrefix() : prefixOf(clean),
    cleansOnly: clean !== undefined,
    endpoint,
    isRealService,
    resourceManager: manager === undefined ? undefined : urlOf("--resource-manager-endpoint", manager),
    permissionsChecked: !values["without-permission-check"],
    accessToken: tokenOf(environment, endpoint, isRealService),
    output: values.output,
  };
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: flags, allowPositionals: false }).values;
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : String(error)} Run with --help for the options.`);
  }
}

function subjectsOf(only: string | undefined, given: { hasParent: boolean; hasMap: boolean }): SubjectName[] {
  const names = (only ?? "").split(",").flatMap((name) => (name.trim() === "" ? [] : [name.trim()]));
  const isKnown = (name: string): name is SubjectName => (subjectNames as readonly string[]).includes(name);
  const unknown = names.find((name) => !isKnown(name));
  if (unknown !== undefined)
    throw new UsageError(
      `--only takes names of resources and functions, and "${unknown}" is none. They are: ${subjectNames.join(", ")}.`,
    );
  if (only !== undefined && names.length === 0)
    throw new UsageError(
      `--only is empty. Give one or more of: ${subjectNames.join(", ")}. Or leave it out, and all are tried.`,
    );
  const isMet = (name: SubjectName): boolean => {
    const need = needs[name];
    return need === undefined || (need === "--certificate-map" ? given.hasMap : given.hasParent);
  };
  const chosen = only === undefined ? subjectNames.filter(isMet) : subjectNames.filter((name) => names.includes(name));
  const unmet = chosen.find((name) => !isMet(name));
  if (unmet !== undefined)
    throw new UsageError(
      `--only names ${unmet}, which needs ${needs[unmet] ?? ""}. Give that option, or leave the name out.`,
    );
  return chosen;
}

/** Credentials go to Google's own hosts only; any other endpoint is given what was meant for it. */
function tokenOf(environment: NodeJS.ProcessEnv, endpoint: URL, isRealService: boolean): string | undefined {
  const given = environment.GOOGLE_OAUTH_ACCESS_TOKEN;
  if (given !== undefined && given !== "") return given;
  if (isRealService) return undefined;
  if (isLoopback(endpoint.hostname)) return "acceptance";
  throw new UsageError(
    `--endpoint is ${endpoint.host}, which is not Google's. Your own credentials are not sent there. ` +
      "Put a token that is meant for it into GOOGLE_OAUTH_ACCESS_TOKEN.",
  );
}
