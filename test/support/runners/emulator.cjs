// What the tests of a user do with `useEmulator`, for any runner: its module has the hooks and `it` or `test`.
const assert = require("node:assert/strict");
const { useEmulator } = require("pulumi-gce-emulator/testing");

exports.declareTests = (runner) => {
  const emulator = useEmulator(runner);
  const test = runner.it ?? runner.test;
  const path = "projects/my-project/global/networks/web";

  for (const round of ["first", "second"]) {
    test(`finds the world new in the ${round} test, and the environment set`, async () => {
      assert.equal(emulator.objects.get(path), undefined);
      emulator.objects.put(path, {});
      const { GOOGLE_COMPUTE_CUSTOM_ENDPOINT: endpoint, GOOGLE_OAUTH_ACCESS_TOKEN: token } = process.env;
      assert.equal(endpoint, `${emulator.endpoint}/`);
      const answer = await fetch(endpoint + path, { headers: { authorization: `Bearer ${token}` } });
      assert.equal((await answer.json()).name, "web");
    });
  }
};
