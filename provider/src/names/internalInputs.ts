/** Inputs that the classes add and users never see. The engine keeps names that begin with `__` out of its diffs. */

/** The property under which the engine keeps the loader with each dynamic resource. */
export const providerKey = "__provider";

/** Carries `customTimeouts`, which the SDK's server does not pass on. */
export const timeoutsKey = "__timeouts";

/** URN of the resource: the SDK's server passes on none, and the first request of a process is taken apart before it can be asked. */
export const urnKey = "__urn";

/** Says that the program runs for a preview, which the engine's check does not tell. */
export const previewKey = "__preview";

/** Says that the physical name was made here, so that a replacement gets another one. */
export const autoNamedKey = "__auto";
