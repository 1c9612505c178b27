import * as pulumi from "@pulumi/pulumi";
import { isEmpty, isValues, type Values } from "../fields/values";
import { idArguments } from "../names/kinds";
import { secretNameWarning, secretTitleReason } from "../names/secretIds";
import { warn } from "./warning";

/** Arguments of stacks that were warned of: a program may have thousands of resources with one secret project. */
const warned = new Set<string>();

/**
 * Looks for secrets among what the id of a resource shows, and warns of a name.
 *
 * @returns why the resource cannot be: a promise, because a program learns of a secret later
 */
export function findSecretInId(kind: string, name: string, args: Values): Promise<string | undefined> | undefined {
  const shown = (idArguments[kind] ?? []).flatMap((argument) => {
    const part = shownPart(argument, args[argument]);
    return part === undefined ? [] : [[argument, part] as const];
  });
  if (shown.length === 0) return undefined;
  const reasons = shown.map(async ([argument, output]) => {
    if (!(await isShownSecret(output))) return undefined;
    if (argument === "condition") return secretTitleReason;
    const place = `${pulumi.getStack()} ${argument}`;
    if (!warned.has(place)) warn(`gce.${kind} "${name}": ${secretNameWarning(argument)}`);
    warned.add(place);
    return undefined;
  });
  return Promise.all(reasons).then((found) => found.find((reason) => reason !== undefined));
}

/** The part that an id shows of an argument that is an output or a promise: of a condition the title. */
function shownPart(argument: string, value: unknown): pulumi.Output<unknown> | undefined {
  if (argument !== "condition") return toOutput(value);
  const whole = toOutput(value);
  if (whole === undefined) return isValues(value) ? toOutput(value.title) : undefined;
  return whole.apply((condition) => (isValues(condition) ? condition.title : undefined));
}

function toOutput(value: unknown): pulumi.Output<unknown> | undefined {
  return pulumi.Output.isInstance(value) || value instanceof Promise ? pulumi.output<unknown>(value) : undefined;
}

/** True of a secret that says something, as far as that is known. Of one that cannot be had, the registration of the resource tells. */
async function isShownSecret(output: pulumi.Output<unknown>): Promise<boolean> {
  const { isSecret, isKnown } = output as unknown as Readonly<Record<"isSecret" | "isKnown", Promise<boolean>>>;
  try {
    if (!(await isSecret)) return false;
    if (!(await isKnown)) return true;
    return !isEmpty(await new Promise((resolve) => output.apply(resolve)));
  } catch {
    return false;
  }
}
