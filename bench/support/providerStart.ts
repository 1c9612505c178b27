import { spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import * as grpc from "@grpc/grpc-js";
import services from "@pulumi/pulumi/proto/provider_grpc_pb.js";
import messages from "@pulumi/pulumi/proto/provider_pb.js";
import structs from "google-protobuf/google/protobuf/struct_pb.js";
import { pluginToken, typeToken } from "../../provider/src/names/typeToken";
import { loader } from "../../provider/src/program/loader";
import { pluginFolder } from "./programs";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** What the engine starts for the classes and for the plugin, and what it first asks about a route. */
export const providers = {
  classes: {
    script: createRequire(import.meta.url).resolve("@pulumi/pulumi/cmd/dynamic-provider/index.js"),
    type: typeToken("Route"),
    loading: { __provider: loader("Route", root) },
  },
  plugin: { script: join(pluginFolder, "pulumi-resource-gce"), type: pluginToken("Route"), loading: {} },
};

/** Milliseconds from the start of the process until it says its port, and until it has checked a first route. */
export async function measureStart(name: keyof typeof providers): Promise<{ toPort: number; toAnswer: number }> {
  const { script, type, loading } = providers[name];
  const begun = performance.now();
  // No engine listens at that address.
  const child = spawn(process.execPath, [script, "127.0.0.1:1"], { cwd: root, stdio: ["ignore", "pipe", "inherit"] });
  const ended = once(child, "close");
  try {
    const [port] = (await once(child.stdout, "data")) as [Buffer];
    const toPort = performance.now() - begun;
    await check(Number(port.toString()), type, loading);
    return { toPort, toAnswer: performance.now() - begun };
  } finally {
    child.kill("SIGKILL");
    await ended;
  }
}

/** What the engine asks first, once it has configured the provider. */
async function check(port: number, type: string, loading: object): Promise<void> {
  const client = new services.ResourceProviderClient(`127.0.0.1:${String(port)}`, grpc.credentials.createInsecure());
  const configuration = new messages.ConfigureRequest();
  configuration.setArgs(structs.Struct.fromJavaScript({}));
  await new Promise((resolve, reject) => {
    client.configure(configuration, (error, answer) => {
      if (error === null) resolve(answer);
      else reject(error);
    });
  });
  const request = new messages.CheckRequest();
  request.setUrn(`urn:pulumi:dev::bench::${type}::r`);
  const route = { project: "bench-project", network: "default", destRange: "10.0.0.0/24", nextHopIp: "10.128.0.5" };
  request.setOlds(structs.Struct.fromJavaScript({}));
  request.setNews(structs.Struct.fromJavaScript({ ...loading, ...route }));
  const failures = await new Promise<object[]>((resolve, reject) => {
    client.check(request, (error, answer) => {
      if (error === null) resolve(answer.toObject().failuresList);
      else reject(error);
    });
  });
  client.close();
  if (failures.length > 0) throw new Error(JSON.stringify(failures));
}
