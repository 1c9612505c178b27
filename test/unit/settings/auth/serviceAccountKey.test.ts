import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { answers, scriptedServer, type Script } from "../../../support/scriptedServer";
import {
  claims,
  file,
  folder,
  key,
  keyJson,
  messageOf,
  privateKey,
  source,
  tokenServer,
} from "../../../support/credentials";

describe("a service account key", () => {
  it.each([
    ["as JSON", () => keyJson],
    ["as JSON after a line break", () => `\n${keyJson}\n`],
    ["as a file", () => file("key.json", keyJson)],
  ])("given %s signs in for the cloud-platform scope", async (_how, value) => {
    const server = await tokenServer();
    expect(await source({ "gcp:credentials": value() }).token()).toBe("token-1");
    expect(server.requests.map(({ method, url }) => [method, url])).toEqual([["POST", "/oauth2.googleapis.com/token"]]);
    expect(claims(server.requests[0])).toMatchObject({
      iss: key.client_email,
      scope: "https://www.googleapis.com/auth/cloud-platform",
    });
  });

  it("signs in for the scopes that are set", async () => {
    const server = await tokenServer();
    const scopes = ["https://www.googleapis.com/auth/compute.readonly", "https://www.googleapis.com/auth/compute"];
    await source({ "gcp:credentials": keyJson, "gcp:scopes": JSON.stringify(scopes) }).token();
    expect(claims(server.requests[0]).scope).toBe(scopes.join(" "));
  });

  it("signs in for the cloud-platform scope when the list of scopes is empty", async () => {
    const server = await tokenServer();
    await source({ "gcp:credentials": keyJson, "gcp:scopes": "[]" }).token();
    expect(claims(server.requests[0]).scope).toBe("https://www.googleapis.com/auth/cloud-platform");
  });

  it("signs in once for callers at the same time, and keeps the token", async () => {
    const server = await tokenServer();
    const tokens = source({}, { GOOGLE_CREDENTIALS: keyJson });
    expect(await Promise.all(Array.from({ length: 20 }, () => tokens.token()))).toEqual(Array(20).fill("token-1"));
    expect(await tokens.token()).toBe("token-1");
    expect(server.requests).toHaveLength(1);
  });

  it("signs in again once after a refusal of its token, for any number of callers", async () => {
    const server = await tokenServer();
    const tokens = source({ "gcp:credentials": keyJson });
    expect(tokens.renewable).toBe(true);
    await tokens.token();
    for (let caller = 0; caller < 5; caller += 1) tokens.invalidate("token-1");
    expect(await Promise.all([tokens.token(), tokens.token()])).toEqual(["token-2", "token-2"]);
    // Late news of the old token does not throw the new one away.
    tokens.invalidate("token-1");
    expect(await tokens.token()).toBe("token-2");
    expect(server.requests).toHaveLength(2);
  });

  it("that is refused gives the reason, where it was set, and nothing of the key", async () => {
    await tokenServer(answers(400, { error: "invalid_grant", error_description: "Invalid JWT Signature." }));
    const message = await messageOf(source({ "gcp:credentials": keyJson }));
    expect(message).toBe("Could not get an access token with gcp:credentials: invalid_grant: Invalid JWT Signature.");
  });

  it.each([301, 302, 303, 307, 308])("never follows a redirect (%i) with what it signed", async (status) => {
    const elsewhere = await scriptedServer(answers(200, { access_token: "stolen", expires_in: 3600 }));
    await tokenServer(answers(status, {}, { location: `${elsewhere.origin}/token` }));
    const message = await messageOf(source({ "gcp:credentials": keyJson }));
    expect(message).toBe(
      "Could not get an access token with gcp:credentials: the token server answered with a redirect, which this package does not follow. Something between here and the service may be answering in its place.",
    );
    expect(elsewhere.requests).toEqual([]);
  });

  it("that is refused with an answer which repeats the request shows nothing of the request", async () => {
    const repeats: Script = (request, response) => {
      const assertion = new URLSearchParams(request.body).get("assertion") ?? "";
      answers(400, { error: "invalid_grant", error_description: `Bad assertion ${assertion}, not ya29.a0-b_c` })(
        request,
        response,
      );
    };
    await tokenServer(repeats);
    expect(await messageOf(source({ "gcp:credentials": keyJson }))).toBe(
      "Could not get an access token with gcp:credentials: invalid_grant: Bad assertion [token], not [token]",
    );
  });

  it("is requested again after a failure", async () => {
    const given = answers(200, { access_token: "token-1", expires_in: 3600 });
    await tokenServer(answers(400, { error: "invalid_grant", error_description: "clock" }), given);
    const tokens = source({ "gcp:credentials": keyJson });
    expect(await messageOf(tokens)).toContain("clock");
    expect(await tokens.token()).toBe("token-1");
  });

  const half = keyJson.slice(0, 500);
  it.each<[what: string, value: () => string, text: string]>([
    ["is cut short", () => half, "is neither the path of a credentials file nor its JSON"],
    ["is a file cut short", () => file("half.json", half), "is neither the path of a credentials file nor its JSON"],
    ["is not an object", () => file("list.json", "5"), "is neither the path of a credentials file nor its JSON"],
    ["is a list", () => file("list.json", "[]"), "is neither the path of a credentials file nor its JSON"],
    ["is not there", () => join(folder, "absent-hidden.json"), "names a file that cannot be read (ENOENT)"],
    ["is a folder", () => folder, "names a file that cannot be read (EISDIR)"],
    ["is the bare key", () => privateKey, "is neither the path of a credentials file nor its JSON"],
    ["has no key", () => JSON.stringify({ ...key, private_key: undefined }), "private_key"],
    [
      "has a broken key",
      () => JSON.stringify({ ...key, private_key: privateKey.slice(0, 300) }),
      "the private key in it is damaged",
    ],
    ["has an unknown type", () => JSON.stringify({ ...key, type: "hidden", client_email: undefined }), "client_email"],
  ])("that %s names the setting and the fault, and shows nothing of the key", async (_what, value, text) => {
    const message = await messageOf(source({ "gcp:credentials": value() }));
    expect(message).toContain("gcp:credentials");
    expect(message).toContain(text);
    expect(message).not.toContain("hidden");
    expect(message).not.toMatch(/PRIVATE KEY|MII/);
    expect(message).not.toContain(folder);
  });
});
