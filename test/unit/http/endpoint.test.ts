import { describe, expect, it } from "vitest";
import { Endpoint } from "../../../provider/src/http/endpoint";

describe("an endpoint", () => {
  it.each([
    ["https://compute.googleapis.com/compute/v1", "https://compute.googleapis.com", "/compute/v1"],
    ["https://compute.googleapis.com/compute/v1/", "https://compute.googleapis.com", "/compute/v1"],
    ["https://compute.googleapis.com/compute/v1///", "https://compute.googleapis.com", "/compute/v1"],
    ["https://example.com:8443", "https://example.com:8443", ""],
    ["http://127.0.0.1:8080/compute/v1", "http://127.0.0.1:8080", "/compute/v1"],
    ["http://127.1.2.3/x", "http://127.1.2.3", "/x"],
    ["http://localhost:1/", "http://localhost:1", ""],
    ["http://[::1]:8080/v1", "http://[::1]:8080", "/v1"],
  ])("%s is taken", (address, origin, basePath) => {
    expect(new Endpoint(address)).toMatchObject({ origin, basePath });
  });

  it.each([
    "http://compute.googleapis.com/compute/v1",
    "http://10.0.0.1/",
    "http://128.0.0.1/",
    "http://127.0.0.1.example.com/",
    "http://localhost.example.com/",
    "http://0.0.0.0/",
    "http://[::2]/",
    "http://[::ffff:10.0.0.1]/",
  ])("%s is refused: a token would travel as plain text", (address) => {
    expect(() => new Endpoint(address)).toThrow("a token would travel as plain text. Use https, or");
  });

  it.each([
    ["compute.googleapis.com/compute/v1", "is not a URL"],
    ["", "is not a URL"],
    ["localhost:8080/compute/v1", "is not an http or https URL"],
    ["file:///etc/passwd", "is not an http or https URL"],
    ["https://example.com/?a=b", "no user name, query or fragment"],
    ["https://example.com/#x", "no user name, query or fragment"],
  ])("%j is refused, with an example of one", (address, text) => {
    expect(() => new Endpoint(address)).toThrow(text);
    expect(() => new Endpoint(address)).toThrow("for example https://compute.googleapis.com/compute/v1");
  });

  it.each([
    "https://user:hunter2@example.com/",
    "http://user:hunter2@127.0.0.1/",
    "https://user:hunter2@",
    "user:hunter2@example.com",
    "https://hunter2@example.com",
  ])("with credentials in it is refused without repeating them", (address) => {
    expect(() => new Endpoint(address)).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining("hunter2") as string }),
    );
  });

  it("of a universe is its own", () => {
    expect(Endpoint.ofUniverse("googleapis.com")).toMatchObject({
      origin: "https://compute.googleapis.com",
      basePath: "/compute/v1",
    });
    expect(Endpoint.ofUniverse("apis.example.cloud").origin).toBe("https://compute.apis.example.cloud");
  });
});
