import { listObjects, text, toValues, type Values } from "../../fields/values";
import { changesBetween, differs, type PropertyChange } from "./changes";

/** The word of a policy pack about one resource. */
export interface PolicyNote {
  readonly pack: string;
  readonly policy: string;
  /** The preview fails because of it, or the pack only says something, or it has changed the arguments itself. */
  readonly effect: "blocks" | "warns" | "changes";
  /** Empty for one that changes the arguments. */
  readonly message: string;
  readonly changes: readonly PropertyChange[];
}

/** All that the engine says of a preview that fails because of a policy alone. */
export const blockedByPolicy = "preview failed";

/** Where that is said in an output that has no word of policy packs. */
export const withoutPolicies =
  "This output does not name the policies of a pack. If one has blocked the preview, run it again with\n" +
  "PULUMI_ENABLE_STREAMING_JSON_PREVIEW=true.";

/** The words of policy packs by the URN of the resource; those that block first. */
export function readPolicies(document: Values): ReadonlyMap<string, readonly PolicyNote[]> {
  const notes = [
    ...listObjects(document.policyEvents).map((event) => [event, readViolation(event)] as const),
    ...listObjects(document.policyRemediationEvents).map((event) => [event, readRemediation(event)] as const),
  ].sort(([, left], [, right]) => order.indexOf(left.effect) - order.indexOf(right.effect));
  const found = new Map<string, PolicyNote[]>();
  for (const [event, note] of notes) {
    const urn = text(event, "resourceUrn") ?? "";
    const others = found.get(urn);
    if (others === undefined) found.set(urn, [note]);
    else others.push(note);
  }
  return found;
}

const order: readonly PolicyNote["effect"][] = ["blocks", "warns", "changes"];

function readViolation(event: Values): PolicyNote {
  // An exception of the organization lets a violation pass, whatever its level.
  const isBinding = text(event, "enforcementLevel") === "mandatory" && listObjects(event.exceptions).length === 0;
  const message = (text(event, "message") ?? "").trim();
  return { ...readNames(event), effect: isBinding ? "blocks" : "warns", message, changes: [] };
}

function readRemediation(event: Values): PolicyNote {
  const changes = changesBetween(toValues(event.before), toValues(event.after)).filter(differs);
  return { ...readNames(event), effect: "changes", message: "", changes };
}

function readNames(event: Values): Pick<PolicyNote, "pack" | "policy"> {
  return { pack: text(event, "policyPackName") ?? "", policy: text(event, "policyName") ?? "" };
}
