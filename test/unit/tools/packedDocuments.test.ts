import { expect, it } from "vitest";
import { packedDocument } from "../../../tools/package/pack";

const program = "\n```ts\nconst array = [first](second);\n```\n";
const text = `See [how](provider/docs/usage.md#part), [an \`example\`](examples/ci), [itself](#part) and [npm](https://www.npmjs.com/).
![A picture](emulator/docs/console.png)${program}`;
const manifest = { version: "1.2.3", files: ["docs"] };

it("leads from a packed document to the repository at the tag of the version", () => {
  const repository = { url: "git+https://github.com/owner/name.git" };
  const home = "https://github.com/owner/name";
  expect(packedDocument(text, "provider", { ...manifest, repository })).toBe(
    `See [how](${home}/blob/v1.2.3/provider/docs/usage.md#part), [an \`example\`](${home}/blob/v1.2.3/examples/ci), [itself](#part) and [npm](https://www.npmjs.com/).
![A picture](${home}/raw/v1.2.3/emulator/docs/console.png)${program}`,
  );
});

it("leads to packed files, and shows the path of other files, if the repository is unknown", () => {
  expect(packedDocument(text, "provider", manifest)).toBe(
    `See [how](docs/usage.md#part), an \`example\` (\`examples/ci\`), [itself](#part) and [npm](https://www.npmjs.com/).
${program}`,
  );
});
