import { describe, expect, it } from "vitest";
import { proxyFor } from "../../../provider/src/settings/proxy";
import { farHost } from "../../support/secureServer";

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
    "is not used for this machine: %s",
    (origin) => {
      expect(proxyFor(origin, { HTTPS_PROXY: "http://proxy.test" })).toBeUndefined();
    },
  );

  it.each(["socks5://proxy.test", "http://", "http://user:hidden@"])(
    "that is not a usable address (%s) is an error that does not repeat it",
    (value) => {
      const attempt = () => proxyFor(far, { HTTPS_PROXY: value });
      expect(attempt).toThrow(/^HTTPS_PROXY is not the URL of an http or https proxy/);
      expect(attempt).not.toThrow(/hidden/);
    },
  );
});

it.each(["http://user:100%hidden@proxy.test", "http://user:hidden100%@proxy.test", "http://%zz:hidden@proxy.test"])(
  "a %% in user or password that is not part of a code (%s) is an error that repeats neither",
  (value) => {
    const attempt = () => proxyFor(far, { HTTPS_PROXY: value });
    expect(attempt).toThrow(/^The user or password in HTTPS_PROXY .* write it as %25\.$/);
    expect(attempt).not.toThrow(/hidden/);
  },
);
