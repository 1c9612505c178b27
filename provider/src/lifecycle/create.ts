import { holdClaim } from "./memory/claims";
import { mutationFailure } from "./failure";
import { insert } from "./insert";
import { usable } from "./outcome";
import { finished, recordable } from "./recorded";
import { startJob, type Resource } from "./resource";
import type { Values } from "../fields/values";

/** Makes the object. */
export async function create(resource: Resource, inputs: Values): Promise<{ id: string; outs: Values }> {
  const { definition } = resource;
  const identity = definition.schema.knownIdentity(inputs, resource.links);
  const id = definition.path(identity);
  const job = startJob(resource, identity, "create", inputs);
  holdClaim(resource, identity, inputs);
  try {
    const made = await insert(job, definition, inputs, definition.schema.context(inputs, job.links));
    const object = await usable(job, definition, { identity, values: inputs }, made);
    job.conclude(object.selfLink);
    definition.schema.learn(object, inputs, definition.schema.context(inputs, job.links));
    // Its predecessor may be recorded under the other spelling of the project.
    holdClaim(resource, identity, inputs, job.links.names);
    return { id, outs: finished(job, definition, object, inputs) };
  } catch (error) {
    throw mutationFailure(job, "insert", error, {
      id,
      properties: recordable(job, definition, inputs),
    });
  }
}
