import { randomBytes } from "node:crypto";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { Endpoint, isLoopback } from "../provider/src/http/endpoint";
import { subjectNames, subjects, type SubjectName } from "./subjects/subjects";

export const help = `Runs all resources and functions of pulumi-gce against a real project, and records the traffic.

Usage: npm run acceptance -- --project PROJECT [options]
       npm run acceptance -- --project PROJECT --clean PREFIX

  --project P             id of the project in which everything is made
  --zone Z                default us-central1-a; its region is the region
  --parent P              organizations/NUMBER or folders/NUMBER: hierarchical firewall policies are made in it
  --certificate-map M     an existing certificate map, as projects/P/locations/global/certificateMaps/NAME;
                          give a second one, and the proxy is moved from one to the other
  --only NAMES            resources and functions to try, with commas between: Route,getManagedInstances
  --yes                   do not ask before anything is made
  --clean PREFIX          make nothing: delete what a run with this prefix has left
  --endpoint URL          another Compute Engine v1, as http://127.0.0.1:8461/compute/v1
  --output FOLDER         where recordings and reports go; default acceptance/runs
  --help                  this text
`;

/** The options of a run of acceptance. */
export type AcceptanceOptions = Exclude<ReturnType<typeof readOptions>, "help">;

/** A command line that cannot be followed: it names the option, the rule and the way out. */
export class UsageError extends Error {}

const flags = {
  project: { type: "string", default: "" },
  zone: { type: "string", default: "us-central1-a" },
  parent: { type: "string" },
  "certificate-map": { type: "string", multiple: true, default: [] as string[] },
  only: { type: "string" },
  yes: { type: "boolean", default: false },
  clean: { type: "string" },
  endpoint: { type: "string", default: "https://compute.googleapis.com/compute/v1" },
  output: { type: "string", default: fileURLToPath(new URL("runs", import.meta.url)) },
  help: { type: "boolean", default: false },
} as const;

/** The forms of values, and what to give. */
const forms = {
  project: {
    form: /^(?:[a-z0-9.-]+:)?[a-z][-a-z0-9]{4,28}[a-z0-9]$/,
    rule: "the id of a project, and not its number or its display name: gcloud projects list",
  },
  zone: { form: /^[a-z]+-[a-z]+\d+-[a-z]$/, rule: "the name of a zone: gcloud compute zones list" },
  parent: {
    form: /^(?:organizations|folders)\/\d+$/,
    rule: "organizations/NUMBER or folders/NUMBER: gcloud organizations list, or gcloud resource-manager folders list",
  },
  "certificate-map": {
    form: /^projects\/[^/]+\/locations\/global\/certificateMaps\/[a-z][-a-z0-9]*$/,
    rule: "a path, projects/P/locations/global/certificateMaps/NAME. Make a map with: gcloud certificate-manager maps create NAME",
  },
  clean: {
    form: /^gceacc-[a-z0-9]{8}$/,
    rule: "the prefix of a run, which it prints first, and which names its folder in acceptance/runs",
  },
} as const;

/** Reads a command line, and refuses before any call what cannot work. */
export function readOptions(args: readonly string[], environment: NodeJS.ProcessEnv) {
  const values = parse(args);
  if (values.help) return "help" as const;
  const { clean, parent } = values;
  const zone = wanted("zone", values.zone);
  const certificateMaps = values["certificate-map"].map((map) => wanted("certificate-map", map));
  if (certificateMaps.length > 2) {
    throw new UsageError(
      "--certificate-map can be given at most twice: the proxy is moved from the first to the second.",
    );
  }
  const endpoint = parseEndpoint(values.endpoint);
  return {
    project: wanted("project", values.project),
    zone,
    region: zone.replace(/-[a-z]$/, ""),
    parent: parent === undefined ? undefined : wanted("parent", parent),
    certificateMaps,
    subjects: chooseSubjects(values.only, (need) =>
      need === "--parent" ? parent !== undefined : certificateMaps.length > 0,
    ),
    confirmed: values.yes,
    /** Begins the name of everything that is made. It is random, so that two runs never meet. */
    prefix: clean === undefined ? `gceacc-${randomBytes(4).toString("hex")}` : wanted("clean", clean),
    /** Makes nothing, and deletes what has the prefix. */
    cleansOnly: clean !== undefined,
    endpoint,
    /** An access token for the endpoint; without one, application default credentials. */
    accessToken: chooseToken(environment, endpoint),
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

/** A value of the form that its option has. */
function wanted(option: keyof typeof forms, value: string): string {
  const { form, rule } = forms[option];
  if (!form.test(value)) throw new UsageError(`--${option} is "${value}". Give ${rule}`);
  return value;
}

/** A URL to which a token may be sent, by the rules of the package. */
function parseEndpoint(text: string): URL {
  try {
    const { origin, basePath } = new Endpoint(text);
    if (!basePath.endsWith("/compute/v1")) throw new UsageError("it has to end in /compute/v1. Add it to the URL.");
    return new URL(`${origin}${basePath}`);
  } catch (error) {
    throw new UsageError(`--endpoint: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function chooseSubjects(
  only: string | undefined,
  isMet: (need: "--certificate-map" | "--parent") => boolean,
): SubjectName[] {
  const isPossible = (name: SubjectName) => subjects[name].needs === undefined || isMet(subjects[name].needs);
  if (only === undefined) return subjectNames.filter(isPossible);
  const names = only.split(",").map((name) => name.trim());
  const unknown = names.find((name) => !Object.hasOwn(subjects, name));
  if (unknown !== undefined)
    throw new UsageError(`--only names "${unknown}". Give one or more of: ${subjectNames.join(", ")}.`);
  const chosen = subjectNames.filter((name) => names.includes(name));
  const unmet = chosen.find((name) => !isPossible(name));
  if (unmet !== undefined) {
    throw new UsageError(
      `--only names ${unmet}, which needs ${subjects[unmet].needs ?? ""}. Give that option, or leave the name out.`,
    );
  }
  return chosen;
}

/** Application default credentials go to Google alone; a token for another endpoint is in the environment. */
function chooseToken({ GOOGLE_OAUTH_ACCESS_TOKEN: token = "" }: NodeJS.ProcessEnv, endpoint: URL): string | undefined {
  if (token !== "") return token;
  if (["compute.googleapis.com", "www.googleapis.com"].includes(endpoint.hostname)) return undefined;
  if (isLoopback(endpoint.hostname)) return "acceptance";
  throw new UsageError(
    `--endpoint is ${endpoint.host}, which is not Google's. Your own credentials are not sent to it. ` +
      "Put a token for it into GOOGLE_OAUTH_ACCESS_TOKEN.",
  );
}
