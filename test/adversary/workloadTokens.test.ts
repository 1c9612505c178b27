import { existsSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { createServer } from "node:tls";
import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { selfSigned } from "../support/certificate";
import { answersToken, captureMessage, file, source, tokenServer } from "../support/credentials";
import { brackets, endless, json } from "../support/dearBodies";
import { account, externalAccount, service_account_impersonation_url, sts } from "../support/externalAccount";
import { listen } from "../support/loopbackServer";
import { answers, scriptedServer, type Script } from "../support/scriptedServer";
import { captureError, folderForTest, forgetSecrets } from "../support/untilTestEnds";

afterEach(() => {
  forgetSecrets();
  vi.unstubAllEnvs();
});

/** A program in JavaScript that a workload runs for its token. */
function program(code: string, more: object = {}): { readonly credential_source: object } {
  const path = join(folderForTest(), "program.cjs");
  writeFileSync(path, code);
  vi.stubEnv("GOOGLE_EXTERNAL_ACCOUNT_ALLOW_EXECUTABLES", "1");
  return { credential_source: { executable: { command: `"${process.execPath}" ${path} "two words"`, ...more } } };
}

const prints = (value: object) => `console.log(${JSON.stringify(JSON.stringify(value))})`;

const printed = {
  version: 1,
  success: true,
  token_type: "urn:ietf:params:oauth:token-type:id_token",
  id_token: "printed",
  expiration_time: Math.round(Date.now() / 1000) + 3600,
};

it("a file of JSON that credentials of a workload name gives the token, and is read anew for each", async () => {
  const server = await tokenServer();
  const path = file("subject", '{"here":"the.token"}');
  const format = { type: "json", subject_token_field_name: "here" };
  const tokens = source({ "gcp:credentials": externalAccount(sts, { credential_source: { file: path, format } }) });
  expect(await tokens.token()).toBe("token-1");
  tokens.invalidate("token-1");
  writeFileSync(path, '{"here":"next.token"}');
  expect(await tokens.token()).toBe("token-2");
  const subjects = server.requests.map(({ body }) => new URLSearchParams(body).get("subject_token"));
  expect(subjects).toEqual(["the.token", "next.token"]);
});

describe("a certificate of a workload", () => {
  it("is presented to every server, whose answers have the bounds of all others", async () => {
    const [folder, { cert, key }, issuer] = [folderForTest(), selfSigned("a.example"), selfSigned("b.example")];
    const paths = Object.fromEntries(["cert", "key", "chain", "config"].map((name) => [name, join(folder, name)]));
    const { cert: cert_path = "", key: key_path = "", chain = "", config = "" } = paths;
    writeFileSync(cert_path, cert);
    writeFileSync(key_path, key);
    writeFileSync(chain, cert + issuer.cert);
    writeFileSync(config, JSON.stringify({ cert_configs: { workload: { cert_path, key_path } } }));
    const certificate = { certificate_config_location: config, trust_chain_path: chain };
    const elsewhere = await scriptedServer(answersToken("stolen"));
    const { origin, requests, presented } = await mutualServer(
      answersToken("federated"),
      answers(302, {}, { location: elsewhere.origin }),
      answers(200, brackets.slice(1), json),
      endless().script,
    );
    vi.stubEnv("NODE_TLS_REJECT_UNAUTHORIZED", "0");
    const path = externalAccount(origin, { credential_source: { certificate } });
    expect(await source({ "gcp:credentials": path }).token()).toBe("federated");
    const der = (pem: string) => pem.replace(/-----.*-----|\s/g, "");
    expect(JSON.parse(new URLSearchParams(requests[0]?.body).get("subject_token") ?? "")).toEqual([
      der(cert),
      der(issuer.cert),
    ]);
    for (const words of ["a redirect", "more than 1000 levels", "more than 1 MiB"])
      expect(await captureMessage(source({ "gcp:credentials": path }))).toContain(words);
    expect([...presented]).toEqual([der(cert)]);
    expect(elsewhere.requests).toEqual([]);
  });
});

/** A server that wants to see a certificate, with the certificates that it has seen. */
async function mutualServer(...scripts: Script[]) {
  const { origin: behind, requests } = await scriptedServer(...scripts);
  const presented = new Set<string>();
  const server = createServer(
    { ...selfSigned("127.0.0.1"), requestCert: true, rejectUnauthorized: false },
    (client) => {
      presented.add(client.getPeerCertificate().raw.toString("base64"));
      const onward = connect(Number(new URL(behind).port), "127.0.0.1");
      client.pipe(onward).pipe(client);
      for (const socket of [client, onward]) socket.on("error", () => undefined);
      client.on("close", () => onward.destroy());
      onward.on("close", () => client.destroy());
    },
  );
  const port = await listen(server);
  onTestFinished(() => void server.close());
  return { origin: `https://127.0.0.1:${String(port)}`, requests, presented };
}

describe("a program that a workload runs for its token", () => {
  const failures: readonly [what: string, code: string, words: string][] = [
    ["prints without end", "for (;;) require('fs').writeSync(1, 'x'.repeat(65536))", "printed more than 1 MiB"],
    ["complains without end", "for (;;) require('fs').writeSync(2, 'x'.repeat(65536))", "printed more than 1 MiB"],
    ["prints no JSON", "console.log('hidden')", "is not a JSON object"],
    ["fails", "console.error('no key in eyJhidden.eyJhidden.x'); process.exit(3)", "failed (3): no key in [token]"],
    ["reports a failure", prints({ version: 1, success: false, code: "401", message: "no" }), "the failure 401: no"],
    ["prints another type", prints({ ...printed, token_type: "constructor" }), "without a token"],
    ["prints what has expired", prints({ ...printed, expiration_time: 1 }), "a token that has expired"],
  ];

  it.each(failures)("and that %s is refused in words", async (_what, code, words) => {
    const server = await tokenServer();
    const path = externalAccount(sts, program(code));
    const message = await captureMessage(source({ "gcp:credentials": path }));
    expect(message).toContain("credential_source.executable of the credentials");
    expect(message).toContain(words);
    expect(message).not.toMatch(/hidden|xxx/);
    expect(server.requests).toEqual([]);
  });

  it("is not run unless the environment allows it", async () => {
    const marker = join(folderForTest(), "ran");
    const more = program(`require("fs").writeFileSync(${JSON.stringify(marker)}, "")`);
    vi.stubEnv("GOOGLE_EXTERNAL_ACCOUNT_ALLOW_EXECUTABLES", "true");
    const message = await captureMessage(source({ "gcp:credentials": externalAccount(sts, more) }));
    expect(message).toContain("GOOGLE_EXTERNAL_ACCOUNT_ALLOW_EXECUTABLES=1");
    expect(existsSync(marker)).toBe(false);
  });

  it("is told what the token is for, and run only where its file keeps none", async () => {
    const server = await tokenServer();
    const output = join(folderForTest(), "output");
    const code = `
      const { env, argv } = process;
      const { GOOGLE_EXTERNAL_ACCOUNT_AUDIENCE: audience, GOOGLE_EXTERNAL_ACCOUNT_IMPERSONATED_EMAIL: email } = env;
      const told = [argv[2], audience.split("/").at(-1), email, env.GOOGLE_EXTERNAL_ACCOUNT_OUTPUT_FILE === ${JSON.stringify(output)}];
      console.error("a word beside it");
      console.log(JSON.stringify({ ...${JSON.stringify(printed)}, id_token: told.join(" ") }));`;
    const path = externalAccount(sts, { ...program(code, { output_file: output }), service_account_impersonation_url });
    const give = async (content: string) => {
      writeFileSync(output, content);
      await captureError(source({ "gcp:credentials": path }).token(), (error) => error instanceof Error);
      return new URLSearchParams(server.requests.at(-2)?.body).get("subject_token");
    };
    const told = `two words ci ${account} true`;
    const saml = { ...printed, token_type: "urn:ietf:params:oauth:token-type:saml2", saml_response: "of.the.file" };
    expect(await give("")).toBe(told);
    expect(await give(JSON.stringify({ ...saml, expiration_time: 1 }))).toBe(told);
    expect(await give(JSON.stringify({ version: 1, success: false, code: "1", message: "no" }))).toBe(told);
    expect(await give(JSON.stringify(saml))).toBe("of.the.file");
  });
});
