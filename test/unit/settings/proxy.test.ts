import { describe, expect, it } from "vitest";
import { proxyFor } from "../../../provider/src/settings/proxy";
import { farHost } from "../../support/secureServer";

const far = `https://${farHost}`;

describe("the proxy for a service", () => {
  it.each([
    [{ HTTPS_PROXY: "http://proxy.test:3128" }, "http://proxy.test:3128/"],
    [{ https_proxy: "http://a.test", HTTPS_PROXY: "http://b.test" }, "http://a.test/"],
    [{ HTTPS_PROXY: "https://proxy.test" }, "https://proxy.test/"],
    [{ HTTPS_PROXY: "proxy.test:3128" }, "http://proxy.test:3128/"],
    [{ HTTPS_PROXY: "" }, undefined],
    // It is for plain http.
    [{ HTTP_PROXY: "http://proxy.test" }, undefined],
  ])("of %j is %s", (environment, expected) => {
    expect(proxyFor(far, environment)?.href).toBe(expected);
    expect(proxyFor("https://[::1]:8443", environment)).toBeUndefined();
  });

  it.each([
    ["far.test", true],
    [".far.test", true],
    ["*.FAR.test", true],
    ["other.test, far.test", true],
    ["*", true],
    ["far.test:443", true],
    ["far.test:8443", false],
    ["ar.test", false],
    [",", false],
  ])("is left out by NO_PROXY=%j: %s", (noProxy, isLeftOut) => {
    const proxy = proxyFor(far, { HTTPS_PROXY: "http://proxy.test", NO_PROXY: noProxy });
    expect(proxy === undefined).toBe(isLeftOut);
  });

  it.each([
    ["socks5://proxy.test", /^HTTPS_PROXY is not the URL of an http or https proxy/],
    ["http://user:hidden@", /^HTTPS_PROXY is not the URL of an http or https proxy/],
    ["http://user:hidden100%@proxy.test", /^The user or password in HTTPS_PROXY .* write it as %25\.$/],
  ])("that cannot be used (%s) is an error that does not repeat it", (value, words) => {
    const attempt = () => proxyFor(far, { HTTPS_PROXY: value });
    expect(attempt).toThrow(words);
    expect(attempt).not.toThrow(/hidden/);
  });
});
