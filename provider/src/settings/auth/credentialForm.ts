import { createPrivateKey } from "node:crypto";
import { isValues, type Values } from "../../fields/values";
import { parsed } from "../../http/json";
import { scalarText } from "../../types/scalarText";
import { anyObject, conform, type Form } from "../../types/form";

/*
 * Reasons, found without a call, why a text is not the credentials that it should be. Each is the end of a sentence, and repeats
 * nothing of the text: most of it may be a secret.
 */

/** The problem in the text of a setting. A file that it may name is not looked at. */
export function formProblem(setting: "accessToken" | "credentials", text: string): string | undefined {
  return setting === "accessToken" ? accessTokenProblem(text) : credentialsProblem(text);
}

/** Why a text is no access token, though it may have one in it. */
export function accessTokenProblem(text: string): string | undefined {
  if (/^\s*(?:authorization:\s*)?bearer\s/i.test(text)) return 'must be the token alone. Leave out "Bearer".';
  return /^\s*\{/.test(text)
    ? "is JSON, and not an access token. Set gcp:credentials to the JSON of a key."
    : undefined;
}

/** Why a text is neither the path of credentials nor their JSON. */
function credentialsProblem(text: string): string | undefined {
  const trimmed = text.trim();
  if (trimmed.startsWith("ya29."))
    return "is an access token. Set gcp:accessToken (or GOOGLE_OAUTH_ACCESS_TOKEN) to it.";
  if (trimmed.includes("-----BEGIN ") && !trimmed.startsWith("{"))
    return "is only a private key. Give the whole JSON of the key file, or the path of the file.";
  if (isBase64Json(trimmed))
    return "is base64. Give the JSON itself, which `base64 --decode` makes of it, or the path of its file.";
  if (!trimmed.startsWith("{")) return undefined;
  return keyProblem(trimmed);
}

/** Why JSON is not that of credentials which can be used. */
export function keyProblem(json: string): string | undefined {
  const key = parsed(json);
  if (!isValues(key)) return notJson;
  for (let one: unknown = key; isValues(one); one = one.source_credentials) {
    const problem = memberProblem(one);
    if (problem !== undefined) return one === key ? problem : `has malformed source_credentials: the object ${problem}`;
  }
  return undefined;
}

const notJson = "is not the JSON of credentials, or only a part of it. Give the whole file, or its path.";

const serviceAccountMembers = ["client_email", "private_key"];
const loginMembers = ["client_id", "client_secret", "refresh_token"];

/** The members that credentials of each type cannot do without; of other types the library knows more. */
const required: Readonly<Record<string, readonly string[]>> = {
  service_account: serviceAccountMembers,
  authorized_user: loginMembers,
  external_account_authorized_user: loginMembers,
  external_account: ["audience", "subject_token_type", "credential_source"],
  impersonated_service_account: ["source_credentials", "service_account_impersonation_url"],
};

/** The forms of all that the library takes for granted of credentials, of whatever type. */
const credentialForm: Form = {
  members: {
    ...Object.fromEntries(
      [
        ...["client_email", "private_key", "private_key_id", "project_id", "universe_domain"],
        ...["client_id", "client_secret", "refresh_token", "audience", "subject_token_type", "token_url", "token_uri"],
        ...["token_info_url", "service_account_impersonation_url", "workforce_pool_user_project"],
      ].map((name) => [name, "text"] as const),
    ),
    delegates: { list: "text" },
    source_credentials: anyObject,
    service_account_impersonation: { members: { token_lifetime_seconds: "number" } },
    credential_source: {
      members: {
        ...Object.fromEntries(
          [
            ...["file", "url", "environment_id", "region_url", "regional_cred_verification_url"],
            "imdsv2_session_token_url",
          ].map((name) => [name, "text"] as const),
        ),
        headers: { map: "text" },
        format: { members: { type: "text", subject_token_field_name: "text" } },
        executable: { members: { command: "text", timeout_millis: "number", output_file: "text" } },
        certificate: {
          members: {
            use_default_certificate_config: "boolean",
            certificate_config_location: "text",
            trust_chain_path: "text",
          },
        },
      },
    },
  },
};

function memberProblem(key: Values): string | undefined {
  if (key.installed !== undefined || key.web !== undefined)
    return "has an OAuth client, and no credentials. Run `gcloud auth application-default login`, or give the key of a service account.";
  const type = typeof key.type === "string" ? key.type : "service_account";
  const members = Object.hasOwn(required, type) ? (required[type] ?? []) : [];
  const missing = members.filter((name) => key[name] === undefined || key[name] === null || key[name] === "");
  if (missing.length > 0) return `has no ${missing.join(" and no ")}. Give the whole file, as it was downloaded.`;
  const malformed = conform(credentialForm, key);
  if (malformed !== undefined) return `is malformed: its ${malformed}. Give the file as it was downloaded.`;
  return members === serviceAccountMembers ? privateKeyProblem(key.private_key) : undefined;
}

function privateKeyProblem(value: unknown): string | undefined {
  const pem = scalarText(value) ?? "";
  try {
    createPrivateKey(pem);
    return undefined;
  } catch {
    const why = pem.includes("\\n") ? ": its line breaks are the two characters \\n" : "";
    return `has a private_key that is damaged${why}. Give the file as it was downloaded, or make a new key.`;
  }
}

function isBase64Json(text: string): boolean {
  return /^[\w+/-][\w+/\s-]{20,}=*$/.test(text) && /^\s*\{\s*"/.test(Buffer.from(text, "base64").toString("latin1"));
}
