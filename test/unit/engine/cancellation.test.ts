import { channel } from "node:diagnostics_channel";
import { expect, it } from "vitest";
import { listenForCancellation } from "../../../provider/src/engine/dynamic/cancellation";

/** Node.js tells of a request that a server of the process receives. */
const receive = (path: string) => {
  channel("http2.server.stream.start").publish({ stream: {}, headers: { ":path": path } });
};

it("a run is cancelled by the request of the engine, and by no other one", () => {
  const signal = listenForCancellation();
  for (const method of ["GetPluginInfo", "Delete", "CancelAll"]) receive(`/pulumirpc.ResourceProvider/${method}`);
  expect(signal.aborted).toBe(false);
  receive("/pulumirpc.ResourceProvider/Cancel");
  receive("/pulumirpc.ResourceProvider/Cancel");
  expect(signal.aborted).toBe(true);
  expect(signal.reason).toEqual(new Error("the run was cancelled, or failed elsewhere"));
});
