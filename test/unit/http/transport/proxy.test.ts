import { describe, expect, it } from "vitest";
import { proxyFor } from "../../../../provider/src/http/transport/proxy";
import { clientOf, failureOf, getRequest, within } from "../../../support/computeCalls";
import { connectProxy, farHost, http1SecureServer, trusted } from "../../../support/secureServer";

const far = `https://${farHost}`;

describe("the proxy for a service", () => {
  it.each([
    ["HTTPS_PROXY", { HTTPS_PROXY: "http://proxy.test:3128" }, "http://proxy.test:3128/"],
    ["https_proxy", { https_proxy: "http://proxy.test:3128" }, "http://proxy.test:3128/"],
    ["the lower case of both", { https_proxy: "http://a.test", HTTPS_PROXY: "http://b.test" }, "http://a.test/"],
    ["a proxy over TLS", { HTTPS_PROXY: "https://proxy.test" }, "https://proxy.test/"],
    ["http:// where nothing is said", { HTTPS_PROXY: "proxy.test:3128" }, "http://proxy.test:3128/"],
    ["none without one", {}, undefined],
    ["none for an empty one", { HTTPS_PROXY: "" }, undefined],
    ["none for HTTP_PROXY, which is for plain http", { HTTP_PROXY: "http://proxy.test" }, undefined],
  ])("is %s", (_what, environment, expected) => {
    expect(proxyFor(far, environment)?.href).toBe(expected);
  });

  it.each([
    [farHost, true],
    ["far.test", true],
    [".far.test", true],
    ["*.far.test", true],
    ["FAR.test", true],
    ["other.test, far.test", true],
    ["other.test far.test", true],
    ["*", true],
    ["far.test:443", true],
    ["far.test:8443", false],
    ["ar.test", false],
    ["compute", false],
    ["", false],
    [",", false],
  ])("is left out by NO_PROXY=%j: %s", (noProxy, leftOut) => {
    const proxy = proxyFor(far, { HTTPS_PROXY: "http://proxy.test", NO_PROXY: noProxy });
    expect(proxy === undefined).toBe(leftOut);
  });

  it.each(["http://127.0.0.1:80", "https://127.0.0.1:80", "https://localhost", "https://[::1]:8443"])(
    "is none for this machine: %s",
    (origin) => {
      expect(proxyFor(origin, { HTTPS_PROXY: "http://proxy.test" })).toBeUndefined();
    },
  );

  it.each(["socks5://proxy.test", "http://", "http://user:hidden@"])(
    "that is no usable address (%s) is an error that does not repeat it",
    (value) => {
      const attempt = () => proxyFor(far, { HTTPS_PROXY: value });
      expect(attempt).toThrow(/^HTTPS_PROXY is not the URL of an http or https proxy/);
      expect(attempt).not.toThrow(/hidden/);
    },
  );
});

it.each(["http://user:100%hidden@proxy.test", "http://user:hidden100%@proxy.test", "http://%zz:hidden@proxy.test"])(
  "a %% in user or password that begins no code (%s) is an error that repeats neither",
  (value) => {
    const attempt = () => proxyFor(far, { HTTPS_PROXY: value });
    expect(attempt).toThrow(/^The user or password in HTTPS_PROXY .* write it as %25\.$/);
    expect(attempt).not.toThrow(/hidden/);
  },
);

describe("through a proxy", () => {
  const through = (proxy: string, environment = {}) =>
    clientOf(far, { trustedCertificates: trusted, environment: { HTTPS_PROXY: proxy, ...environment } });

  it("requests reach the service in a tunnel, on connections that are kept", async () => {
    const service = await http1SecureServer(({ url }) => ({ url }));
    const proxy = await connectProxy(service.port);
    const client = through(proxy.url);
    for (let number = 0; number < 9; number += 1) {
      expect(await client.request(getRequest, within(5_000))).toEqual({
        url: "/compute/v1/projects/p/global/routes/r",
      });
    }
    expect(proxy.tunnels[0]).toEqual({ target: `${farHost}:443`, authorization: undefined });
    // Undici lets a connection rest for a turn of the event loop before it uses it again, and makes a second one.
    expect(proxy.tunnels.length).toBeLessThanOrEqual(2);
  });

  it("user and password go to the proxy and not to the service", async () => {
    const service = await http1SecureServer(({ headers }) => ({ seen: Object.keys(headers) }));
    const proxy = await connectProxy(service.port);
    const url = proxy.url.replace("http://", "http://user:p%40ss@");
    const { seen } = await through(url).request<{ seen: string[] }>(getRequest, within(5_000));
    expect(seen).not.toContain("proxy-authorization");
    expect(proxy.tunnels[0]?.authorization).toBe(`Basic ${Buffer.from("user:p@ss").toString("base64")}`);
  });

  it.each([
    [407, "Give its user and password in HTTPS_PROXY"],
    [403, "or list the host in NO_PROXY"],
    [502, "or list the host in NO_PROXY"],
  ])("that answers %i a request is final, and says what to do", async (status, hint) => {
    const proxy = await connectProxy(0, status);
    const url = proxy.url.replace("http://", "http://user:hidden@");
    const error = await failureOf(through(url).request(getRequest, within(5_000)));
    expect(error).toMatchObject({ effect: "none", lasting: true });
    expect(error.summary).toBe(
      `the proxy ${proxy.url} does not let requests through to ${far} (HTTP ${String(status)})`,
    );
    expect(error.hint).toContain(hint);
    expect(error.message).not.toContain("hidden");
  });

  it("that is not there is named", async () => {
    const error = await failureOf(through("http://user:hidden@127.0.0.1:1").request(getRequest, within(500)));
    expect(error).toMatchObject({ effect: "none", code: "ECONNREFUSED" });
    expect(error.message).toContain("through the proxy http://127.0.0.1:1");
    expect(error.hint).toContain("HTTPS_PROXY");
    expect(error.message).not.toContain("hidden");
  });
});
