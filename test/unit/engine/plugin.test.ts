import type { handleUnaryCall, ServiceError } from "@grpc/grpc-js";
import { expect, it } from "vitest";
import { Plugin } from "../../../provider/src/engine/plugin/plugin";

it("a mistake of the plugin itself is told as one, with a way to report it", async () => {
  const plugin = new Plugin({
    environment: {},
    schema: () => (undefined as unknown as { text: string }).text,
    watch: () => undefined,
    end: () => undefined,
  });
  const getSchema = plugin.methods().getSchema as handleUnaryCall<object, object>;
  const error = await new Promise<Partial<ServiceError> | null>((resolve) => {
    getSchema({ request: {} } as Parameters<typeof getSchema>[0], resolve);
  });
  expect(error?.details).toMatch(
    /^gce: pulumi-gce \S+ itself is at fault, and neither the program nor the service\n {2}it failed with: TypeError: Cannot read properties of undefined \(reading 'text'\)\n {2}Check that gce:computeCustomEndpoint/,
  );
});
