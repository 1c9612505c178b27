import type { Data } from "./objects";

/** The fates of the instances that get a template. Its name tells which, so that nothing else has to be remembered. */
export const fates = {
  "gets ready": "",
  "has errors": "x-",
  "never gets healthy": "s-",
} as const;

const hasFate = (template: string, fate: "has errors" | "never gets healthy") => template.includes(`/${fates[fate]}`);
/** True for a template whose instances never get there. */
export const isBad = (template: string) => hasFate(template, "has errors") || hasFate(template, "never gets healthy");
/** The action in which an instance of a template is. */
export const toAction = (template: string) => (hasFate(template, "never gets healthy") ? "verifying" : "recreating");

/** Why an instance of a template does not get there. */
export function describeFault(template: string): Data {
  if (hasFate(template, "has errors")) {
    const error = { code: "RESOURCE_NOT_FOUND", message: "The resource 'images/gone' was not found" };
    return { lastAttempt: { errors: { errors: [error] } } };
  }
  return hasFate(template, "never gets healthy")
    ? { instanceHealth: [{ healthCheck: "world", detailedHealthState: "UNHEALTHY" }] }
    : {};
}
