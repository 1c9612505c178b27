import {
  choiceKind,
  integerKind,
  locationKind,
  outputKind,
  projectKind,
  resourceNameKind,
  textKind,
} from "../../../provider/src/fields/scalars";
import { describeKinds } from "../../support/kindCases";

describeKinds({
  text: {
    kind: textKind(),
    accepts: ["", "a", "ü 漢字 🚀", "x".repeat(5000)],
    refuses: [
      [1, "a text", "it is 1"],
      [["a"], "a text", "it is a list"],
      [{ a: 1 }, "a text", "it is an object"],
      ["half \ud83d", "whole characters", "surrogate"],
    ],
    same: [["a", "a"]],
    different: [
      ["a", "A"],
      ["a", " a"],
    ],
    sends: [["a ", "a "]],
  },
  "resource name": {
    kind: resourceNameKind,
    accepts: ["a", "egress", "a-1", "a--b", "z".repeat(63)],
    refuses: [
      ["", "RFC 1035", "it is empty"],
      ["A", "lower-case letters", "upper-case"],
      ["1a", "beginning with a letter", 'it begins with "1"'],
      ["a-", "not ending with a hyphen", "it ends with a hyphen"],
      ["a_b", "letters, digits and hyphens", 'it has "_"'],
      ["a".repeat(64), "1 to 63 characters", "it has 64"],
      [7, "a resource name", "it is 7"],
    ],
    same: [["a", "a"]],
    different: [["a", "b"]],
    sends: [["a", "a"]],
  },
  project: {
    kind: projectKind,
    accepts: ["my-project-1", "123456789012", "example.com:my-project"],
    refuses: [
      ["", "id of a project", "such as my-project-1"],
      ["My Project", "id of a project", "My Project"],
      ["projects/my-project", "id of a project"],
      [12, "a project id", "it is 12"],
    ],
    same: [["a", "a"]],
    different: [
      ["a", "b"],
      ["1", "2"],
    ],
    sends: [["a", "a"]],
  },
  zone: {
    kind: locationKind("zone"),
    accepts: ["us-central1-a"],
    refuses: [["zone a", "name of a zone", "us-central1-a"]],
    same: [["us-east1-b", "us-east1-b"]],
    different: [["us-east1-b", "us-east1-c"]],
    sends: [["us-east1-b", "us-east1-b"]],
  },
  choice: {
    kind: choiceKind("DELETE", "ABANDON"),
    accepts: ["DELETE", "ABANDON"],
    refuses: [
      ["delete", "one of DELETE, ABANDON", 'it is "delete"'],
      [1, "one of DELETE, ABANDON"],
    ],
    same: [["DELETE", "DELETE"]],
    different: [["DELETE", "ABANDON"]],
    sends: [["DELETE", "DELETE"]],
  },
  "whole number": {
    kind: integerKind(0, 65_535),
    accepts: [0, 1000, 65_535],
    refuses: [
      [-1, "0 to 65535", "it is -1"],
      [65_536, "0 to 65535", "it is 65536"],
      [1.5, "whole number", "it is 1.5"],
      [Number.NaN, "whole number", "NaN"],
      ["1000", "whole number", 'it is "1000"'],
    ],
    same: [[5, 5]],
    different: [[5, 6]],
    sends: [[5, 5]],
  },
  output: { kind: outputKind, accepts: [1, "a", {}], refuses: [], same: [[1, 1]], different: [[1, 2]], sends: [] },
});
