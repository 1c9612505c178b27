import { describe, expect, it } from "vitest";
import { clientOf, failureOf, getRequest, within } from "../../../support/computeCalls";
import { connectProxy, farHost, http1SecureServer, trusted } from "../../../support/secureServer";

const far = `https://${farHost}`;

describe("through a proxy", () => {
  const through = (proxy: string) => clientOf(far, { trustedCertificates: trusted, proxy: new URL(proxy) });

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
    [407, true],
    [403, false],
    [502, false],
  ])("that answers %i a request is final, and wants a login: %s", async (status, wantsLogin) => {
    const proxy = await connectProxy(0, status);
    const url = proxy.url.replace("http://", "http://user:hidden@");
    const error = await failureOf(through(url).request(getRequest, within(5_000)));
    expect(error).toMatchObject({ effect: "none", lasting: true });
    expect(error.summary).toBe(
      `the proxy ${proxy.url} does not let requests through to ${far} (HTTP ${String(status)})`,
    );
    expect(error.fault).toEqual({ kind: "refusedByProxy", wantsLogin });
    expect(error.message).not.toContain("hidden");
  });

  it("that is not there is named", async () => {
    const error = await failureOf(through("http://user:hidden@127.0.0.1:1").request(getRequest, within(500)));
    expect(error).toMatchObject({ effect: "none", code: "ECONNREFUSED" });
    expect(error.message).toContain("through the proxy http://127.0.0.1:1");
    expect(error.fault).toMatchObject({ kind: "unreachable", isProxied: true });
    expect(error.message).not.toContain("hidden");
  });
});
