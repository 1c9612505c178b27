import * as pulumi from "@pulumi/pulumi";
import { oneLine } from "../messages/text";

/** Warns the user of a program: every such text passes the gate of messages here. */
export function warn(text: string): void {
  void pulumi.log.warn(oneLine(text));
}
