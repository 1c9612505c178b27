import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { folderForTest } from "./untilTestEnds";

/** The credential with which a pipeline proves its identity. */
export const subjectToken = "the.subject.token-of-the-pipeline";

/**
 * The path of credentials as `gcloud iam workload-identity-pools create-cred-config` writes them, whose tokens are of that
 * server. Ends with the test.
 */
export function externalAccount(origin: string, more: object = {}): string {
  const folder = folderForTest();
  const [path, subject] = [join(folder, "credentials"), join(folder, "subject")];
  writeFileSync(subject, subjectToken);
  const credentials = {
    type: "external_account",
    audience: "//iam.googleapis.com/projects/1/locations/global/workloadIdentityPools/pool/providers/ci",
    subject_token_type: "urn:ietf:params:oauth:token-type:jwt",
    token_url: `${origin}/v1/token`,
    credential_source: { file: subject },
    ...more,
  };
  writeFileSync(path, JSON.stringify(credentials));
  return path;
}
