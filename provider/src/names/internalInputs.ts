/** Inputs that the classes add and users never see. The engine keeps names that begin with `__` out of its diffs. */

/** The property under which the engine keeps the loader with each dynamic resource. */
export const providerKey = "__provider";

/** Carries `customTimeouts`, which the SDK's server does not pass on. */
export const timeoutsKey = "__timeouts";

/** The name by which the program knows the resource, of which a physical name is made. */
export const logicalNameKey = "__as";

/** URN of the parent, where the resource has one: the first request of a process has no URN that could tell. */
export const parentKey = "__in";

/** Says that the physical name was made here, so that a replacement gets another one. */
export const autoNamedKey = "__auto";
