/*
 * Answers are taken for what the service documents: they are not checked, so that a harmless liberty of the service stops
 * nobody. Only when something breaks, this tells whether an answer is to blame.
 */

/** Forms of members as the API's reference has them; `map` is an object with keys of somebody's choosing. */
type Form = "text" | "number" | "object" | "map" | "list of objects" | "list of texts";

/** The members that code here reads, by their names, which mean the same in all answers but for a few. */
export const documentedForms: Readonly<Record<string, readonly Form[]>> = {
  ...all(
    ["text"],
    "attachmentTarget baseInstanceName certificateMap clientOperationId creationTimestamp currentAction description",
    "displayName endTime etag expression fingerprint firewallPolicy firewallPolicyId healthCheck httpErrorMessage",
    "insertTime instance instanceGroup instanceTemplate key kmsKeyName labelFingerprint location logType message name",
    "network nextHopGateway nextHopIlb nextHopInstance nextHopIp nextHopNetwork nextHopVpnTunnel operationType region role",
    "selfLink service sha256 shortName sourceDisk sourceInstantSnapshot startTime statusMessage targetLink title type",
    "url user value workloadPolicy zone",
  ),
  // Numbers of 64 bits are texts in JSON, and numbers in some answers all the same.
  ...all(["text", "number"], "code id storageBytes targetId"),
  ...all(["number"], "calculated fixed httpErrorStatusCode initialDelaySec percent priority progress rank"),
  ...all(
    ["object"],
    "allInstancesConfig condition currentActions distributionPolicy error errorInfo help instanceFlexibilityPolicy",
    "instanceLifecyclePolicy lastAttempt localizedMessage maxSurge maxUnavailable params perInstanceConfigs preservedState",
    "properties quotaInfo resourcePolicies snapshotEncryptionKey sourceDiskEncryptionKey",
    "sourceInstantSnapshotEncryptionKey standbyPolicy stateful statefulPolicy updatePolicy versionTarget",
  ),
  ...all(["map"], "dimensions externalIPs instanceSelections internalIPs labels metadatas"),
  ...all(
    ["list of objects"],
    "asPaths associations auditConfigs auditLogConfigs autoHealingPolicies bindings data errorDetails guestOsFeatures",
    "instanceHealth items links managedInstances namedPorts versions warnings zones",
  ),
  ...all(["list of texts"], "exemptedMembers machineTypes members sslCertificates storageLocations tags targetPools"),
  errors: ["list of objects", "object"],
  status: ["text", "object"],
  targetSize: ["number", "object"],
  version: ["number", "object"],
};

function all(forms: readonly Form[], ...names: readonly string[]): Record<string, readonly Form[]> {
  return Object.fromEntries(names.flatMap((some) => some.split(" ")).map((name) => [name, forms]));
}

/** Where an answer has not the form that is documented, and what is there; `undefined` where it has. */
export function deviationOf(answer: unknown): string | undefined {
  const found = deviationIn(answer);
  return found && `${pathText(found.path)} is ${found.instead}`;
}

/** The path is put together from its end, so that an answer that has its form costs no texts. */
interface Deviation {
  readonly path: readonly (string | number)[];
  readonly instead: string;
}

function deviationIn(object: unknown): Deviation | undefined {
  if (!isObject(object)) return undefined;
  for (const [name, value] of Object.entries(object)) {
    const forms = Object.hasOwn(documentedForms, name) ? documentedForms[name] : undefined;
    const found = forms && deviationFrom(forms, value);
    if (found !== undefined) return { ...found, path: [name, ...found.path] };
  }
  return undefined;
}

function deviationFrom(forms: readonly Form[], value: unknown): Deviation | undefined {
  const form = forms.find((one) => hasForm(one, value));
  if (form === undefined) {
    const documented = forms.map(withArticle).join(" or ");
    return { path: [], instead: `${formInWords(value)}, and the service documents ${documented}` };
  }
  if (form === "map" || !(value instanceof Object)) return undefined;
  if (!Array.isArray(value)) return deviationIn(value);
  const formsOfItem: readonly Form[] = [form === "list of texts" ? "text" : "object"];
  for (const [index, one] of value.entries()) {
    const found = deviationFrom(formsOfItem, one);
    if (found !== undefined) return { ...found, path: [index, ...found.path] };
  }
  return undefined;
}

/** `versions[0].targetSize`. */
function pathText(path: Deviation["path"]): string {
  return path
    .map((key) => (typeof key === "number" ? `[${String(key)}]` : `.${key}`))
    .join("")
    .slice(1);
}

function hasForm(form: Form, value: unknown): boolean {
  if (form === "text") return typeof value === "string";
  if (form === "number") return typeof value === "number";
  return form === "object" || form === "map" ? isObject(value) : Array.isArray(value);
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function formInWords(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  const words = { string: "a text", number: "a number", boolean: "true or false" } as const;
  return words[typeof value as keyof typeof words] ?? "an object";
}

function withArticle(form: Form): string {
  return `${form === "object" ? "an" : "a"} ${form}`;
}
