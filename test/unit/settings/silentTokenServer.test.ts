import { beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { getNetworkProfiles } from "../../../provider/src/functions/getNetworkProfiles";
import { start, startCli } from "../../support/cli";
import { externalAccount } from "../../support/externalAccount";
import { captureRefusal, emulatorForFunctions, recordLog } from "../../support/functionCalls";
import { answers, scriptedServer, type Script } from "../../support/scriptedServer";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
});

const refuses = answers(400, { error: "invalid_grant", error_description: "no" });

/** A token server that is silent until it is told to refuse. */
async function silentServer() {
  let refuse: () => unknown = () => undefined;
  const waits: Script = (request, response) => {
    refuse = () => refuses(request, response);
  };
  const { origin, requests } = await scriptedServer(waits, refuses);
  return {
    credentials: externalAccount(origin),
    wanted: `waiting for an access token from ${new URL(origin).host}`,
    /** Lets some seconds pass once the server is asked. */
    async passSeconds(seconds: number) {
      await expect.poll(() => requests.length).toBe(1);
      vi.advanceTimersByTime(seconds * 1000);
    },
    refuse: () => refuse(),
  };
}

it.each(["adopt", "orphans"])("%s says whom it waits for while no token comes", async (command) => {
  const { file, write } = await startCli();
  write({});
  const { credentials, wanted, passSeconds, refuse } = await silentServer();
  vi.stubEnv("GOOGLE_OAUTH_ACCESS_TOKEN", undefined);
  vi.stubEnv("GOOGLE_CREDENTIALS", credentials);
  const printed = { out: "", error: "" };
  const done = start(printed, command, ...(command === "orphans" ? ["--file", file] : []));
  await passSeconds(4);
  expect(printed.error).not.toContain("waiting");
  await passSeconds(1);
  expect(printed.error).toContain(`gce:Route: ${wanted}\n`);
  refuse();
  expect(await done).toBe(2);
});

it("a function says whom it waits for while no token comes", async () => {
  const log = recordLog();
  const { credentials, wanted, passSeconds, refuse } = await silentServer();
  await emulatorForFunctions({ config: { "gcp:accessToken": "", "gcp:credentials": credentials } });
  const message = captureRefusal(getNetworkProfiles({}));
  await passSeconds(4);
  expect(log.info).toEqual([]);
  await passSeconds(1);
  expect(log.info).toEqual([`gce.getNetworkProfiles: ${wanted}`]);
  refuse();
  expect(await message).toContain("answers HTTP 400 invalid_grant: no");
});
