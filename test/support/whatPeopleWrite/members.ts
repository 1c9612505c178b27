/** Members of policies whose letter case says nothing: each in several spellings, of which the service keeps the one that it was given. */
export const memberSpellings: readonly (readonly [string, string, ...string[]])[] = [
  ["user:old.user@example.com", "user:Old.User@Example.COM", "user:OLD.USER@EXAMPLE.COM"],
  ["group:ops@example.com", "group:Ops@example.com", "group:ops@EXAMPLE.com"],
  ["domain:example.com", "domain:Example.com"],
  ["serviceAccount:ci@p.iam.gserviceaccount.com", "serviceAccount:CI@p.iam.gserviceaccount.com"],
  ["serviceAccount:p.svc.id.goog[prod/web]", "serviceAccount:P.svc.id.goog[prod/Web]"],
  ["deleted:user:old.user@example.com?uid=123", "deleted:user:Old.User@Example.COM?uid=123"],
];

/** Members that are compared letter by letter. */
export const exactMembers: readonly string[] = [
  "allUsers",
  "allAuthenticatedUsers",
  "group:p.svc.id.goog:/allAuthenticatedUsers/",
  "principal://iam.googleapis.com/projects/1/locations/global/workloadIdentityPools/p/subject/Ns/Sa",
  "principalSet://iam.googleapis.com/locations/global/workforcePools/p/group/Ops",
  "principalSet://cloudresourcemanager.googleapis.com/projects/1/type/ServiceAgent",
];

/** Members of a known type in a form that is not in the lists of Google's documents, and that the service takes. */
export const furtherMembers: readonly string[] = [
  "serviceAccount:p.svc.id.goog:/allAuthenticatedUsers/",
  "user:a@b@example.com",
];
