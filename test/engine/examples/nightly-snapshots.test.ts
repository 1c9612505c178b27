import { expect, it } from "vitest";
import { exampleProgram } from "../../support/example";
import { project } from "../../support/routeProvider";
import { failed, startRouteStack, succeeded } from "../../support/routeStack";

const disk = (zone: string, name: string) => `projects/${project}/zones/${zone}/disks/${name}`;
const disks = (documentsZone: string) =>
  JSON.stringify({ database: disk("us-central1-a", "db-1"), documents: disk(documentsZone, "docs") });

it("keeps the last nights of each disk, takes none twice, and loses nothing to a disk that fails", async () => {
  const { emulator, stack } = await startRouteStack({
    program: exampleProgram("nightly-snapshots"),
    config: { "test-project:disks": disks("us-central1-a"), "test-project:owner": "storage", "test-project:keep": "2" },
  });
  for (const path of [disk("us-central1-a", "db-1"), disk("us-central1-a", "docs"), disk("us-central1-b", "docs")])
    emulator.objects.put(path, { sizeGb: "20" });
  /** Disk and night of each snapshot at the service, with its numeric id: what is replaced gets another. */
  const there = () =>
    Object.fromEntries(
      emulator.objects.list(`projects/${project}/global/snapshots/`).map(({ object }) => {
        const labels = object.labels as Record<string, string>;
        expect(labels).toMatchObject({ purpose: "nightly", owner: "storage" });
        return [`${String(labels.disk)} ${String(labels.night)}`, object.id];
      }),
    );
  const night = (date: string, ...flags: string[]) =>
    stack.up("--continue-on-error", "--config", `test-project:night=${date}`, ...flags);

  succeeded(await night("2026-11-18"));
  const first = there();
  expect(Object.keys(first).sort()).toEqual(["database 2026-11-18", "documents 2026-11-18"]);

  // The second night, one disk cannot be read: the other has its snapshot all the same.
  emulator.objects.delete(disk("us-central1-a", "docs"));
  const output = failed(await night("2026-11-19"));
  expect(output).toContain(`The resource '${disk("us-central1-a", "docs")}' was not found`);
  const second = there();
  expect(second).toEqual({ ...first, "database 2026-11-19": expect.any(String) as string });

  // The third night it has moved to another zone: its first night still counts, the other disk's goes.
  await stack.mustSucceed(["config", "set", "disks", disks("us-central1-b")]);
  succeeded(await night("2026-11-20"));
  const third = there();
  expect(third).toEqual({
    "database 2026-11-19": second["database 2026-11-19"],
    "database 2026-11-20": expect.any(String) as string,
    "documents 2026-11-18": first["documents 2026-11-18"],
    "documents 2026-11-20": expect.any(String) as string,
  });

  succeeded(await night("2026-11-20", "--expect-no-changes"));
  expect(there()).toEqual(third);
  const { snapshots } = (await stack.outputs()) as { snapshots: Record<string, Record<string, string>> };
  expect(
    Object.values(snapshots).flatMap((links) => Object.values(links).map((link) => link.split("/v1/")[1])),
  ).toEqual(expect.arrayContaining(stack.managed().map(({ id }) => id)));
});
