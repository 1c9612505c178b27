// What users of this package test, for any test runner: the caller hands over the runner's `it` and the modules as the
// runner has loaded them. The environment names an emulator and a project of its own.
const { createServer } = require("node:http");
const { mkdtempSync, writeFileSync } = require("node:fs");
const { join } = require("node:path");

exports.declareTests = ({ it, assert, pulumi, automation, gce }) => {
  const project = process.env.GOOGLE_PROJECT;
  const valueOf = (output) => new Promise((resolve) => output.apply(resolve));
  const collect = async (items) => {
    const found = [];
    for await (const item of items) found.push(item.name);
    return found;
  };

  it("a function asks the service, again where it has to, and says what is wrong", async () => {
    const { networkProfiles } = await gce.getNetworkProfiles({}, { signal: new AbortController().signal });
    assert.ok(networkProfiles.length > 0);
    assert.deepEqual(
      await collect(gce.iterateNetworkProfiles()),
      networkProfiles.map(({ name }) => name),
    );
    await assert.rejects(gce.getManagedInstances({ instanceGroupManager: "gone", zone: "us-central1-a" }), (error) => {
      assert.match(error.message, /^gce\.getManagedInstances: .*404/);
      return pulumi.RunError.isInstance(error);
    });
  });

  it("a function exchanges the credentials of a workload for a token", async () => {
    const asked = [];
    const server = createServer((request, response) => {
      asked.push(request.url);
      response.setHeader("content-type", "application/json");
      const issued_token_type = "urn:ietf:params:oauth:token-type:access_token";
      response.end(JSON.stringify({ access_token: "of-the-workload", token_type: "Bearer", issued_token_type }));
    });
    await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
    const subject = join(mkdtempSync(join(__dirname, "workload-")), "subject");
    writeFileSync(subject, "who it is");
    const { GOOGLE_OAUTH_ACCESS_TOKEN: token } = process.env;
    delete process.env.GOOGLE_OAUTH_ACCESS_TOKEN;
    process.env.GOOGLE_CREDENTIALS = JSON.stringify({
      type: "external_account",
      audience: "//iam.googleapis.com/projects/1/locations/global/workloadIdentityPools/tests/providers/tests",
      subject_token_type: "urn:ietf:params:oauth:token-type:jwt",
      token_url: `http://127.0.0.1:${server.address().port}/exchange`,
      credential_source: { file: subject },
    });
    try {
      assert.ok((await gce.getNetworkProfiles()).networkProfiles.length > 0);
      assert.deepEqual(asked, ["/exchange"]);
    } finally {
      delete process.env.GOOGLE_CREDENTIALS;
      process.env.GOOGLE_OAUTH_ACCESS_TOKEN = token;
      server.closeAllConnections();
      server.close();
    }
  });

  it("an inline program of the Automation API declares resources and calls functions", async () => {
    let profiles;
    let link;
    const program = async () => {
      const route = new gce.Route("r", { network: "default", destRange: "10.0.0.0/16", nextHopIp: "10.0.0.9" });
      link = await valueOf(route.selfLink);
      const filter = route.name.apply((name) => `name != "${name}"`);
      profiles = await valueOf(gce.getNetworkProfilesOutput({ filter }));
    };
    const workDir = mkdtempSync(join(__dirname, "stack-"));
    const options = { projectName: project, stackName: "dev", program };
    const stack = await automation.LocalWorkspace.createStack(options, { workDir });
    assert.deepEqual((await stack.preview()).changeSummary, { create: 2 });
    assert.match(link, new RegExp(`/projects/${project}/global/routes/r-[0-9a-f]+$`));
    assert.ok(profiles.networkProfiles.length > 0);
  });

  it("mocks answer for resources and functions, and nothing is asked of the service", async () => {
    await pulumi.runtime.setMocks({
      newResource: ({ name, inputs }) => ({ id: `${name}-id`, state: inputs }),
      call: ({ token, inputs }) => ({ networkProfiles: [{ name: token }], project: inputs.project }),
    });
    const route = new gce.Route("r", { network: "default", destRange: "10.0.0.0/16", nextHopIp: "10.0.0.9" });
    assert.equal(await valueOf(route.id), "r-id");
    const mocked = { networkProfiles: [{ name: "gce:index:getNetworkProfiles" }], project: "mocked" };
    assert.deepEqual(await gce.getNetworkProfiles({ project: "mocked" }), mocked);
    assert.deepEqual(await valueOf(gce.getNetworkProfilesOutput({ project: route.id.apply(() => "mocked") })), mocked);
    assert.deepEqual(await collect(gce.iterateNetworkProfiles({ project: "mocked" })), [
      "gce:index:getNetworkProfiles",
    ]);
  });
};
