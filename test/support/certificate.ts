import { execFileSync } from "node:child_process";
import { isIP } from "node:net";

/**
 * A key and a certificate that signs itself, as PEM, for servers of tests: made anew each time, so that none has to be kept
 * and none runs out.
 *
 * @param names host names, or addresses of this machine
 */
export function selfSigned(...names: string[]) {
  const subjects = names.map((name) => `${isIP(name) === 0 ? "DNS" : "IP"}:${name}`);
  const args = ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "1"]
    .concat("-subj", "/CN=pulumi-gce tests", "-addext", `subjectAltName=${subjects.join()}`)
    .concat("-keyout", "-", "-out", "-");
  const pem = execFileSync("openssl", args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  const at = pem.indexOf("-----BEGIN CERTIFICATE");
  return { key: pem.slice(0, at), cert: pem.slice(at) };
}
