import * as grpc from "@grpc/grpc-js";
import { ErrorResourceInitFailed } from "@pulumi/pulumi/proto/provider_pb.js";
import { Status } from "@pulumi/pulumi/proto/status_pb.js";
import { Any } from "google-protobuf/google/protobuf/any_pb.js";
import type { Struct } from "google-protobuf/google/protobuf/struct_pb.js";

/** A method of the server, of what makes an answer to a request. */
export function answering<Request, Response>(
  answer: (request: Request) => Response | Promise<Response>,
): grpc.handleUnaryCall<Request, Response> {
  return (call, callback) => {
    const answered = async () => answer(call.request);
    answered().then(
      (response) => {
        callback(null, response);
      },
      (error: unknown) => {
        callback(statusOf(error));
      },
    );
  };
}

/** A change that failed after it had made something: the engine records it, and calls update in the next run. */
export class InitFailed extends Error {
  constructor(
    message: string,
    private readonly id: string,
    private readonly properties: Struct,
    private readonly reasons: readonly string[],
  ) {
    super(message);
  }

  /** The same in other words. */
  said(say: (text: string) => string): InitFailed {
    return new InitFailed(say(this.message), this.id, this.properties, this.reasons.map(say));
  }

  /** What carries the record, as the engine unpacks it. */
  metadata(): grpc.Metadata {
    const failed = new ErrorResourceInitFailed();
    failed.setId(this.id);
    failed.setProperties(this.properties);
    failed.setReasonsList([...this.reasons]);
    const detail = new Any();
    detail.pack(failed.serializeBinary(), "pulumirpc.ErrorResourceInitFailed");
    const status = new Status();
    status.setCode(grpc.status.UNKNOWN);
    status.setMessage(this.message);
    status.addDetails(detail);
    const metadata = new grpc.Metadata();
    metadata.add("grpc-status-details-bin", Buffer.from(status.serializeBinary()));
    return metadata;
  }
}

function statusOf(error: unknown): grpc.StatusObject {
  const details = error instanceof Error ? error.message : String(error);
  const metadata = error instanceof InitFailed ? error.metadata() : new grpc.Metadata();
  return { code: grpc.status.UNKNOWN, details, metadata };
}
