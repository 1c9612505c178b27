import { connect, type ClientHttp2Session } from "node:http2";
import messages from "@pulumi/pulumi/proto/provider_pb.js";
import { struct, type ProviderProcess, type Properties } from "../../test/support/providerProcess";

/** A call whose request is written already, and whose answer is not read: what the engine does with both is not ours. */
export interface RawCall {
  readonly method: "Create" | "Check" | "Diff" | "Read";
  readonly request: Uint8Array;
}

export const rawCall = {
  create(inputs: Properties): RawCall {
    const request = new messages.CreateRequest();
    request.setProperties(struct(inputs));
    return { method: "Create", request: request.serializeBinary() };
  },
  check(olds: Properties, news: Properties): RawCall {
    const request = new messages.CheckRequest();
    request.setOlds(struct(olds));
    request.setNews(struct(news));
    return { method: "Check", request: request.serializeBinary() };
  },
  diff(id: string, olds: Properties, news: Properties): RawCall {
    const request = new messages.DiffRequest();
    request.setId(id);
    request.setOlds(struct(olds));
    request.setNews(struct(news));
    return { method: "Diff", request: request.serializeBinary() };
  },
  read(id: string, properties: Properties): RawCall {
    const request = new messages.ReadRequest();
    request.setId(id);
    request.setProperties(struct(properties));
    return { method: "Read", request: request.serializeBinary() };
  },
};

/** What a create answered. */
export function createdBy(answer: Uint8Array): { id: string; outs: Properties } {
  const created = messages.CreateResponse.deserializeBinary(answer);
  return { id: created.getId(), outs: (created.getProperties()?.toJavaScript() ?? {}) as Properties };
}

/**
 * A client of a provider process for calls in bytes: gRPC's framing over Node's own HTTP/2, because the JavaScript client of
 * gRPC takes as long for a call as the provider does.
 */
export class RawProvider {
  private readonly session: ClientHttp2Session;

  constructor({ address }: ProviderProcess) {
    this.session = connect(`http://${address}`);
  }

  send({ method, request }: RawCall): Promise<Uint8Array> {
    return new Promise((resolve, reject) => {
      const stream = this.session.request({
        ":method": "POST",
        ":path": `/pulumirpc.ResourceProvider/${method}`,
        "content-type": "application/grpc",
        te: "trailers",
      });
      const parts: Buffer[] = [];
      let status: unknown = "none";
      stream.on("data", (part: Buffer) => parts.push(part));
      stream.on("trailers", (trailers) => {
        status = trailers["grpc-status"];
      });
      stream.on("error", reject);
      stream.on("end", () => {
        if (status === "0") resolve(Buffer.concat(parts).subarray(prefixBytes));
        else reject(new Error(`${method} ended with the status ${String(status)}.`));
      });
      stream.end(framed(request));
    });
  }

  close(): void {
    this.session.close();
  }
}

/** Of a message: whether it is compressed, and its length. */
const prefixBytes = 5;

function framed(message: Uint8Array): Buffer {
  const frame = Buffer.alloc(prefixBytes + message.length);
  frame.writeUInt32BE(message.length, 1);
  frame.set(message, prefixBytes);
  return frame;
}
