import { it } from "vitest";
import { expectSameLife } from "./engineModel/compare";
import { quietLife } from "./engineModel/lives";

it("the model of Pulumi's engine calls and records what the real one does, in a life in which all goes well", (context) =>
  expectSameLife(quietLife(), context));
