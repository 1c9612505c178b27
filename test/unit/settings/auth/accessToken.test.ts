import { rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join, relative } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { file, folder, keyJson, messageOf, source } from "../../../support/credentials";

const library = vi.hoisted(() => ({ loads: 0 }));
vi.mock("google-auth-library", async (original) => {
  library.loads += 1;
  return original();
});

describe("a plain access token", () => {
  it("is used as it is, cannot be renewed, and needs no credential library", async () => {
    const tokens = source({ "gcp:accessToken": "ya29.token\n" });
    expect(await tokens.token()).toBe("ya29.token");
    expect(tokens.renewable).toBe(false);
    tokens.invalidate("ya29.token");
    expect(await tokens.token()).toBe("ya29.token");
    expect(library.loads).toBe(0);
  });

  it("comes from the environment when configuration has no credentials", async () => {
    const environment = { GOOGLE_OAUTH_ACCESS_TOKEN: "from-environment", GOOGLE_CREDENTIALS: keyJson };
    expect(await source({}, environment).token()).toBe("from-environment");
  });

  it("may be longer than a path", async () => {
    const token = "x".repeat(10_000);
    expect(await source({ "gcp:accessToken": token }).token()).toBe(token);
    expect(await source({ "gcp:accessToken": "y".repeat(2_000) }).token()).toHaveLength(2_000);
  });

  it.each(["two words", "line\nbreak", '{"access_token": "hidden"}', "tökén"])(
    "that cannot be one (%j) is refused without showing it",
    async (text) => {
      expect(await messageOf(source({ "gcp:accessToken": text }))).toBe(
        "gcp:accessToken is neither an access token nor the path of a file that holds one.",
      );
    },
  );
});

describe("a text that looks like the path of a token file", () => {
  it.each([
    "/var/run/secrets/token",
    "./token",
    "../token",
    "~/token",
    "C:\\secrets\\token",
    "\\\\server\\token",
    "file:///var/run/token",
    "secrets/token",
    "token.json",
    " token.txt\n",
  ])("is not sent as a token if the file does not exist: %j", async (path) => {
    const tokens = source({}, { GOOGLE_OAUTH_ACCESS_TOKEN: path });
    expect(await messageOf(tokens)).toBe(
      "GOOGLE_OAUTH_ACCESS_TOKEN names a file that cannot be read (ENOENT). A relative path begins in the program's folder.",
    );
  });

  it("may appear later, and is a token then", async () => {
    const path = join(folder, "later");
    const tokens = source({ "gcp:accessToken": path });
    expect(await messageOf(tokens)).toContain("ENOENT");
    writeFileSync(path, "ya29.late");
    expect(await tokens.token()).toBe("ya29.late");
  });

  it("is an error if it names a folder", async () => {
    expect(await messageOf(source({ "gcp:accessToken": folder }))).toBe(
      "gcp:accessToken names a file that cannot be read (EISDIR). A relative path begins in the program's folder.",
    );
  });

  it("differs from an opaque token, which may have slashes too", async () => {
    const token = `ya29.${"abc/def+0".repeat(12)}==`;
    expect(await source({ "gcp:accessToken": token }).token()).toBe(token);
  });
});

describe("a token file", () => {
  it("is read again at each use, so that it can be renewed", async () => {
    const path = file("token", "first\n");
    const tokens = source({ "gcp:accessToken": path });
    expect(tokens.renewable).toBe(true);
    expect(await tokens.token()).toBe("first");
    writeFileSync(path, "  second  ");
    expect(await tokens.token()).toBe("second");
  });

  it("may be named by a relative path", async () => {
    expect(await source({ "gcp:accessToken": relative(process.cwd(), file("token", "here")) }).token()).toBe("here");
  });

  it("may be named from the home directory", async () => {
    const fromHome = `~/${relative(homedir(), file("token", "home"))}`;
    expect(await source({}, { GOOGLE_OAUTH_ACCESS_TOKEN: fromHome }).token()).toBe("home");
  });

  it.each([
    ["is empty", " \n", "is empty"],
    ["holds more than a token", "hidden and more", "does not hold only an access token"],
    ["holds JSON", '{"token": "hidden"}', "does not hold only an access token"],
  ])("that %s is refused without showing it", async (_what, content, text) => {
    const message = await messageOf(source({ "gcp:accessToken": file("token", content) }));
    expect(message).toBe(`The file that gcp:accessToken names ${text}.`);
  });

  it("that goes away is named by the setting", async () => {
    const path = file("gone", "token");
    const tokens = source({}, { GOOGLE_OAUTH_ACCESS_TOKEN: path });
    rmSync(path);
    expect(await messageOf(tokens)).toBe(
      "GOOGLE_OAUTH_ACCESS_TOKEN names a file that cannot be read (ENOENT). A relative path begins in the program's folder.",
    );
  });
});
