import { describe, expect, it } from "vitest";
import type { Emulator } from "../../../emulator/src/index";
import { emulatorForTest, ROUTES, send, type Wire } from "./helpers";

/** Puts routes r000, r001, … into the store, in an order that is not theirs. */
function seed(emulator: Emulator, count: number, project = "p"): void {
  for (let index = 0; index < count; index += 1) {
    const number = String((index * 7) % count).padStart(3, "0");
    emulator.objects.put(`projects/${project}/global/routes/r${number}`, {
      priority: index % 10,
      destRange: "10.0.0.0/8",
    });
  }
}

async function list(emulator: Emulator, parameters: Record<string, string> = {}): Promise<Wire> {
  const answer = await send(emulator, "GET", `${ROUTES}?${new URLSearchParams(parameters).toString()}`);
  if (answer.status !== 200) {
    throw new Error(answer.message);
  }
  return answer.json;
}

const namesOf = (page: Wire) => ((page.items ?? []) as { name: string }[]).map(({ name }) => name);

describe("a list", () => {
  it("keeps the chain of its pages through changes, and starts a new chain with them", async () => {
    const emulator = await emulatorForTest();
    seed(emulator, 20);
    const first = await list(emulator, { maxResults: "10" });
    emulator.objects.put("projects/p/global/routes/a", {});
    emulator.objects.delete("projects/p/global/routes/r015");
    const second = await list(emulator, { maxResults: "10", pageToken: String(first.nextPageToken) });
    expect([...namesOf(first), ...namesOf(second)]).toHaveLength(20);
    expect(namesOf(await list(emulator))).toContain("a");
  });

  it.each([
    [{ maxResults: "501" }, "maxResults"],
    [{ maxResults: "-1" }, "maxResults"],
    [{ orderBy: "priority" }, "orderBy"],
    [{ orderBy: "name desc" }, "orderBy"],
    [{ orderBy: "creationTimestamp" }, "orderBy"],
    [{ pageToken: "nonsense" }, "pageToken"],
    [{ filter: "nobody = 1" }, "nobody"],
  ])("refuses %j", async (parameters, names) => {
    const emulator = await emulatorForTest();
    const answer = await send(emulator, "GET", `${ROUTES}?${new URLSearchParams(parameters).toString()}`);
    expect([answer.status, answer.reason]).toEqual([400, "invalid"]);
    expect(answer.message).toContain(names);
  });
});
