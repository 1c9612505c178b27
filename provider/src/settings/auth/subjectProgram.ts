import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { text, type Values } from "../../fields/values";
import { formatDuration } from "../../names/duration";
import { scalarText } from "../../types/scalarText";
import { SettingError } from "../settingError";
import { maxBytes, readJson, readNamedFile, readPath } from "./namedFile";

/*
 * A program that prints what a workload proves its identity with, by the rules of Google's libraries: https://google.aip.dev/auth/4117.
 */

const [defaultTimeoutMs, shortestTimeoutMs, longestTimeoutMs] = [30_000, 5_000, 120_000];

/** The members of an answer that have its token, by the type that it says. */
const tokenMembers: Readonly<Record<string, string>> = {
  "urn:ietf:params:oauth:token-type:id_token": "id_token",
  "urn:ietf:params:oauth:token-type:jwt": "id_token",
  "urn:ietf:params:oauth:token-type:saml2": "saml_response",
};

/** So much of what a program says about its failure is shown. */
const mostComplaint = 1_000;

const place = "credential_source.executable of the credentials";

/** The token of the program, or of the file in which it keeps the last one. */
export async function runProgram(credentials: Values, executable: Values, beforeRun: () => void): Promise<string> {
  const { command, timeout_millis: timeoutMs = defaultTimeoutMs, output_file: file } = executable;
  if (process.env.GOOGLE_EXTERNAL_ACCOUNT_ALLOW_EXECUTABLES !== "1") {
    throw new SettingError(
      `${place} names a program to run. Read it, and allow it with GOOGLE_EXTERNAL_ACCOUNT_ALLOW_EXECUTABLES=1 in the environment.`,
    );
  }
  if (typeof timeoutMs !== "number" || timeoutMs < shortestTimeoutMs || timeoutMs > longestTimeoutMs)
    throw new SettingError(`timeout_millis in ${place} must be a number between 5000 and 120000.`);
  if (typeof command !== "string") throw new SettingError(`command in ${place} must be a text.`);
  const output = typeof file === "string" && file !== "" ? file : undefined;
  if (output !== undefined && existsSync(readPath(output) ?? output)) {
    const name = `output_file in ${place}`;
    const content = readNamedFile(output, name);
    const answer = content.trim() === "" ? {} : readJson(content, `The file of ${name}`);
    if (answer.success === true && !isExpired(answer)) return readToken(answer);
  }
  beforeRun();
  const printed = await run(command, timeoutMs, {
    GOOGLE_EXTERNAL_ACCOUNT_AUDIENCE: text(credentials, "audience"),
    GOOGLE_EXTERNAL_ACCOUNT_TOKEN_TYPE: text(credentials, "subject_token_type"),
    GOOGLE_EXTERNAL_ACCOUNT_INTERACTIVE: "0",
    GOOGLE_EXTERNAL_ACCOUNT_OUTPUT_FILE: output,
    GOOGLE_EXTERNAL_ACCOUNT_IMPERSONATED_EMAIL: readEmail(text(credentials, "service_account_impersonation_url")),
  });
  const answer = readJson(printed, `The output of ${place}`);
  if (answer.success === false) {
    throw new Error(
      `${place} reports the failure ${scalarText(answer.code) ?? "without a code"}: ${scalarText(answer.message) ?? "no message"}`,
    );
  }
  if (output !== undefined && typeof answer.expiration_time !== "number")
    throw new SettingError(`${place} printed no expiration_time, which it has to where output_file is set.`);
  if (isExpired(answer)) throw new Error(`${place} printed a token that has expired`);
  return readToken(answer);
}

function readToken(answer: Values): string {
  const { version, token_type: type } = answer;
  if (version !== 1) throw new SettingError(`${place} answers in another version than 1, which is the only one.`);
  const member = typeof type === "string" && Object.hasOwn(tokenMembers, type) ? tokenMembers[type] : undefined;
  const token = member === undefined ? undefined : text(answer, member);
  if (token !== undefined && token !== "") return token;
  throw new SettingError(
    `${place} answers without success, or without a token: it has to print a token_type of ${Object.keys(tokenMembers).join(", ")}, and its id_token or saml_response.`,
  );
}

function isExpired({ expiration_time: seconds }: Values): boolean {
  return typeof seconds === "number" && seconds * 1000 < Date.now();
}

function readEmail(url = ""): string | undefined {
  const [, email] = /\/serviceAccounts\/([^/:]+):generateAccessToken$/.exec(url) ?? [];
  return email;
}

/** The output of a program. It ends where it prints too much, or takes too long. */
function run(command: string, timeoutMs: number, variables: NodeJS.ProcessEnv): Promise<string> {
  const parts = command.match(/(?:[^\s"]|"[^"]*")+/g) ?? [];
  const [program = "", ...args] = parts.map((part) => (/^"[^]*"$/.test(part) ? part.slice(1, -1) : part));
  const set = Object.entries(variables).filter(([, value]) => value !== undefined);
  const env = { ...process.env, ...Object.fromEntries(set) };
  const options = { env, timeout: timeoutMs, killSignal: "SIGKILL", maxBuffer: maxBytes, windowsHide: true } as const;
  return new Promise((resolve, reject) => {
    execFile(program, args, options, (error, printed, complaint) => {
      if (error === null) {
        resolve(printed);
        return;
      }
      const { code, killed = false } = error;
      const why =
        String(code) === "ERR_CHILD_PROCESS_STDIO_MAXBUFFER"
          ? "printed more than 1 MiB"
          : killed
            ? `did not end within ${formatDuration(timeoutMs)}`
            : `failed (${String(code)})${complaint === "" ? "" : `: ${complaint.trim().slice(0, mostComplaint)}`}`;
      reject(new Error(`${place} ${why}`));
    });
  });
}
