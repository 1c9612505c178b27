import { fc, runs } from "../support/property";
import { describe, expect, it } from "vitest";
import type { CallContext, ComputeClient, ComputeRequest } from "../../provider/src/http/client";
import { refuseMalformed } from "../../provider/src/http/answer";
import { DeadlinePassedError } from "../../provider/src/http/errors/unsentError";
import type { ResourceDefinition } from "../../provider/src/lifecycle/definition";
import { check } from "../../provider/src/lifecycle/check";
import { PartialFailure, ResourceFailure } from "../../provider/src/lifecycle/failure";
import { create } from "../../provider/src/lifecycle/create";
import { read } from "../../provider/src/lifecycle/read";
import { remove } from "../../provider/src/lifecycle/remove";
import { update } from "../../provider/src/lifecycle/update";
import type { Resource } from "../../provider/src/lifecycle/resource";
import type { Values } from "../../provider/src/fields/values";
import { everyKind, nameOf } from "../kinds/every";
import { hostileJson } from "../support/hostileValues";
import { offlineResource } from "../support/offlineResource";
import { expectInWords } from "../support/mistakeWords";

/** Members of answers, with values that would be right; the lie is to put something else in their place. */
const members: Record<string, unknown> = {
  name: "operation-1",
  status: "DONE",
  error: { errors: [{ code: "X", errorDetails: [{ help: { links: [{ url: "u" }] } }] }] },
  zone: "https://www.googleapis.com/compute/v1/projects/p/zones/z",
  region: "https://www.googleapis.com/compute/v1/projects/p/regions/r",
  warnings: [{ code: "W", message: "m", data: [{ key: "k", value: "v" }] }],
  httpErrorStatusCode: 400,
  progress: 50,
  id: "1",
  selfLink: "https://www.googleapis.com/compute/v1/projects/my-project/global/routes/r",
  items: [{ name: "x", clientOperationId: "y" }],
  nextPageToken: "n",
  ...Object.fromEntries(everyKind.flatMap(({ answers }) => Object.entries(answers))),
};

/** An answer that is an object, as the client makes sure, and in which anything else may be wrong. */
const lie = fc
  .record(
    Object.fromEntries(
      Object.entries(members).map(([name, right]) => [
        name,
        fc.oneof({ weight: 3, arbitrary: fc.constant(right) }, { weight: 1, arbitrary: hostileJson }),
      ]),
    ),
    { requiredKeys: [] },
  )
  .map((answer): Values => ({ ...answer }));

/** The resource with a service that gives one lie after the other, and then the last one again. */
function liedTo(definition: ResourceDefinition, lies: readonly Values[]): Resource {
  let asked = 0;
  const request = async ({ action, form }: ComputeRequest, { deadline, onAnswer }: CallContext) => {
    asked += 1;
    // The way there and back.
    await new Promise((resolve) => setTimeout(resolve, 1));
    if (deadline.passed) throw new DeadlinePassedError(action, deadline.allowedMs);
    const answer = structuredClone(lies[Math.min(asked, lies.length) - 1]);
    if (answer === undefined) return answer;
    onAnswer?.(0);
    refuseMalformed(action, form, answer);
    return answer;
  };
  return { ...offlineResource(definition), client: () => ({ request }) as unknown as ComputeClient };
}

/** The ends that a step may have: success, or a failure in words. */
async function succeedsOrFailsInWords(step: () => Promise<unknown>): Promise<Values | undefined> {
  try {
    const result = await step();
    expect(containsUndefined(result)).toBe(false);
    return result as Values | undefined;
  } catch (error) {
    expect(error).toBeInstanceOf(ResourceFailure);
    const { message } = error as ResourceFailure;
    expect(message).toMatch(/^gce:/);
    expectInWords(message);
    if (error instanceof PartialFailure) {
      expect(containsUndefined(error.properties)).toBe(false);
      return { outs: error.properties };
    }
    return undefined;
  }
}

function containsUndefined(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return Object.values(value).some((member) => member === undefined || containsUndefined(member));
}

const hurry = { create: "30ms", update: "30ms", delete: "30ms" };

const cases = everyKind.map((kind) => [nameOf(kind), kind] as const);

describe.each(cases)("%s, answered with lies", (_name, { definition, fullProgram, plain }) => {
  const inputsOf = (args: Values) => {
    const { inputs, failures } = check(offlineResource(definition), {}, { ...args, __timeouts: hurry });
    expect(failures).toEqual([]);
    return inputs;
  };

  it("goes through its life, or stops with an error in words", async () => {
    const [inputs, changed] = [inputsOf(fullProgram), inputsOf({ ...fullProgram, ...plain.change })];
    await fc.assert(
      fc.asyncProperty(fc.array(lie, { minLength: 1, maxLength: 6 }), async (lies) => {
        const resource = liedTo(definition, lies);
        const made = await succeedsOrFailsInWords(() => create(resource, inputs));
        const outs = (made?.outs ?? inputs) as Values;
        const id =
          typeof made?.id === "string"
            ? made.id
            : definition.path(definition.schema.knownIdentity(inputs, offlineResource(definition).links));
        await succeedsOrFailsInWords(() => read(liedTo(definition, lies), id, outs));
        await succeedsOrFailsInWords(() => update(liedTo(definition, lies), id, outs, changed));
        await succeedsOrFailsInWords(() => remove(liedTo(definition, lies), id, outs));
      }),
      { numRuns: runs(25), endOnFailure: true },
    );
  }, 120_000);
});
