import type { handleUnaryCall, ServiceError } from "@grpc/grpc-js";
import pluginMessages, { type PluginAttach } from "@pulumi/pulumi/proto/plugin_pb.js";
import { expect, it, vi } from "vitest";
import { Plugin, type PluginOptions } from "../../../provider/src/engine/plugin/plugin";

const options: PluginOptions = {
  environment: {},
  engine: undefined,
  schema: () => (undefined as unknown as { text: string }).text,
  watch: () => undefined,
  end: () => undefined,
};

it("a mistake of the plugin itself is told as one, with a way to report it", async () => {
  const getSchema = new Plugin(options).methods().getSchema as handleUnaryCall<object, object>;
  const error = await new Promise<Partial<ServiceError> | null>((resolve) => {
    getSchema({ request: {} } as Parameters<typeof getSchema>[0], resolve);
  });
  expect(error?.details).toMatch(
    /^gce: pulumi-gce \S+ itself is at fault, and neither the program nor the service\n {2}it failed with: TypeError: Cannot read properties of undefined \(reading 'text'\)\n {2}Check that gce:computeCustomEndpoint/,
  );
  expect(error?.details).not.toMatch(/gcp:/);
});

it("what runs ends with the engine that attached last, and each is watched once", async () => {
  const watch = vi.fn<PluginOptions["watch"]>();
  const end = vi.fn();
  const plugin = new Plugin({ ...options, watch, end });
  const cancel = vi.spyOn(plugin, "cancel");
  const attach = plugin.methods().attach as handleUnaryCall<PluginAttach, object>;
  for (const address of ["127.0.0.1:1", "127.0.0.1:1", "127.0.0.1:2"]) {
    await new Promise((resolve) => {
      attach(
        { request: new pluginMessages.PluginAttach().setAddress(address) } as Parameters<typeof attach>[0],
        resolve,
      );
    });
  }
  const [first, second, ...more] = watch.mock.calls;
  expect([first?.[0], second?.[0], more]).toEqual(["127.0.0.1:1", "127.0.0.1:2", []]);
  first?.[1]();
  expect(cancel).not.toHaveBeenCalled();
  second?.[1]();
  expect(cancel).toHaveBeenCalledTimes(1);
  expect(end).not.toHaveBeenCalled();
});
