import { beforeEach, describe, expect, it, vi } from "vitest";
import { plainData } from "../../provider/src/fields/plainData";
import type { ComputeRequest } from "../../provider/src/http/client";
import { createClient, captureFailure, getRequest, insertRequest, secretToken, within } from "../support/computeCalls";
import { hostileObject } from "../support/hostileValues";
import { answers, scriptedServer, type Script } from "../support/scriptedServer";

beforeEach(() => {
  // The shortest pauses that the back-off can have.
  vi.spyOn(Math, "random").mockReturnValue(0);
  return () => vi.restoreAllMocks();
});

const root = "https://www.googleapis.com/compute/v1";
const path = "projects/p/regions/r/instanceGroupManagers/g";
const groupRequest: ComputeRequest = { ...getRequest, path, asked: { path, members: { priority: 1000 } } };

const redirect =
  (status: number): Script =>
  (_request, response) => {
    response.writeHead(status, { location: `https://elsewhere.example/?token=${secretToken}` }).end();
  };
const deep = `{"a":${"[".repeat(50_000)}${"]".repeat(50_000)}}`;

describe("an answer that cannot be used", () => {
  it.each<[what: string, script: Script, words: string, effect?: string]>([
    ["a redirect", redirect(302), "a redirect (HTTP 302 to https://elsewhere.example), which this package does not"],
    ["a redirect of the request itself", redirect(307), "answered with a redirect (HTTP 307", "none"],
    ["no change since then", answers(304, ""), "answered with a redirect (HTTP 304)"],
    ["a page", answers(200, "<title>Sign in</title>"), "HTTP 200 with a body that is not a JSON object"],
    ["null", answers(200, "null"), "HTTP 200 with a body that is not a JSON object"],
    ["nothing", answers(200, " "), "HTTP 200 with an empty body"],
    ["JSON of many levels", answers(200, deep), "the answer is JSON of more than 1000 levels, the limit"],
    [
      "values that cost a thousand times their bytes",
      answers(200, `{"items":[${"{},".repeat(5_000_000)}{}]}`),
      "JSON of more than 250,000 values, the limit (ANSWER_TOO_DEAR, http://127.0.0.1:",
    ],
    [
      "what was not asked for as gzip",
      answers(200, {}, { "content-encoding": "gzip" }),
      "the answer is compressed, which the request does not ask for",
    ],
    ["more than fits", answers(200, "x".repeat(17 << 20)), "the answer has more than 16 MiB, the limit"],
    [
      "another name",
      answers(200, { name: "other" }),
      'another object than the request: its name is "other", and not "g"',
    ],
    ["a name that is no text", answers(200, { name: ["g"] }), "its name is"],
    ["a link to another name", answers(200, { selfLink: `${root}/${path}2` }), "its selfLink is"],
    [
      "a link to another project",
      answers(200, { selfLink: `${root}/${path.replace("/p/", "/q/")}` }),
      "its selfLink is",
    ],
    ["a link that is none", answers(200, { selfLink: "https://evil.example/" }), "its selfLink is"],
    ["another region", answers(200, { name: "g", region: `${root}/projects/p/regions/x` }), "its region is"],
    ...["name", "selfLink", "region", "priority"].map((member): [string, Script, string] => [
      `a ${member} that no text can be made of`,
      answers(200, { [member]: hostileObject }),
      `its ${member} is`,
    ]),
    ["another priority", answers(200, { priority: 2000 }), 'its priority is "2000", and not "1000"'],
  ])("%s is refused in words", async (_what, script, words, effect = "unknown") => {
    const { origin } = await scriptedServer(script);
    const error = await captureFailure(createClient(origin).request(groupRequest, { ...within(60_000), retries: 0 }));
    expect(error).toMatchObject({ name: "MalformedAnswerError", effect });
    expect(error.message).toContain(words);
    expect(error.message).not.toContain(secretToken);
  });

  it.each([
    { name: "g", selfLink: `${root}/${path}`, region: `${root}/projects/p/regions/r`, priority: 1000 },
    { name: "g", selfLink: `https://compute.universe.example/compute/beta/${path}`, region: "r" },
    { selfLink: path.replace("/p/", "/123456789012/"), name: null, region: "" },
    {},
  ])("is not one about the object in another spelling: %j", async (answer) => {
    const { origin } = await scriptedServer(answers(200, answer));
    expect(await createClient(origin).request(groupRequest, within(60_000))).toEqual(answer);
  });

  it("has no id that was rounded", async () => {
    const { origin } = await scriptedServer(
      answers(200, '{"id":9223372036854775807,"targetId" : 12345678901234567890}'),
    );
    const answer = await createClient(origin).request(getRequest, within(60_000));
    expect(answer).toEqual({ id: "9223372036854775807", targetId: "12345678901234567890" });
  });
});

describe("a text that means something to Pulumi", () => {
  const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
  const marks = [
    [unknown, "04da6b54_-80e4-46f7-96ec-b56ff0331ba9"],
    ["1c4a061d-8072-4f0a-a4cb-0ff528b18fe7", "1c4a061d_-8072-4f0a-a4cb-0ff528b18fe7"],
    ["3eeb2bf0-c639-47a8-9e75-3b44932eb421", "3eeb2bf0_-c639-47a8-9e75-3b44932eb421"],
    ["6a19a0b0-7e62-4c92-b797-7f8e31da9cc2", "6a19a0b0_-7e62-4c92-b797-7f8e31da9cc2"],
    ["030794c1-ac77-496b-92df-f27374a8bd58", "030794c1_-ac77-496b-92df-f27374a8bd58"],
    ["e48ece36-62e2-4504-bad9-02848725956a", "e48ece36_-62e2-4504-bad9-02848725956a"],
    ["dd056dcd-154b-4c76-9bd3-c8f88648b5ff", "dd056dcd_-154b-4c76-9bd3-c8f88648b5ff"],
    ["4dabf18193072939515e22adb298388d", "4dabf181_93072939515e22adb298388d"],
    ["__pulumiOutput", "__pulumi_Output"],
    [unknown.replace("-", "_-"), unknown.replace("-", "__-")],
    ["half of a pair: \ud800", "half of a pair: \ufffd"],
  ] as const;
  const escaped = (text: string) => text.replaceAll("-", "\\u002d").replaceAll("_", "\\u005f");

  it.each(marks)("%s is %s in an answer, as it is and behind escapes, and goes back as it was", async (mark, plain) => {
    const answer = (text: string) => ({ a: text, list: [{ b: [`x ${text}`] }], [text]: 1 });
    const json = JSON.stringify(answer(mark));
    const server = await scriptedServer(answers(200, json), answers(200, escaped(json)), answers(200, {}));
    const client = createClient(server.origin, { translation: plainData });
    for (let time = 0; time < 2; time += 1)
      expect(await client.request<object>(getRequest, within(60_000))).toEqual(answer(plain));
    if (mark.includes("\ud800")) return;
    await client.request({ ...insertRequest, body: answer(plain) }, within(60_000));
    expect(JSON.parse(server.requests.at(-1)?.body ?? "")).toEqual(answer(mark));
  });
});
