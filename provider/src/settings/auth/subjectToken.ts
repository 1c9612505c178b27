import { X509Certificate } from "node:crypto";
import { Agent } from "node:https";
import { join } from "node:path";
import { toValues, isValues, text, type Values } from "../../fields/values";
import { SettingError } from "../settingError";
import { gcloudFolder, readJson, readNamedFile } from "./namedFile";
import { runProgram } from "./subjectProgram";
import type { Asks, Certified } from "./tokenRequests";

/*
 * The proofs of identity that a workload has in a file, from a program or in a certificate: the credential library would read
 * each to its end. Those of URLs and AWS come to it over the transport that is guarded.
 */

/** The source of the token that the credential library exchanges. */
interface SubjectTokenSupplier extends Certified {
  getSubjectToken(): Promise<string>;
}

/** The credentials, and those in them, with suppliers in place of the files and programs that they name. */
export function withSuppliers(key: Values, asks: Asks): Values {
  const { type, source_credentials: inner, credential_source: source } = key;
  if (isValues(inner)) return { ...key, source_credentials: withSuppliers(inner, asks) };
  const supplier = type === "external_account" && isValues(source) ? makeSupplier(key, source, asks) : undefined;
  return supplier === undefined ? key : { ...key, credential_source: undefined, subject_token_supplier: supplier };
}

/** In the order in which the library looks at the members; `undefined` where it asks servers, or finds a mistake. */
function makeSupplier(key: Values, source: Values, asks: Asks): SubjectTokenSupplier | undefined {
  const { environment_id: aws, executable, file, url, certificate } = source;
  if (aws) return undefined;
  if (executable) {
    return isValues(executable)
      ? {
          getSubjectToken: () =>
            runProgram(key, executable, () => {
              asks("the program of the credentials");
            }),
        }
      : undefined;
  }
  if ([file, url, certificate].filter(Boolean).length !== 1) return undefined;
  if (typeof file === "string" && file !== "") return fileSupplier(file, source.format);
  return isValues(certificate) ? new CertificateSupplier(certificate) : undefined;
}

function fileSupplier(file: string, format: unknown): SubjectTokenSupplier | undefined {
  const { type = "text", subject_token_field_name: field } = toValues(format);
  const member = type === "json" && typeof field === "string" ? field : undefined;
  if (member === undefined && type !== "text") return undefined;
  const name = "credential_source.file of the credentials";
  return {
    getSubjectToken() {
      const content = readNamedFile(file, name);
      const token = member === undefined ? content : text(readJson(content, `The file of ${name}`), member);
      if (token === undefined || token === "") {
        throw new SettingError(
          `The file of ${name} ${member === undefined ? "is empty" : "has no text in the member that they name"}.`,
        );
      }
      return Promise.resolve(token);
    },
  };
}

/** A certificate is presented to the server, and stands with its chain in the place of a token. */
class CertificateSupplier implements SubjectTokenSupplier {
  agent: Agent | undefined;

  constructor(private readonly source: Values) {}

  getSubjectToken(): Promise<string> {
    const { certificate_config_location: own, trust_chain_path: chainFile } = this.source;
    const name = "certificate_config_location of the credentials";
    const usual = process.env.GOOGLE_API_CERTIFICATE_CONFIG || join(gcloudFolder() ?? "", "certificate_config.json");
    const config = readJson(
      readNamedFile(typeof own === "string" && own !== "" ? own : usual, name),
      `The file of ${name}`,
    );
    const { workload } = toValues(config.cert_configs);
    const { cert_path: certFile, key_path: keyFile } = toValues(workload);
    if (typeof certFile !== "string" || typeof keyFile !== "string")
      throw new SettingError(`The file of ${name} has no cert_path and key_path in cert_configs.workload.`);
    const [certificate] = readCertificates(certFile, "cert_path");
    const key = readNamedFile(keyFile, `key_path of the file of ${name}`);
    const chain =
      typeof chainFile === "string" && chainFile !== "" ? readCertificates(chainFile, "trust_chain_path") : [];
    const issuers = chain.filter(({ raw }) => !raw.equals(certificate.raw));
    this.agent = new Agent({ cert: certificate.toString(), key });
    return Promise.resolve(JSON.stringify([certificate, ...issuers].map(({ raw }) => raw.toString("base64"))));
  }
}

function readCertificates(file: string, name: string): [X509Certificate, ...X509Certificate[]] {
  const parts = readNamedFile(file, `${name} of the credentials`).split(/(?=-----BEGIN CERTIFICATE-----)/);
  try {
    const [first = "", ...others] = parts.filter((part) => part.startsWith("-----BEGIN CERTIFICATE-----"));
    return [new X509Certificate(first), ...others.map((part) => new X509Certificate(part))];
  } catch {
    throw new SettingError(`The file of ${name} of the credentials has no certificate in PEM, or a damaged one.`);
  }
}
