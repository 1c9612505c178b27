const { createRequire } = require("node:module");

const ofSdk = createRequire(require.resolve("@pulumi/pulumi/package.json"));

/**
 * Has the next gRPC client of this process connect for itself. gRPC keeps connections by address for the whole process, and
 * the system gives a port again that an earlier engine had: a client would fail with what became of that engine's.
 */
exports.freshConnections = () => {
  ofSdk("@grpc/grpc-js/build/src/subchannel-pool").getSubchannelPool(true).pool = Object.create(null);
};
