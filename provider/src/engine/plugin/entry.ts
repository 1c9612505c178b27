import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as grpc from "@grpc/grpc-js";
import { ResourceProviderService } from "@pulumi/pulumi/proto/provider_grpc_pb.js";
import { watchEngine } from "../engineWatch";
import { engineAddress } from "../../names/engineAddress";
import { Plugin } from "./plugin";

const engine = engineAddress();
const plugin = new Plugin({
  environment: process.env,
  engine,
  schema: () => readFileSync(join(__dirname, "schema.json"), "utf8"),
  watch: watchEngine,
  // Nothing that happens without an engine could be recorded; what is running at the service is found by `orphans`.
  end() {
    if (engine === undefined) plugin.cancel("the engine is gone");
    else process.exit(1);
  },
});

// A fault in one resource must not end what others have begun.
for (const event of ["uncaughtException", "unhandledRejection"] as const)
  process.on(event, (error: unknown) => {
    console.error(plugin.printed(error));
  });

// Properties can be larger than the four megabytes that gRPC allows by default.
const options = { "grpc.max_receive_message_length": -1, "grpc.max_send_message_length": -1 };
const server = new grpc.Server(options);
server.addService(ResourceProviderService, plugin.methods());
server.bindAsync("127.0.0.1:0", grpc.ServerCredentials.createInsecure(), (error, port) => {
  if (error !== null) throw error;
  console.log(port);
});
