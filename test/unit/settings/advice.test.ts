import { describe, expect, it } from "vitest";
import { toMessage } from "../../../provider/src/cli/failure";
import { toFailure } from "../../../provider/src/functions/call/failure";
import { ComputeError } from "../../../provider/src/http/errors/computeError";
import type { Fault } from "../../../provider/src/http/errors/fault";
import { adviceOn } from "../../../provider/src/lifecycle/job/advice";

const failed = (fault: Fault) => new ComputeError({ action: "get r", summary: "it failed", effect: "none", fault });

/** The advice of a function on a failure, and that of the command `orphans`. */
const adviseInFunction = (fault: Fault) => toFailure("getIt", failed(fault)).message.split("\n  ")[1];
const adviseInCommand = (fault: Fault) => toMessage(failed(fault)).split("\n")[1];

/** The advice of everybody on each fault, with a part of it that tells it from the others. */
const sharedAdvice: readonly (readonly [Fault, string])[] = [
  [{ kind: "redirected" }, "Check gcp:computeCustomEndpoint: it has to be the address of the API itself."],
  [{ kind: "notLoaded" }, "Install the package again (npm install)"],
  [
    { kind: "unreachable", way: "https://a.test", isProxied: false },
    "Check gcp:computeCustomEndpoint and the network: https://a.test cannot be reached.",
  ],
  [{ kind: "unreachable", way: "https://a.test", isProxied: true }, "Check HTTPS_PROXY, gcp:computeCustomEndpoint and"],
  [{ kind: "untrustedCertificate" }, "NODE_EXTRA_CA_CERTS"],
  [{ kind: "untrustedCertificate" }, "HTTPS_PROXY the name that its certificate has"],
  [{ kind: "notTls" }, "a local service usually wants http://, not https://."],
  [{ kind: "refusedByProxy", wantsLogin: true }, "Give its user and password in HTTPS_PROXY"],
  [{ kind: "refusedByProxy", wantsLogin: false }, "Check HTTPS_PROXY, or list the host in NO_PROXY."],
  [{ kind: "unsendable" }, "Check gcp:requestReason, gcp:billingProject and the access token"],
  [{ kind: "lateToken" }, "Check the network and HTTPS_PROXY, or raise gcp:requestTimeout."],
  [{ kind: "loginExpired" }, "Run: gcloud auth application-default login"],
  [{ kind: "keyRefused" }, "Make a new key, or correct the clock."],
  [{ kind: "accountMissing" }, "This virtual machine has no service account. Stop it, and run"],
  [{ kind: "permissionMissing", permissions: ["a.b.c"] }, "The caller needs a.b.c."],
  [{ kind: "permissionMissing", permissions: ["a.b.c", "d", "e"] }, "The caller needs all of a.b.c, d and e."],
  [{ kind: "projectSuspended" }, "tells its owner why, and how to appeal."],
  [{ kind: "organizationPolicy" }, "Ask its administrator, or use another project or location."],
  [{ kind: "notFoundByOther" }, "which has to end in the version, such as /compute/v1."],
  [{ kind: "listTooLarge" }, "with a narrower filter or fewer items"],
];

describe("what helps against a fault", () => {
  it.each(sharedAdvice)("is the same for everybody: %j", (fault, text) => {
    const advice = adviceOn(failed(fault));
    expect(advice).toContain(text);
    expect([adviseInFunction(fault), adviseInCommand(fault)]).toEqual([advice, advice]);
  });

  it.each<
    [Fault["kind"] & ("apiDisabled" | "billingDisabled" | "quotaExceeded" | "operationsTooOften"), string, string]
  >([
    ["apiDisabled", "wait a few minutes, then run `pulumi up` again.", "wait a few minutes, then run it again."],
    ["billingDisabled", "wait a few minutes, then run `pulumi up` again.", "wait a few minutes, then run it again."],
    ["quotaExceeded", "Ask for more quota, then run `pulumi up` again.", "Ask for more quota, then run it again."],
    ["operationsTooOften", "Wait that long, then run `pulumi up` again. ", "Wait that long, then run it again. "],
  ])("is for a resource another `pulumi up`, and for others another run: %s", (kind, inResource, inOthers) => {
    expect(adviceOn(failed({ kind }))).toContain(inResource);
    expect(adviseInFunction({ kind })).toContain(inOthers);
    expect(adviseInCommand({ kind })).toContain(inOthers);
  });

  it.each<["deadlinePassed" | "waitTooLong", RegExp, RegExp, RegExp]>([
    ["deadlinePassed", /^Raise `customTimeouts`\.$/, /^Raise `timeout`\.$/, /^Run it again when the service/],
    [
      "waitTooLong",
      /`--parallel`\), or raise `customTimeouts`/,
      /calls at the same time, or raise `timeout`/,
      /run it again\.$/,
    ],
  ])("is more time in the words of who speaks: %s", (kind, inResource, inFunction, inCommand) => {
    expect(adviceOn(failed({ kind }))).toMatch(inResource);
    expect(adviseInFunction({ kind })).toMatch(inFunction);
    expect(adviseInCommand({ kind })).toMatch(inCommand);
  });
});
