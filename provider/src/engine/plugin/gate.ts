import type * as grpc from "@grpc/grpc-js";
import * as messages from "@pulumi/pulumi/proto/provider_pb.js";
import { isLanguageError } from "../../messages/packageFault";
import { Redaction } from "../../messages/redaction";
import { message } from "../../messages/text";
import type { Environment } from "../../settings/settings";
import { statusOf } from "./answer";
import { faultOf, inOwnNamespace } from "./wording";

/**
 * The one way by which a text leaves the plugin: errors, the failures of a check, and the messages of the log. None of them has
 * a secret of its request or of the settings, and each names the settings as the plugin does.
 */
export class Gate {
  /** The secrets of the settings, which are in no text of the run. */
  private settings = new Redaction();
  /** The secrets of the newest request about each subject, for what the log says of it. */
  private readonly subjects = new Map<string, Redaction>();

  constructor(private readonly environment: Environment) {}

  /** Begins a run with these secrets in its settings. Nothing of the run before is left. */
  begin(secretSettings: unknown): void {
    this.settings = new Redaction().hide(secretSettings);
    this.subjects.clear();
  }

  /**
   * A method of the server, whose texts pass the gate whether it answers or fails.
   *
   * @param subjectOf the resource or the function that a request is about; empty where it is about neither
   */
  method<Request, Response>(
    subjectOf: (request: Request) => string,
    answer: (request: Request) => Response | Promise<Response>,
  ): grpc.handleUnaryCall<Request, Response> {
    return ({ request }, callback) => {
      const redaction = new Redaction(this.settings);
      const subject = subjectOf(request);
      if (subject !== "") this.subjects.set(subject, redaction);
      const show = (text: string) => shown(text, redaction);
      const answered = async () => answer(request);
      redaction.run(answered).then(
        (response) => {
          showFailures(response, show);
          callback(null, response);
        },
        (error: unknown) => {
          callback(statusOf(isLanguageError(error) ? new Error(faultOf(error, this.environment)) : error, show));
        },
      );
    };
  }

  /** A message of the log about a subject. */
  logged(subject: string, text: string): string {
    return shown(text, this.subjects.get(subject) ?? this.settings);
  }

  /** What the process prints of a mistake that belongs to no request. */
  printed(error: unknown): string {
    return shown(faultOf(error, this.environment), this.settings);
  }
}

function shown(text: string, redaction: Redaction): string {
  // Other words in a secret would hide it from the removal, and other words may come with it.
  return redaction.run(() => message(inOwnNamespace(redaction.outOf(text))));
}

function showFailures(response: unknown, show: (text: string) => string): void {
  if (!(response instanceof messages.CheckResponse)) return;
  for (const failure of response.getFailuresList())
    failure.setProperty(show(failure.getProperty())).setReason(show(failure.getReason()));
}
