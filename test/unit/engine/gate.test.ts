import type { handleUnaryCall } from "@grpc/grpc-js";
import messages from "@pulumi/pulumi/proto/provider_pb.js";
import { expect, it } from "vitest";
import { Gate } from "../../../provider/src/engine/plugin/gate";
import { hideInMessages } from "../../../provider/src/messages/redaction";

type Method = handleUnaryCall<string, messages.CheckResponse>;

/** The result for the engine: an answer, or the text of an error. */
const call = (method: Method, request: string) =>
  new Promise<string | messages.CheckResponse | null | undefined>((resolve) => {
    method({ request } as Parameters<Method>[0], (error, response) => {
      resolve(error === null ? response : error.details);
    });
  });

it("what is said of a request while it is answered has none of its secrets, and nothing is kept of it", async () => {
  const gate = new Gate({});
  gate.begin("canary-of-settings");
  let end: (error?: Error) => void = () => undefined;
  const method = gate.method<string, messages.CheckResponse>(
    () => "urn",
    async (request) => {
      hideInMessages(request);
      await new Promise<void>((resolve, reject) => {
        end = (error) => {
          if (error === undefined) resolve();
          else reject(error);
        };
      });
      return new messages.CheckResponse();
    },
  );
  const text = "canary-of-first canary-of-second canary-of-settings";
  const first = call(method, "canary-of-first");
  const endFirst = end;
  const second = call(method, "canary-of-second");
  // Both requests are about one resource, as an object and its replacement are.
  expect(gate.cleanLogMessage("urn", text)).toBe("[secret] [secret] [secret]");
  expect(gate.cleanLogMessage("urn of another", text)).toBe("canary-of-first canary-of-second [secret]");
  expect(gate.cleanMistake(new Error(text))).not.toContain("canary");
  endFirst(new Error(text));
  expect(await first).toBe("[secret] canary-of-second [secret]");
  expect(gate.cleanLogMessage("urn", text)).toBe("canary-of-first [secret] [secret]");
  end();
  await second;
  expect(gate.cleanLogMessage("urn", text)).toBe("canary-of-first canary-of-second [secret]");
});

it("a failure that cannot be shown is an error, and no request without an answer", async () => {
  const broken = new messages.CheckResponse();
  broken.getFailuresList = () => {
    throw new Error("no list");
  };
  const method = new Gate({}).method<string, messages.CheckResponse>(
    () => "",
    () => broken,
  );
  expect(await call(method, "")).toBe("no list");
});
