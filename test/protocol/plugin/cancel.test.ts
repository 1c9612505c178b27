import emptyMessages from "google-protobuf/google/protobuf/empty_pb.js";
import { expect, it } from "vitest";
import { unknownValue } from "../../../provider/src/fields/unknown";
import { startPlugin } from "../../support/pluginProcess";
import { captureFailure, plainRoute, routePath } from "../../support/routeProvider";

const cancel = new emptyMessages.Empty();

it("a run that is cancelled ends at once, records what has begun, and the next one goes on with it", async () => {
  const { emulator, provider, inputs, nextRun } = await startPlugin({ latency: { defaultMs: 600_000 } });
  const names = Array.from({ length: 12 }, (_, index) => `r-${String(index)}`);
  const all = await Promise.all(names.map((name) => inputs({ ...plainRoute, name })));
  const late = await inputs(plainRoute);
  const created = all.map((each) => captureFailure(provider.create(each)));
  const waits = () => emulator.requests().filter(({ path }) => path.endsWith("/wait"));
  await expect.poll(() => waits().length).toBe(names.length);
  await provider.call("cancel", cancel);
  const failures = await Promise.all(created);
  // Each step has ended before its wait did, which the service holds for two minutes.
  expect(waits().map(({ status }) => status)).toEqual(names.map(() => undefined));
  for (const { message, partial } of failures) {
    expect(message).toMatch(
      /insert failed: .*the run was cancelled, or failed elsewhere\n.* may still be running\n.*run `pulumi up` again\.$/,
    );
    expect(partial?.reasons).toEqual([message]);
    expect(partial?.properties.__pending).toMatchObject([
      { action: "insert", operation: expect.any(String) as string },
    ]);
  }
  // Nothing begins any more, and of what has not begun nothing is recorded.
  emulator.clearRequests();
  const refused = await captureFailure(provider.create(late));
  expect(refused.message).toBe(
    'gce:Route "r": insert failed: the run was cancelled, or failed elsewhere\n  Nothing was created.',
  );
  expect([refused.partial, emulator.requests()]).toEqual([undefined, []]);

  // The next run.
  await nextRun();
  emulator.finishOperations();
  const [updated, read] = failures.map(({ partial }) => partial ?? { id: "", properties: {} });
  const [news = {}] = all;
  const { id = "", properties = {} } = updated ?? {};
  expect(await provider.diff(id, properties, news)).toMatchObject({ changes: true, replaces: [] });
  const previewed = await provider.update(id, properties, news, (request) => request.setPreview(true));
  expect(previewed.outs).toMatchObject({ destRange: plainRoute.destRange, numericId: unknownValue });
  for (const outs of [
    (await provider.update(id, properties, news)).outs,
    (await provider.read(read?.id ?? "", read?.properties ?? {})).props,
  ]) {
    expect(outs).toMatchObject({ routeStatus: "ACTIVE", numericId: expect.any(String) as string });
    expect(outs).not.toHaveProperty("__pending");
  }
  expect(emulator.requests().filter(({ method, path }) => method === "POST" && path.endsWith("/routes"))).toEqual([]);
});

it("a run that is cancelled says of its deletes and reads that they are to be made again", async () => {
  const { emulator, provider, inputs, nextRun } = await startPlugin({ latency: { byType: { delete: 600_000 } } });
  const { id, outs } = await provider.create(await inputs(plainRoute));
  await nextRun();
  const deleted = captureFailure(provider.delete(id, outs));
  await expect.poll(() => emulator.requests().filter(({ path }) => path.endsWith("/wait")).length).toBe(1);
  await provider.call("cancel", cancel);
  const { message, partial } = await deleted;
  expect(message).toMatch(
    /^gce:Route "r": delete failed: .*the run was cancelled, or failed elsewhere\n[^]*It stays recorded: run the same command again/,
  );
  expect(partial).toBeUndefined();
  expect((await captureFailure(provider.read(routePath, outs))).message).toBe(
    'gce:Route "r": read failed: the run was cancelled, or failed elsewhere\n  The recorded state is unchanged.',
  );
});
