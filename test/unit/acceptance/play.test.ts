import { describe, expect, it } from "vitest";
import { compareRecording } from "../../../acceptance/comparison/play";
import { comparisonText } from "../../../acceptance/comparison/table";
import { readRecording, type Exchange, type Json } from "../../../acceptance/recording/exchange";
import { startEmulator } from "../../../emulator/src/index";

const networks = "projects/recorded-project/global/networks";
const request = (method: string, path: string, more: Partial<Exchange> = {}): Exchange => ({
  method,
  path,
  query: {},
  ...more,
});
const requestId = "00000000-0000-4000-8000-000000000001";
const insert = request("POST", networks, { query: { requestId }, body: { name: "n", autoCreateSubnetworks: false } });

/** What an emulator answers to these requests, as the recording of a service that is one. */
async function recorded(requests: readonly Exchange[]): Promise<Exchange[]> {
  const emulator = await startEmulator();
  try {
    const exchanges: Exchange[] = [];
    for (const asked of requests) {
      const { method, path, query, body } = asked;
      const response = await fetch(`${emulator.endpoint}/${path}?${new URLSearchParams(query).toString()}`, {
        method,
        headers: { authorization: "Bearer t", "content-type": "application/json" },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      exchanges.push({ ...asked, status: response.status, answer: (await response.json()) as Json });
    }
    return exchanges;
  } finally {
    await emulator.close();
  }
}

/** The same request, whose answer was lost. */
const unanswered = ({ method, path, query, body }: Exchange): Exchange => ({
  method,
  path,
  query,
  ...(body === undefined ? {} : { body }),
});

const shown = async (exchanges: readonly Exchange[]) => {
  const { findings } = await compareRecording(exchanges);
  return findings.map(({ line, method, what, at }) => `${String(line)} ${method}: ${what} ${at}`.trim());
};

describe("a recording that is played", () => {
  const life = [
    insert,
    request("GET", `${networks}/n`),
    request("DELETE", `${networks}/n`),
    request("GET", `${networks}/n`),
  ];

  it("of an emulator has no difference", async () => {
    expect(await shown(await recorded(life))).toEqual([]);
  });

  it("shows what the emulator refuses once, and not what follows from it", async () => {
    const exchanges = await recorded(life);
    const taken = exchanges.map((exchange, index) =>
      index === 0 ? { ...exchange, body: { name: "n", aFieldThatIsNew: true } } : exchange,
    );
    const { findings, passedOver } = await compareRecording(taken);
    expect(findings).toMatchObject([{ line: 1, method: "networks.insert", what: "status" }]);
    expect(findings[0]?.emulator).toMatch(/^400 .*aFieldThatIsNew/);
    expect(passedOver).toEqual({ "follows from a refusal of the emulator": 3 });
  });

  it("plays a request once that failed and was sent again, and compares the answer that came", async () => {
    const [made, read] = await recorded(life.slice(0, 2));
    if (made === undefined || read === undefined) throw new Error("Two answers were recorded.");
    const lost = unanswered(made);
    const unavailable = { ...made, status: 503, answer: { error: { code: 503 } } };
    const { findings, passedOver } = await compareRecording([unavailable, lost, made, read]);
    expect(findings).toEqual([]);
    expect(passedOver).toEqual({ "failed, and sent again": 2 });
  });

  it("plays a change whose answer was lost for ever, because the service may have made it", async () => {
    const [made, read] = await recorded(life.slice(0, 2));
    if (made === undefined || read === undefined) throw new Error("Two answers were recorded.");
    const lost = unanswered(made);
    expect(await shown([lost, read])).toEqual([]);
  });

  it("compares the last answer to a client that waits for a change, and no earlier one", async () => {
    const [made, read] = await recorded(life.slice(0, 2));
    if (made === undefined || read === undefined) throw new Error("Two answers were recorded.");
    const early = { ...read, status: 404, answer: { error: { code: 404 } } };
    const { findings, passedOver } = await compareRecording([made, early, early, read]);
    expect(findings).toEqual([]);
    expect(passedOver).toEqual({ "asked again until it changed": 2 });
    expect(await shown([made, read, early])).toEqual(["3 networks.get: status"]);
  });

  it("names the operation, the number and the fingerprint that the emulator gives in place of the service's", async () => {
    const policies = "locations/global/firewallPolicies";
    const policy = { parentId: "organizations/7000000000001" };
    const inserted = await recorded([request("POST", policies, { query: policy, body: { shortName: "p" } })]);
    const { name = "", targetId = "" } = inserted[0]?.answer as { name?: string; targetId?: string };
    const operation = request("GET", `locations/global/operations/${name}`, {
      status: 200,
      answer: { ...(inserted[0]?.answer as object), status: "DONE", endTime: "2026-01-01T00:00:00.000-08:00" },
    });
    const { findings } = await compareRecording([
      ...inserted,
      operation,
      request("GET", `${policies}/${targetId}/getIamPolicy`, { status: 200, answer: { etag: "ACAB" } }),
    ]);
    expect(findings).toEqual([]);
  });

  it("is read line by line, and an error names an invalid line", () => {
    expect(readRecording(`${JSON.stringify(insert)}\n\n`)).toEqual([insert]);
    expect(() => readRecording(`${JSON.stringify(insert)}\nnot a line`)).toThrow("Line 2 is no exchange");
  });
});

describe("the table of a comparison", () => {
  const finding = {
    method: "routes.get",
    what: "form",
    at: "selfLink",
    service: "link a",
    emulator: "path | b",
  } as const;

  it("has each difference once, with its lines, by collection and method", () => {
    const findings = [1, 2, 3, 4, 5, 6, 7].map((line) => ({ ...finding, line }));
    const other = { ...finding, method: "networks.get", line: 9 };
    const text = comparisonText({ findings: [...findings, other], compared: 20, passedOver: { "no JSON": 2 } });
    expect(text).toContain("2 differences in 20 answers.");
    expect(text).toContain("Not compared, because it is no JSON: 2.");
    expect(text).toContain(String.raw`| form | selfLink | link a | path \| b | 1, 2, 3, 4, 5 and 2 more |`);
    expect(text.indexOf("## networks.get")).toBeLessThan(text.indexOf("## routes.get"));
  });

  it("says that there is no difference", () => {
    expect(comparisonText({ findings: [], compared: 3, passedOver: {} })).toBe("No difference in 3 answers.\n");
  });
});
