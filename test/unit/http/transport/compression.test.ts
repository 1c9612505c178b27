import { gzipSync } from "node:zlib";
import { describe, expect, it, onTestFinished } from "vitest";
import type { ComputeClient, ComputeRequest } from "../../../../provider/src/http/client";
import { clientOf, failureOf, getRequest, within } from "../../../support/computeCalls";
import { loopbackServer } from "../../../support/loopbackServer";
import { http2Server, trusted } from "../../../support/secureServer";

type Headers = Readonly<Record<string, string | string[] | undefined>>;

interface Reply {
  readonly status?: number;
  readonly encoding?: string;
  readonly body: Buffer;
}

/** A client of a service that answers like that, and the headers of what it was asked. */
interface Service {
  client: ComputeClient;
  asked: Headers[];
}

const listRequest: ComputeRequest = { ...getRequest, compressed: true };
const object = { name: "r", description: "ü".repeat(5_000) };
const packed = gzipSync(JSON.stringify(object));
const mebibyte = 1024 * 1024;

async function overHttp1(replies: readonly Reply[]): Promise<Service> {
  const asked: Headers[] = [];
  const { origin, close } = await loopbackServer((request, response) => {
    asked.push(request.headers);
    const { status = 200, encoding, body } = replyOf(replies, asked.length);
    response.writeHead(status, encoding === undefined ? {} : { "content-encoding": encoding }).end(body);
  });
  onTestFinished(close);
  return { client: clientOf(origin), asked };
}

async function overHttp2(replies: readonly Reply[]): Promise<Service> {
  const asked: Headers[] = [];
  const { origin } = await http2Server(({ headers, stream }, number) => {
    asked.push(headers);
    const { status = 200, encoding, body } = replyOf(replies, number);
    stream.respond({ ":status": status, ...(encoding === undefined ? {} : { "content-encoding": encoding }) });
    stream.end(body);
  });
  return { client: clientOf(origin, { trustedCertificates: trusted }), asked };
}

/** The last of them is for every further request. */
function replyOf(replies: readonly Reply[], number: number): Reply {
  return replies[Math.min(number, replies.length) - 1] ?? { body: Buffer.from("{}") };
}

describe.each([
  ["HTTP/1", overHttp1],
  ["HTTP/2", overHttp2],
])("a compressed answer over %s", (_name, serve) => {
  it("is requested in both headers that the service reads, only for a list", async () => {
    const { client, asked } = await serve([{ body: Buffer.from("{}") }]);
    await client.request(listRequest, within(5_000));
    await client.request(getRequest, within(5_000));
    expect(asked.map((headers) => [headers["accept-encoding"], headers["user-agent"]])).toEqual([
      ["gzip", "pulumi-gce/test (gzip)"],
      [undefined, "pulumi-gce/test"],
    ]);
  });

  it.each([
    ["gzip", { encoding: "gzip", body: packed }],
    ["GZIP in capitals", { encoding: "GZIP", body: packed }],
    ["gzip under its old name", { encoding: "x-gzip", body: packed }],
    ["nothing, when the service does not compress", { body: Buffer.from(JSON.stringify(object)) }],
    ["identity", { encoding: "identity", body: Buffer.from(JSON.stringify(object)) }],
  ])("is read: %s", async (_case, reply) => {
    const { client } = await serve([reply]);
    expect(await client.request(listRequest, within(5_000))).toEqual(object);
  });

  it("is read when it is an error of the service", async () => {
    const error = { error: { code: 403, message: "no", errors: [{ reason: "forbidden", message: "no" }] } };
    const { client } = await serve([{ status: 403, encoding: "gzip", body: gzipSync(JSON.stringify(error)) }]);
    expect(await failureOf(client.request(listRequest, within(5_000)))).toMatchObject({
      status: 403,
      reason: "forbidden",
    });
  });

  it.each([
    ["damaged", { encoding: "gzip", body: Buffer.from("not packed at all") }, "cannot be decompressed"],
    ["cut short", { encoding: "gzip", body: packed.subarray(0, packed.length / 2) }, "cannot be decompressed"],
    ["compressed in another way than the request allows", { encoding: "br", body: packed }, "cannot be decompressed"],
    [
      "too large after decompression",
      { encoding: "gzip", body: gzipSync(Buffer.alloc(33 * mebibyte)) },
      "more than 32 MiB, the limit",
    ],
  ])("that is %s is reported, and never taken for the answer", async (_case, reply, says) => {
    const { client } = await serve([reply]);
    const error = await failureOf(client.request(listRequest, { ...within(5_000), retries: 0 }));
    expect(error.message).toContain(says);
    expect(error.fault).toEqual({ kind: "interposed" });
  });

  it.each([
    ["in a coding that the request does not allow", { status: 503, encoding: "br", body: packed }],
    ["damaged", { status: 503, encoding: "gzip", body: packed.subarray(0, packed.length / 2) }],
  ])("that refuses is met by its status, when its text comes %s", async (_case, reply) => {
    const { client, asked } = await serve([reply, { body: Buffer.from(JSON.stringify(object)) }]);
    expect(await client.request(listRequest, within(10_000))).toEqual(object);
    expect(asked).toHaveLength(2);
    const refused = await serve([{ ...reply, status: 403 }]);
    expect(await failureOf(refused.client.request(listRequest, within(5_000)))).toMatchObject({
      status: 403,
      effect: "none",
    });
  });

  it("that arrives damaged is requested again", async () => {
    const { client, asked } = await serve([
      { encoding: "gzip", body: packed.subarray(0, packed.length / 2) },
      { encoding: "gzip", body: packed },
    ]);
    expect(await client.request(listRequest, within(10_000))).toEqual(object);
    expect(asked).toHaveLength(2);
  });
});
