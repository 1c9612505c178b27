/** `npm run check:prose`: the words of every document, and whether each link between them leads to a file and a heading. */
import remarkGfm from "remark-gfm";
import remarkRetext from "remark-retext";
import remarkValidateLinks from "remark-validate-links";
import retextAssuming from "retext-assuming";
import retextEnglish from "retext-english";
import retextEquality from "retext-equality";
import retextIndefiniteArticle from "retext-indefinite-article";
import retextRepeatedWords from "retext-repeated-words";
import retextSimplify from "retext-simplify";
import { unified } from "unified";

/** Terms of the field, and short words that are often the plainest way. */
const terms = [
  "address",
  "attempt",
  "combined",
  "component",
  "delete",
  "effect",
  "evaluate",
  "function",
  "has no effect",
  "immediately",
  "interface",
  "it is",
  "option",
  "parameters",
  "previous",
  "request",
  "there are",
  "there is",
  "type",
];

const words = unified()
  .use(retextEnglish)
  .use(retextAssuming)
  .use(retextEquality, { ignore: ["host", "invalid", "special"] })
  .use(retextIndefiniteArticle)
  .use(retextRepeatedWords)
  .use(retextSimplify, { ignore: terms });

const remark = {
  plugins: [remarkGfm, [remarkValidateLinks, { repository: false }], [remarkRetext, words]],
};
export default remark;
