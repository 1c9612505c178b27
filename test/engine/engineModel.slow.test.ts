import { describe, it } from "vitest";
import { expectSameLife } from "./engineModel/compare";
import { failingLife, killedLife, namedLife, quietLife, targetedLife } from "./engineModel/lives";

describe("the model of Pulumi's engine calls and records what the real one does", () => {
  it.for([
    ["all goes well", quietLife],
    ["calls fail", failingLife],
    ["processes are killed", killedLife],
    ["names and components are as people write them", namedLife],
    ["runs are of some resources", targetedLife],
  ] as const)("when %s", ([, life], context) => expectSameLife(life(), context));
});
