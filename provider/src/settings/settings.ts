import { createHash } from "node:crypto";
import { formProblem } from "./auth/credentialForm";
import { readEndpoint, refuseExposure } from "./endpointSetting";
import { parseDuration } from "../names/duration";
import type { Endpoint } from "../http/endpoint";
import { parsed } from "../http/json";
import { projectProblem } from "../names/names";
import { mustBe, outputTextProblem, quoted } from "../fields/problem";
import { isValues } from "../fields/values";
import { SettingError } from "./settingError";
import {
  credentialVariables,
  defaultCredentialsVariable,
  providerNameKey,
  settingKeys,
  settingVariables,
  type SettingKey,
} from "./settingKeys";

/** Reads one configuration value by its full key: `gcp:project`. */
export type ConfigReader = (key: string) => string | undefined;

/** Environment variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Where credentials come from, before any impersonation. */
export type CredentialSetting =
  | { from: "accessToken"; value: string; setBy: string }
  | { from: "credentials"; value: string; setBy: string }
  | { from: "externalCredentials"; value: ExternalCredentials; setBy: string }
  | { from: "applicationDefault" };

export interface ExternalCredentials {
  audience: string;
  serviceAccountEmail: string;
  identityToken: string;
}

/**
 * The provider's settings: configuration beats environment.
 *
 * No file is read before it is asked for, so that a preview of resources needs no credentials.
 */
export class Settings {
  constructor(
    private readonly config: ConfigReader,
    readonly environment: Environment,
  ) {}

  private found: readonly string[] | undefined;

  /** The problems in the form of any setting, as far as they show without a file and without a call. */
  get problems(): readonly string[] {
    if (this.found !== undefined) return this.found;
    const outputReasons = this.outputTextReasons();
    // Such a text breaks every other rule, too.
    if (outputReasons.length > 0) return (this.found = outputReasons);
    const found = [
      () => this.endpoint(),
      () => this.durationMs("gcp:requestTimeout"),
      () => this.scopes(),
      () => this.list("gcp:impersonateServiceAccountDelegates"),
      () => this.map("gcp:defaultLabels"),
      () => this.flag("gcp:allowPlainHttp"),
      () => this.flag("gcp:addPulumiAttributionLabel"),
      () => this.flag("gcp:userProjectOverride"),
      () => this.quotaProject(),
      () => refuseForm(this.credentials()),
    ].flatMap((look) => collectReasons(look));
    // The endpoint looks at others, too.
    return (this.found = [...new Set(found)]);
  }

  /** Throws an error that names each setting that a program has built from an Output as if that were a text. */
  refuseOutputTexts(): void {
    const reasons = this.outputTextReasons();
    if (reasons.length > 0) throw new SettingError(...reasons);
  }

  private outputTextReasons(): string[] {
    return settingKeys.flatMap((key) => outputTextProblem(this.config(key), this.named(key))?.reason ?? []);
  }

  /** True if the command `pulumi config` changes these settings. */
  get isStack(): boolean {
    return this.configured(providerNameKey) === undefined;
  }

  /** A key as messages name it: a `gce.Provider` has none of the stack's. */
  named(key: string): string {
    const provider = this.configured(providerNameKey);
    return provider === undefined ? key : `${key.slice("gcp:".length)} of the gce.Provider ${quoted(provider)}`;
  }

  /** Where the calls go. Refuses one to which the token must not go. */
  endpoint(): Endpoint {
    const endpoint = this.address();
    if (endpoint.isExposed) refuseExposure(endpoint, this);
    return endpoint;
  }

  /** Where the configuration sends the calls, whether or not a token may go there. */
  address(): Endpoint {
    return readEndpoint(this);
  }

  /** The scopes of tokens; `undefined` where they are not narrowed. */
  scopes(): string[] | undefined {
    const scopes = this.list("gcp:scopes");
    const wrong = (scopes ?? []).flatMap((scope, index) => {
      if (/^https:\/\/[^/\s]+\/\S*$/.test(scope)) return [];
      const suggestion = /^[a-z._-]+$/.test(scope) ? scope : "cloud-platform";
      const url = `https://www.googleapis.com/auth/${suggestion}`;
      return [
        `${this.setBy("gcp:scopes")}[${String(index)}] must be the URL of a scope; it is ${quoted(scope)}. Give: ${url}`,
      ];
    });
    if (wrong.length > 0) throw new SettingError(...wrong);
    return scopes;
  }

  /** The project that is named to pay for every request. */
  quotaProject(): string | undefined {
    const found = this.find("gcp:billingProject");
    const problem = found && projectProblem(found.value);
    if (found === undefined || problem === undefined) return found?.value;
    throw new SettingError(mustBe(found.setBy, problem, found.value)[0]?.reason ?? problem);
  }

  get debug(): boolean {
    return isDebugging(this.environment);
  }

  /** A warning of that which opens every connection to whoever is in between; `undefined` where nothing does. */
  get danger(): string | undefined {
    return this.environment.NODE_TLS_REJECT_UNAUTHORIZED === "0"
      ? "NODE_TLS_REJECT_UNAUTHORIZED is 0: Node.js checks no certificates, so anyone between here and the service can read and change everything, including tokens. Unset the variable. To trust your own certificate, name its file in NODE_EXTRA_CA_CERTS."
      : undefined;
  }

  /** The source of a setting: its key, or the variable; the key where nothing sets it. */
  setBy(key: SettingKey): string {
    return this.find(key)?.setBy ?? key;
  }

  /** The text of a setting, from configuration or the first variable that is set. */
  text(key: SettingKey): string | undefined {
    return this.find(key)?.value;
  }

  /** `"true"` and `"false"` arrive as text. */
  flag(key: SettingKey): boolean {
    const found = this.find(key);
    if (found === undefined) return false;
    const value = found.value.toLowerCase();
    if (value === "true" || value === "1") return true;
    if (value === "false" || value === "0") return false;
    throw new SettingError(`${found.setBy} must be true or false; it is ${quoted(found.value)}.`);
  }

  /** A list of texts. */
  list(key: SettingKey): string[] | undefined {
    const isList = (value: unknown): value is string[] =>
      Array.isArray(value) && value.every((item) => typeof item === "string");
    return this.json(key, isList, "a list of texts", "[0]");
  }

  /** A map of texts. */
  map(key: SettingKey): Record<string, string> {
    const isMap = (value: unknown): value is Record<string, string> =>
      isValues(value) && Object.values(value).every((item) => typeof item === "string");
    return this.json(key, isMap, "a map of texts", ".<name>") ?? {};
  }

  /** A duration in milliseconds; the text may be a Go duration (`"120s"`, `"2m"`). */
  durationMs(key: SettingKey): number | undefined {
    const found = this.find(key);
    if (found === undefined) return undefined;
    const milliseconds = parseDuration(found.value);
    if (milliseconds === undefined || milliseconds <= 0) {
      throw new SettingError(
        `${found.setBy} must be a duration such as "120s" or "2m"; it is ${quoted(found.value)}.` +
          (/^\d+$/.test(found.value) ? ` Give its unit: ${found.value}s` : ""),
      );
    }
    return milliseconds;
  }

  /**
   * Which credentials to use. Two in configuration are an error; in the environment the token wins; without any,
   * application default credentials.
   */
  credentials(): CredentialSetting {
    const set = (["accessToken", "credentials", "externalCredentials"] as const).filter((name) =>
      this.configured(`gcp:${name}`),
    );
    if (set.length > 1) {
      const howTo = this.isStack ? ` To remove one: pulumi config rm gcp:${set[1] ?? ""}` : "";
      throw new SettingError(
        `${set.map((name) => this.named(`gcp:${name}`)).join(" and ")} are configured together; keep one.${howTo}`,
      );
    }
    const [name] = set;
    if (name !== undefined) {
      const value = this.configured(`gcp:${name}`) ?? "";
      const setBy = this.named(`gcp:${name}`);
      return name === "externalCredentials"
        ? { from: name, value: this.external(value, setBy), setBy }
        : { from: name, value, setBy };
    }
    for (const from of ["accessToken", "credentials"] as const) {
      for (const variable of credentialVariables[from]) {
        const value = this.environment[variable];
        if (value !== undefined && value !== "") return { from, value, setBy: variable };
      }
    }
    return { from: "applicationDefault" };
  }

  /** Another text for every other set of settings, which tells nothing of them. */
  fingerprint(): string {
    const texts = (Object.keys(settingVariables) as SettingKey[]).map((key) => this.text(key));
    return createHash("sha256")
      .update(JSON.stringify([this.credentials(), texts, this.environment[defaultCredentialsVariable]]))
      .digest("base64");
  }

  private find(key: SettingKey): { value: string; setBy: string } | undefined {
    const configured = this.configured(key);
    if (configured !== undefined) return { value: configured, setBy: this.named(key) };
    for (const variable of settingVariables[key]) {
      const value = this.environment[variable];
      if (value !== undefined && value !== "") return { value, setBy: variable };
    }
    return undefined;
  }

  private configured(key: string): string | undefined {
    const value = this.config(key);
    return value === undefined || value === "" ? undefined : value;
  }

  private external(json: string, setBy: string): ExternalCredentials {
    const value = (parsed(json) ?? {}) as Partial<Record<keyof ExternalCredentials, unknown>>;
    const member = (name: keyof ExternalCredentials): string => {
      const text = value[name];
      if (typeof text === "string" && text !== "") return text;
      const howTo = ` Set it with: pulumi config set --secret --path 'gcp:externalCredentials.${name}' <value>`;
      throw new SettingError(
        `${setBy} must have audience, serviceAccountEmail and identityToken; ${name} is missing.${this.isStack ? howTo : ""}`,
      );
    };
    return {
      audience: member("audience"),
      serviceAccountEmail: member("serviceAccountEmail"),
      identityToken: member("identityToken"),
    };
  }

  /** A value that arrives as JSON; `undefined` where it is not set. */
  private json<T>(key: SettingKey, isIt: (value: unknown) => value is T, what: string, part: string): T | undefined {
    const found = this.find(key);
    if (found === undefined) return undefined;
    const value = parsed(found.value);
    if (isIt(value)) return value;
    const howTo = this.isStack ? ` Set it with: pulumi config set --path '${key}${part}' <value>` : "";
    throw new SettingError(`${found.setBy} must be ${what}.${howTo}`);
  }
}

/** True if every request is to be logged: `PULUMI_GCE_DEBUG` is 1 or true. */
export function isDebugging(environment: Environment): boolean {
  return /^(1|true)$/i.test(environment.PULUMI_GCE_DEBUG ?? "");
}

function collectReasons(look: () => unknown): readonly string[] {
  try {
    look();
    return [];
  } catch (error) {
    if (!(error instanceof SettingError)) throw error;
    return error.reasons;
  }
}

/** Throws if the text of credentials is none of theirs. A preview looks no further; whoever uses them looks into files, too. */
function refuseForm(setting: CredentialSetting): void {
  if (setting.from !== "accessToken" && setting.from !== "credentials") return;
  const problem = formProblem(setting.from, setting.value);
  if (problem !== undefined) throw new SettingError(`${setting.setBy} ${problem}`);
}
