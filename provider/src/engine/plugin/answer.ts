import * as grpc from "@grpc/grpc-js";
import { ErrorResourceInitFailed } from "@pulumi/pulumi/proto/provider_pb.js";
import { Status } from "@pulumi/pulumi/proto/status_pb.js";
import { Any } from "google-protobuf/google/protobuf/any_pb.js";
import type { Struct } from "google-protobuf/google/protobuf/struct_pb.js";
import { thrownText } from "../../messages/inspection";

/** A change that failed after it had made something: the engine records it, and calls update in the next run. */
export class InitFailed extends Error {
  constructor(
    message: string,
    readonly id: string,
    readonly properties: Struct,
    readonly reasons: readonly string[],
  ) {
    super(message);
  }
}

/** @param show a text as a person may read it */
export function toStatus(error: unknown, show: (text: string) => string): grpc.StatusObject {
  const details = show(thrownText(error));
  const metadata =
    error instanceof InitFailed ? toMetadata(error, details, error.reasons.map(show)) : new grpc.Metadata();
  return { code: grpc.status.UNKNOWN, details, metadata };
}

/** The metadata that carries the record, as the engine unpacks it. */
function toMetadata({ id, properties }: InitFailed, message: string, reasons: string[]): grpc.Metadata {
  const failed = new ErrorResourceInitFailed().setId(id).setProperties(properties).setReasonsList(reasons);
  const detail = new Any();
  detail.pack(failed.serializeBinary(), "pulumirpc.ErrorResourceInitFailed");
  const status = new Status();
  status.setCode(grpc.status.UNKNOWN);
  status.setMessage(message);
  status.addDetails(detail);
  const metadata = new grpc.Metadata();
  metadata.add("grpc-status-details-bin", Buffer.from(status.serializeBinary()));
  return metadata;
}
