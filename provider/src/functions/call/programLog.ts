import * as pulumi from "@pulumi/pulumi";
import { describeAttempt, type Attempt } from "../../http/client";
import type { ComputeError } from "../../http/errors/computeError";
import { describeWarning, type Warning } from "../../compute/warning";
import { oneLine } from "../../messages/text";
import type { Redact } from "../../messages/secrets";

/** Attempts after which a repeat is worth a word to the user. */
const patience = 3;

/** What a function tells on the way, in Pulumi's log, beside its parent when it has one. */
export class ProgramLog {
  constructor(
    private readonly name: string,
    private readonly parent: pulumi.Resource | undefined,
    private readonly redact: Redact | undefined,
  ) {}

  /** A warning of the service. That a list is empty is none to a person who asked whether it is. */
  readonly warn = (warning: Warning): void => {
    const say = warning.code === "NO_RESULTS_ON_PAGE" ? pulumi.log.debug : pulumi.log.warn;
    this.say(say, describeWarning(warning));
  };

  /** Something that a person should know. */
  readonly notice = (message: string): void => {
    this.say(pulumi.log.warn, message);
  };

  /** A request is sent again. */
  readonly retry = (because: string, attempt: number, error: ComputeError): void => {
    const message = `${because}; trying again (attempt ${String(attempt + 1)}): ${error.summary}`;
    this.say(pulumi.log.debug, message);
    if (attempt >= patience) this.say(pulumi.log.info, message, true);
  };

  /** One attempt of a request. */
  readonly attempt = (attempt: Attempt): void => {
    // In a URL, secret arguments have other forms than those that are taken out of messages.
    const target = this.redact === undefined ? attempt.target : "a URL with secret arguments";
    this.say(pulumi.log.info, describeAttempt({ ...attempt, target }));
  };

  private say(say: typeof pulumi.log.info, message: string, ephemeral = false): void {
    const named = `gce.${this.name}: ${message}`;
    const text = this.redact?.(named) ?? named;
    // A message that cannot be delivered is worth less than the call it is about.
    say(oneLine(text), this.parent, undefined, ephemeral).catch(() => undefined);
  }
}
