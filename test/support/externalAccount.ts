import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { folderForTest } from "./untilTestEnds";

/** The credential with which a pipeline proves its identity. */
export const subjectToken = "the.subject.token-of-the-pipeline";

/** The account that workloads impersonate. */
export const account = "network@p.iam.gserviceaccount.com";
export const service_account_impersonation_url = `https://iamcredentials.googleapis.com/v1/projects/-/serviceAccounts/${account}:generateAccessToken`;

/** The server of Google that exchanges the proofs of workloads. */
export const sts = "https://sts.googleapis.com";

/** Where a workload at AWS has its proof. */
export const awsSource = {
  environment_id: "aws1",
  region_url: "https://aws.googleapis.com/region",
  url: "https://aws.googleapis.com/role",
  regional_cred_verification_url: "https://sts.{region}.googleapis.com",
  imdsv2_session_token_url: "https://aws.googleapis.com/session",
};

/** Credentials as `gcloud iam workload-identity-pools create-cred-config` writes them, whose tokens are of that server. */
export function externalCredentials(origin: string, more: object): object {
  return {
    type: "external_account",
    audience: "//iam.googleapis.com/projects/1/locations/global/workloadIdentityPools/pool/providers/ci",
    subject_token_type: "urn:ietf:params:oauth:token-type:jwt",
    token_url: `${origin}/v1/token`,
    ...more,
  };
}

/** The path of such credentials, which name the file of a token. Ends with the test. */
export function externalAccount(origin: string, more: object = {}): string {
  const folder = folderForTest();
  const [path, subject] = [join(folder, "credentials"), join(folder, "subject")];
  writeFileSync(subject, subjectToken);
  writeFileSync(path, JSON.stringify(externalCredentials(origin, { credential_source: { file: subject }, ...more })));
  return path;
}
