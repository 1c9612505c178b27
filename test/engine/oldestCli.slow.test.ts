import { delimiter } from "node:path";
import { expect, it } from "vitest";
import { oldestCli } from "../../tools/pulumi/goBuild";
import { oldestToolchain } from "../../tools/pulumi/toolchain";
import { liveAsClasses } from "../support/life";

it("a resource of each kind has its life with the oldest Pulumi CLI that is promised", async () => {
  const { directory } = await oldestToolchain();
  const stack = await liveAsClasses({ PATH: [directory, process.env.PATH].join(delimiter) });
  expect(await stack.mustSucceed(["version"])).toContain(oldestCli.version);
});
