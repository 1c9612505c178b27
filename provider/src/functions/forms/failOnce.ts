import type * as pulumi from "@pulumi/pulumi";

/** The inside of an Output, beside what programs see of it. */
interface Inside {
  readonly isKnown: Promise<unknown>;
  readonly isSecret: Promise<unknown>;
  promise(): Promise<unknown>;
  apply(...args: unknown[]): Inside;
}

/**
 * The same Output, whose failure ends the program with one message, however late the program or Pulumi looks at it.
 *
 * An Output has promises of its own, and so has each one that is made of it by `apply` or of its members. If all of them fail
 * before Pulumi looks at the exports of a stack, Node.js warns of each: "Promise rejection was handled asynchronously".
 */
export function failOnce<T>(output: pulumi.Output<T>): pulumi.Output<T> {
  const inside = output as unknown as Inside;
  // Nobody handles this one, and so the program ends with its error.
  void inside.promise();
  quieten(inside);
  return output;
}

function quieten(output: Inside): Inside {
  for (const promise of [output.isKnown, output.isSecret]) promise.catch(() => undefined);
  const { apply } = output;
  output.apply = (...args) => quieten(apply.apply(output, args));
  return output;
}
