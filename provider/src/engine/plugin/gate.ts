import type * as grpc from "@grpc/grpc-js";
import * as messages from "@pulumi/pulumi/proto/provider_pb.js";
import { isLanguageError } from "../../messages/packageFault";
import { Redaction, withoutSecrets } from "../../messages/redaction";
import { message } from "../../messages/text";
import type { Environment } from "../../settings/settings";
import { toStatus } from "./answer";
import { describeFault, toOwnNamespace } from "./wording";

/**
 * The one way by which a text leaves the plugin: errors, the failures of a check, and the messages of the log. None of them has
 * a secret of its request or of the settings, and each names the settings as the plugin does.
 */
export class Gate {
  /** The secrets of the settings, which are in no text of the run. */
  private settings = new Redaction();
  /** The requests that are being answered: a message of the log, or a mistake, may come from none of them. */
  private readonly requests = new Set<{ readonly subject: string; readonly redaction: Redaction }>();

  constructor(private readonly environment: Environment) {}

  /** Begins a run with these secrets in its settings. */
  begin(secretSettings: unknown): void {
    this.settings = new Redaction().hide(secretSettings);
  }

  /**
   * A method of the server, whose texts pass the gate whether it answers or fails.
   *
   * @param describeSubject the resource or the function that a request is about; empty where it is about neither
   */
  method<Request, Response>(
    describeSubject: (request: Request) => string,
    answer: (request: Request) => Response | Promise<Response>,
  ): grpc.handleUnaryCall<Request, Response> {
    return ({ request: asked }, callback) => {
      const redaction = new Redaction(this.settings);
      const request = { subject: describeSubject(asked), redaction };
      this.requests.add(request);
      const show = (text: string) => clean(text, redaction);
      const answered = async () => {
        const response = await answer(asked);
        cleanFailures(response, show);
        return response;
      };
      const end = (error: grpc.StatusObject | null, response?: Response) => {
        this.requests.delete(request);
        callback(error, response);
      };
      redaction.run(answered).then(
        (response) => {
          end(null, response);
        },
        (error: unknown) => {
          end(toStatus(isLanguageError(error) ? new Error(describeFault(error, this.environment)) : error, show));
        },
      );
    };
  }

  /** A message of the log about a subject. */
  cleanLogMessage(subject: string, text: string): string {
    const about = [...this.requests].filter((request) => request.subject === subject);
    return this.cleanForRequests(about, text);
  }

  /** The text that the process prints of a mistake that belongs to no request. */
  cleanMistake(error: unknown): string {
    return this.cleanForRequests([...this.requests], describeFault(error, this.environment));
  }

  private cleanForRequests(requests: readonly { readonly redaction: Redaction }[], text: string): string {
    return clean(text, new Redaction(this.settings, ...requests.map(({ redaction }) => redaction)));
  }
}

function clean(text: string, redaction: Redaction): string {
  // Other words in a secret would hide it from the removal, and other words may come with it.
  return redaction.run(() => message(toOwnNamespace(withoutSecrets(text))));
}

function cleanFailures(response: unknown, show: (text: string) => string): void {
  if (!(response instanceof messages.CheckResponse)) return;
  for (const failure of response.getFailuresList())
    failure.setProperty(show(failure.getProperty())).setReason(show(failure.getReason()));
}
