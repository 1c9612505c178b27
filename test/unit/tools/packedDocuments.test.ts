import { describe, expect, it } from "vitest";
import { packedDocument } from "../../../tools/package/documents";

const fence = "```";
const text = `See [how](provider/docs/how.md#part), [an \`example\`](examples/ci), [itself](#part) and [npm](https://www.npmjs.com/).

![A picture](emulator/docs/console.png)

${fence}ts
const array = [first](second);
${fence}
`;
const packed = (path: string) => (path === "provider/docs/how.md" ? "docs/how.md" : undefined);

describe("a document that is packed", () => {
  it("leads to the repository at the tag of the version, from any place", () => {
    const repository = { type: "git", url: "git+https://github.com/owner/name.git", directory: "provider" };
    const shown = packedDocument(text, "README.md", packed, { version: "1.2.3", repository });
    expect(shown.split("\n").slice(0, 3)).toEqual([
      "See [how](https://github.com/owner/name/blob/v1.2.3/provider/docs/how.md#part), " +
        "[an `example`](https://github.com/owner/name/blob/v1.2.3/examples/ci), [itself](#part) and [npm](https://www.npmjs.com/).",
      "",
      "![A picture](https://github.com/owner/name/raw/v1.2.3/emulator/docs/console.png)",
    ]);
  });

  it("leads to packed files, and shows the path of other files if the repository is unknown", () => {
    const shown = packedDocument(text, "README.md", packed, { version: "1.2.3" });
    expect(shown.split("\n").slice(0, 3)).toEqual([
      "See [how](docs/how.md#part), an `example` (`examples/ci`), [itself](#part) and [npm](https://www.npmjs.com/).",
      "",
      "",
    ]);
  });

  it("keeps its programs as they are", () => {
    expect(packedDocument(text, "README.md", packed, { version: "1.2.3" })).toContain(
      "\nconst array = [first](second);\n",
    );
  });
});
