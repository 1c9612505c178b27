import { describe, expect, it } from "vitest";
import { Endpoint } from "../../../provider/src/http/endpoint";

describe("an endpoint", () => {
  it.each([
    ["https://compute.googleapis.com/compute/v1///", "https://compute.googleapis.com", "/compute/v1"],
    ["https://example.com:8443", "https://example.com:8443", ""],
    ["http://127.1.2.3/x", "http://127.1.2.3", "/x"],
    ["http://localhost:1/", "http://localhost:1", ""],
    ["http://[::1]:8080/v1", "http://[::1]:8080", "/v1"],
  ])("%s is taken", (address, origin, basePath) => {
    expect(new Endpoint(address)).toMatchObject({ origin, basePath });
  });

  it("that is plain http to another machine is taken where that is allowed", () => {
    const endpoint = new Endpoint("http://emulator:8461/compute/v1", { mayBeExposed: true });
    expect(endpoint).toMatchObject({ origin: "http://emulator:8461", isExposed: true });
  });

  it.each([
    ["http://10.0.0.1/", "a token would travel as plain text. Use https, or"],
    ["http://127.0.0.1.example.com/", "a token would travel as plain text"],
    ["http://localhost.example.com/", "a token would travel as plain text"],
    ["http://[::ffff:10.0.0.1]/", "a token would travel as plain text"],
    ["localhost:8080/compute/v1", "is not an http or https URL"],
    ["https://example.com/?a=b", "no user name, query or fragment"],
    ["https://user:hunter2@example.com/", "no user name, query or fragment"],
    ["https://user:hunter2@", "The endpoint is not a URL"],
  ])("%j is refused in words", (address, text) => {
    expect(() => new Endpoint(address)).toThrow(text);
    expect(() => new Endpoint(address)).not.toThrow("hunter2");
  });
});
