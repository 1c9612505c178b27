import { request as httpRequest } from "node:http";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { planMarkdown } from "../../provider/src/cli/plan/markdown";
import { getOperation, operationPath } from "../../provider/src/compute/endpoints/operations";
import { startEmulator } from "../../emulator/src/index";
import { clientOf, failureOf as clientFailureOf, insertRequest, within } from "../support/computeCalls";
import { routesPath, startRouteProvider } from "../support/routeProvider";
import { answers, refuses, scriptedServer } from "../support/scriptedServer";
import { exported, startCli } from "../unit/cli/helpers";
import { attempt } from "./attempt";

describe("what leads elsewhere", () => {
  it.each([300, 301, 302, 303, 304, 305, 399])(
    "a %i to an insert is no answer, and what was made is found among the operations",
    async (status) => {
      await attempt("redirect of a change", `Route: insert, ${String(status)}`, async () => {
        const { emulator, provider, inputs } = await startRouteProvider();
        emulator.fault({
          match: { path: "/routes$", method: "POST" },
          fault: { kind: "replaceAnswer", status, body: "" },
        });
        const asked = await inputs();
        const { outs } = await provider.create(asked);
        expect(outs.__pending).toBeUndefined();
        expect(emulator.objects.list(`${routesPath}/`)).toHaveLength(1);
      });
    },
  );

  it.each([
    "projects/p/global/operations/%2e%2e",
    "projects/p/global/operations/..",
    "projects/p/global/operations/o%2Fdelete",
    "projects/p/global/operations/o%5c..",
    "projects/p/global/operations/o\\..\\x",
    "projects/p/global/../global/operations/o",
    "projects/p/regions/%2E%2E/operations/o",
    "projects/p/zones/z%00/operations/o",
    "projects/%2e/global/operations/o",
    "projects/p/global/operations/o?alt=media",
    "projects/p/global/operations/o#x",
    "projects/p/global/operations/o\r\nx: y",
    "projects/p/global/operations/",
    "projects/p/global/routes/r",
  ])("an operation of a state that is %j is not sent", async (operation) => {
    await attempt("operation path that leads elsewhere", JSON.stringify(operation), async () => {
      const server = await scriptedServer(answers(200, {}));
      await expect(getOperation(clientOf(server.origin), operation, within(1_000))).rejects.toThrow(
        "is not the path of an operation",
      );
      expect(server.requests).toEqual([]);
    });
  });

  it.each(["../x", "a/b", "a\\b", "%2e", "", ".", "a b", "a".repeat(300)])(
    "an operation that the service calls %j does not count as an operation",
    async (name) => {
      await attempt("operation name that leads elsewhere", JSON.stringify(name.slice(0, 20)), () => {
        expect(() => operationPath("p", { name })).toThrow("without naming the operation");
      });
    },
  );
});

describe("an operation at a place", () => {
  it.each(["https://e/regions/x%2f..", "regions/a b", "us-central1?x", "regions/r\0", "..", "regions/"])(
    "that the service calls %j is taken for none",
    async (place) => {
      await attempt("operation of a place that leads elsewhere", JSON.stringify(place), () => {
        for (const scope of [{ region: place }, { zone: place }])
          expect(() => operationPath("p", { name: "o", ...scope })).toThrow("without naming the operation");
      });
    },
  );
});

describe("numbers beyond any clock", () => {
  it.each(["9".repeat(400), "1" + "0".repeat(309), "99999999999999999999"])(
    "Retry-After %s is a wait that a message can show",
    async (wait) => {
      await attempt("Retry-After without end", `${String(wait.length)} digits`, async () => {
        const server = await scriptedServer(refuses(429, "rateLimitExceeded", "slow down", { "retry-after": wait }));
        const error = await clientFailureOf(clientOf(server.origin).request(insertRequest, within(1_000)));
        expect(error.message).not.toMatch(/Infinity|NaN|e\+/);
        expect(server.requests).toHaveLength(1);
      });
    },
  );
});

describe("the plan's Markdown", () => {
  it.each([
    ["a lone CR", "> quoted\r# Heading"],
    ["a form feed", "text\f# Heading"],
    ["a line separator", "text\u2028# Heading"],
    ["an entity in place of @", "&commat;everyone look"],
    ["a numeric entity", "&#64;everyone &#x40;everyone"],
    ["an entity in place of <", "&lt;script&gt;"],
  ])("shows %s as text", async (what, text) => {
    await attempt("markup in a message", `plan: ${what}`, () => {
      const shown = planMarkdown({ steps: [], counts: {}, messages: [{ severity: "warning", text }] });
      const body = shown.slice(shown.indexOf("\n\n") + 2).trimEnd();
      for (const line of body.split(/[\r\n\f\u2028\u2029]/)) expect(line).toMatch(/^> /);
      expect(body).not.toMatch(/(?<!\\)&/);
      expect(body).not.toMatch(/@(?!\u200b)/);
    });
  });
});

describe("orphans", () => {
  it.each(["", "{ canary", "canary", "nul", '"canary'])(
    "takes a secret that is %j for an absent one, and never shows it",
    async (plaintext) => {
      await attempt("malformed secret in a state", `orphans: ${JSON.stringify(plaintext)}`, async () => {
        const cli = await startCli();
        const secret = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", plaintext };
        cli.write({
          resources: [exported("Route", "r", { description: secret }, { id: "x", outputs: { description: secret } })],
        });
        const { code, out, error } = await cli.orphans();
        expect(code).toBe(0);
        expect(out + error).not.toContain("canary");
        expect(out + error).not.toContain("JSON");
      });
    },
  );
});

describe("certificates that nobody checks", () => {
  it("are reported by orphans, and by a provider process before it sends", async () => {
    await attempt("NODE_TLS_REJECT_UNAUTHORIZED=0", "orphans and up", async () => {
      const cli = await startCli();
      cli.write({});
      vi.stubEnv("NODE_TLS_REJECT_UNAUTHORIZED", "0");
      expect((await cli.orphans()).error).toContain(
        "NODE_TLS_REJECT_UNAUTHORIZED is 0: Node.js checks no certificates",
      );
      vi.stubEnv("NODE_TLS_REJECT_UNAUTHORIZED", undefined);
      const { provider, inputs } = await startRouteProvider({ environment: { NODE_TLS_REJECT_UNAUTHORIZED: "0" } });
      const asked = await inputs();
      const told = () => provider.logs.filter(({ message }) => message.includes("checks no certificates"));
      expect(told()).toEqual([]);
      const { id, outs } = await provider.create(asked);
      await provider.delete(id, outs);
      expect(told()).toMatchObject([{ severity: "warning" }]);
    });
  });
});

describe("the emulator", () => {
  it.each(["evil.example", "evil.example:80", ""])("serves its API to no page under the host %j", async (host) => {
    await attempt("a name that was made to resolve to loopback", `emulator API: ${JSON.stringify(host)}`, async () => {
      const emulator = await startEmulator();
      onTestFinished(() => emulator.close());
      const { port } = new URL(emulator.endpoint);
      const status = await new Promise<number | undefined>((resolve, reject) => {
        const headers = { host, authorization: "Bearer t" };
        const path = "/compute/v1/projects/p/global/routes";
        httpRequest({ host: "127.0.0.1", port, path, headers, setHost: false }, (answer) => {
          answer.resume();
          resolve(answer.statusCode);
        })
          .on("error", reject)
          .end();
      });
      expect(status).toBe(403);
      expect(emulator.requests()).toEqual([]);
    });
  });

  it("holds no more of the bodies it was sent than its log has room for", async () => {
    await attempt("bodies that fill the memory", "emulator: 12 of 9 MB", async () => {
      const emulator = await startEmulator();
      onTestFinished(() => emulator.close());
      const body = JSON.stringify({ description: "x".repeat(9 * 1024 * 1024) });
      for (let count = 0; count < 12; count += 1) {
        const answer = await fetch(`${emulator.endpoint}/projects/p/global/routes`, {
          method: "POST",
          headers: { authorization: "Bearer t", "content-type": "application/json" },
          body,
        });
        await answer.text();
      }
      const kept = emulator.requests().filter((request) => typeof request.body === "object");
      expect(kept.length).toBeGreaterThan(3);
      expect(kept.length).toBeLessThan(8);
      expect(emulator.requests()[0]?.body).toContain("no longer kept");
    });
  });
});
