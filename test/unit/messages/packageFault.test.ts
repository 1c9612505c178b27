import { describe, expect, it } from "vitest";
import { faultReport, issuesPlace, type Metadata } from "../../../provider/src/messages/packageFault";

const fault = new TypeError("Cannot read properties of undefined (reading 'x')");

describe("where a fault is reported", () => {
  it.each<[what: string, metadata: Metadata, place: string]>([
    ["the address for bugs", { bugs: { url: "https://example.com/bugs" } }, "https://example.com/bugs"],
    [
      "the repository",
      { repository: { url: "git+https://git.example.com/owner/name.git" } },
      "https://git.example.com/owner/name/issues",
    ],
    [
      "the repository by ssh",
      { repository: "ssh://git@git.example.com/o/n.git" },
      "https://git.example.com/o/n/issues",
    ],
    ["neither", {}, "the issues of the package (`npm bugs pulumi-gce` opens them)"],
  ])("is what the package's metadata says: %s", (_what, metadata, place) => {
    expect(issuesPlace(metadata)).toBe(place);
    expect(faultReport(fault, false, metadata).hint).toContain(`report this at ${place}, with`);
  });
});
