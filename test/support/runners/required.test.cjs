// For jest, mocha, and Node's own runner, which has no global `it`.
require("./scenario.cjs").declareTests({
  it: globalThis.it ?? require("node:test").it,
  assert: require("node:assert/strict"),
  pulumi: require("@pulumi/pulumi"),
  automation: require("@pulumi/pulumi/automation"),
  gce: require("pulumi-gce"),
});
