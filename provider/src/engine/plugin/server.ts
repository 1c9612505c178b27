import * as grpc from "@grpc/grpc-js";
import { ResourceProviderService } from "@pulumi/pulumi/proto/provider_grpc_pb.js";
import type { Plugin } from "./plugin";

/** Properties can be larger than the four megabytes that gRPC allows by default. */
const options = { "grpc.max_receive_message_length": -1, "grpc.max_send_message_length": -1 };

/** Serves a plugin on a port of its own. */
export function servePlugin(plugin: Plugin): Promise<{ readonly server: grpc.Server; readonly port: number }> {
  const server = new grpc.Server(options);
  server.addService(ResourceProviderService, plugin.methods());
  return new Promise((resolve, reject) => {
    server.bindAsync("127.0.0.1:0", grpc.ServerCredentials.createInsecure(), (error, port) => {
      if (error === null) resolve({ server, port });
      else reject(error);
    });
  });
}
