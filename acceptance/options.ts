import { randomInt } from "node:crypto";
import { parseArgs } from "node:util";
import { fileURLToPath } from "node:url";
import { Endpoint, isLoopback } from "../provider/src/http/endpoint";
import { subjectNames, subjects, type SubjectName } from "./plan/names";

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
export type AcceptanceOptions = Exclude<ReturnType<typeof readOptions>, "help">;

/** A command line that cannot be followed: it names the option, the rule and the way out. */
export class UsageError extends Error {}

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
  endpoint: { type: "string", default: "https://compute.googleapis.com/compute/v1" },
  "resource-manager-endpoint": { type: "string" },
  "without-permission-check": { type: "boolean", default: false },
  output: { type: "string", default: fileURLToPath(new URL("runs", import.meta.url)) },
  help: { type: "boolean", default: false },
} as const;

const numbersFix = "Find it with: gcloud organizations list, or gcloud resource-manager folders list";

/** The forms of values: each with the rule, and with the way to a value that follows it. */
const forms = {
  project: {
    form: /^(?:[a-z0-9.-]+:)?[a-z][-a-z0-9]{4,28}[a-z0-9]$/,
    rule: "the id of a project: 6 to 30 lower-case letters, digits and hyphens, and not its number or its display name",
    fix: "Find it with: gcloud projects list",
  },
  region: {
    form: /^[a-z]+-[a-z]+\d+$/,
    rule: "the name of a region, such as us-central1",
    fix: "Find one with: gcloud compute regions list",
  },
  zone: {
    form: /^[a-z]+-[a-z]+\d+-[a-z]$/,
    rule: "the name of a zone, such as us-central1-a",
    fix: "Find one with: gcloud compute zones list",
  },
  organization: { form: /^\d+$/, rule: "the number of an organization", fix: numbersFix },
  folder: { form: /^\d+$/, rule: "the number of a folder", fix: numbersFix },
  "certificate-map": {
    form: /^projects\/[^/]+\/locations\/global\/certificateMaps\/[a-z][-a-z0-9]*$/,
    rule: "the name or the path of a map, projects/P/locations/global/certificateMaps/NAME",
    fix: "Make an empty one with: gcloud certificate-manager maps create NAME",
  },
  member: {
    form: /^(?:user|group|serviceAccount|domain|principal|principalSet):\S+$/,
    rule: "a principal with its type in front, such as user:ada@example.com",
    fix: "Or leave it out: the roles then go to whoever runs this.",
  },
  clean: {
    form: /^gceacc-[a-z0-9]{8}$/,
    rule: 'the prefix of a run: "gceacc-" and eight letters or digits',
    fix: "A run prints its prefix first, and acceptance/runs has a file for each that has not ended.",
  },
} as const;

/** Reads a command line, and refuses before any call what cannot work. */
export function readOptions(args: readonly string[], environment: NodeJS.ProcessEnv) {
  const values = parse(args);
  if (values.help) return "help" as const;
  const { organization, folder, clean } = values;
  const project = wanted("project", values.project);
  const region = wanted("region", values.region ?? values.zone?.replace(/-[a-z]$/, "") ?? "us-central1");
  const zone = wanted("zone", values.zone ?? `${region}-a`);
  if (!zone.startsWith(`${region}-`))
    throw new UsageError(
      `--zone has to be in the region, and ${zone} is not in ${region}. Leave out --region, or choose a zone of it.`,
    );
  if (organization !== undefined && folder !== undefined)
    throw new UsageError(
      "--organization and --folder exclude each other: policies are made in one place. Leave one of them out.",
    );
  const inFolder = folder === undefined ? undefined : `folders/${wanted("folder", folder)}`;
  const parent = organization === undefined ? inFolder : `organizations/${wanted("organization", organization)}`;
  const certificateMaps = values["certificate-map"].map((map) => {
    const isName = /^[a-z][-a-z0-9]*$/.test(map);
    return wanted("certificate-map", isName ? `projects/${project}/locations/global/certificateMaps/${map}` : map);
  });
  if (certificateMaps.length > 2)
    throw new UsageError(
      "--certificate-map can be given at most twice: the proxy is moved from the first to the second.",
    );
  const endpoint = parseUrl("endpoint", values.endpoint);
  if (!endpoint.pathname.endsWith("/compute/v1"))
    throw new UsageError(`--endpoint has to end in /compute/v1, and ${values.endpoint} does not. Add it to the URL.`);
  const isRealService = endpoint.hostname === "compute.googleapis.com" || endpoint.hostname === "www.googleapis.com";
  const resourceManagerUrl = isRealService ? "https://cloudresourcemanager.googleapis.com" : undefined;
  const manager = values["resource-manager-endpoint"] ?? resourceManagerUrl;
  const maxHours = Number(values["max-hours"]);
  if (!(maxHours > 0 && maxHours <= 24))
    throw new UsageError(
      `--max-hours has to be a number above 0 and up to 24, and is "${values["max-hours"]}". A run takes about 0.3.`,
    );
  return {
    project,
    region,
    zone,
    /** `organizations/1` or `folders/2`. */
    parent,
    certificateMaps,
    members: values.member.map((member) => wanted("member", member)),
    subjects: chooseSubjects(values.only, { hasParent: parent !== undefined, hasMap: certificateMaps.length > 0 }),
    maxHours,
    confirmed: values.yes,
    /** Begins the name of everything that is made. */
    prefix: clean === undefined ? newPrefix() : wanted("clean", clean),
    /** Makes nothing, and deletes what has the prefix. */
    cleansOnly: clean !== undefined,
    endpoint,
    isRealService,
    /** Undefined where permissions are not asked for. */
    resourceManager: manager === undefined ? undefined : parseUrl("resource-manager-endpoint", manager),
    permissionsChecked: !values["without-permission-check"],
    /** An access token for the endpoint; without one, application default credentials. */
    accessToken: chooseToken(environment, endpoint, isRealService),
    output: values.output,
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: flags, allowPositionals: false }).values;
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : String(error)} Run with --help for the options.`);
  }
}

/** A value of the form that its option has; an error says the rule and the fix. */
function wanted(option: keyof typeof forms, value: string | undefined): string {
  const { form, rule, fix } = forms[option];
  if (value === undefined) throw new UsageError(`--${option} is missing. Give ${rule}. ${fix}`);
  if (!form.test(value)) throw new UsageError(`--${option} has to be ${rule}, and is "${value}". ${fix}`);
  return value;
}

/** A URL to which a token may be sent, by the rules of the package. */
function parseUrl(option: string, text: string): URL {
  try {
    const { origin, basePath } = new Endpoint(text);
    return new URL(`${origin}${basePath}`);
  } catch (error) {
    throw new UsageError(`--${option}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Random, so that two runs never meet, and a name by which a person knows whose it is. */
function newPrefix(): string {
  const letters = "abcdefghijklmnopqrstuvwxyz0123456789";
  return `gceacc-${Array.from({ length: 8 }, () => letters.charAt(randomInt(letters.length))).join("")}`;
}

function chooseSubjects(only: string | undefined, options: { hasParent: boolean; hasMap: boolean }): SubjectName[] {
  const isMet = (name: SubjectName): boolean => {
    const { needs } = subjects[name];
    return needs === undefined || (needs === "--certificate-map" ? options.hasMap : options.hasParent);
  };
  if (only === undefined) return subjectNames.filter(isMet);
  const names = only.split(",").flatMap((name) => (name.trim() === "" ? [] : [name.trim()]));
  const all = subjectNames.join(", ");
  const unknown = names.find((name) => !Object.hasOwn(subjects, name));
  if (unknown !== undefined)
    throw new UsageError(`--only takes names of resources and functions, and "${unknown}" is none. They are: ${all}.`);
  if (names.length === 0)
    throw new UsageError(`--only is empty. Give one or more of: ${all}. Or leave it out, and all are tried.`);
  const chosen = subjectNames.filter((name) => names.includes(name));
  const unmet = chosen.find((name) => !isMet(name));
  if (unmet !== undefined)
    throw new UsageError(
      `--only names ${unmet}, which needs ${subjects[unmet].needs ?? ""}. Give that option, or leave the name out.`,
    );
  return chosen;
}

/** Credentials go to Google's own hosts only; any other endpoint is given what was meant for it. */
function chooseToken(environment: NodeJS.ProcessEnv, endpoint: URL, isRealService: boolean): string | undefined {
  const token = environment.GOOGLE_OAUTH_ACCESS_TOKEN;
  if (token !== undefined && token !== "") return token;
  if (isRealService) return undefined;
  if (isLoopback(endpoint.hostname)) return "acceptance";
  throw new UsageError(
    `--endpoint is ${endpoint.host}, which is not Google's. Your own credentials are not sent there. ` +
      "Put a token that is meant for it into GOOGLE_OAUTH_ACCESS_TOKEN.",
  );
}
