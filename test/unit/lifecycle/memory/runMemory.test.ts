import { describe, expect, it } from "vitest";
import { RunMemory } from "../../../../provider/src/lifecycle/memory/runMemory";
import type { Part } from "../../../../provider/src/lifecycle/memory/claim";

const route = "projects/p/global/routes/r";
const whole: Part[] = [[route]];
const [old, successor] = ["urn:pulumi:dev::p::t::old", "urn:pulumi:dev::p::t::new"];

/** The memory of a run in which check was asked about the successor. */
function declared(): RunMemory {
  const run = new RunMemory();
  run.declare({ urn: successor, name: "new" }, route, whole);
  return run;
}

describe("what the delete of one resource leaves to another", () => {
  it("is what the program declares there, whether that was made already or not", () => {
    expect(declared().claimantOf(old, [route])).toBe(successor);
  });

  it("is nothing if the program declares another object, or declared one before a rename", () => {
    const run = declared();
    expect(run.claimantOf(old, ["projects/p/global/routes/other"])).toBeUndefined();
    run.declare({ urn: successor, name: "new" }, "projects/p/global/routes/r-2", [["projects/p/global/routes/r-2"]]);
    expect(run.claimantOf(old, [route])).toBeUndefined();
    expect(run.isChecked(route)).toBe(true);
  });

  it("is its own successor once that is made, or needs nothing, and not before", () => {
    const made = declared();
    expect(made.claimantOf(successor, [route])).toBeUndefined();
    made.hold(successor, route, whole);
    expect(made.claimantOf(successor, [route])).toBe(successor);
    const unchanged = declared();
    unchanged.keep(successor, route, whole, true);
    expect(unchanged.claimantOf(successor, [route])).toBe(successor);
  });

  it("is every object that stays, if the request has no URN", () => {
    const run = declared();
    expect(run.claimantOf("", [route])).toBeUndefined();
    run.keep(successor, route, whole, true);
    expect(run.claimantOf("", [route])).toBe(successor);
  });

  it("is nothing that was only compared with the state", () => {
    const run = new RunMemory();
    run.keep(successor, route, whole, true);
    expect(run.claimantOf(old, [route])).toBeUndefined();
    expect(run.isChecked(route)).toBe(false);
  });

  it("ignores claims without a URN until the URN is known", () => {
    const run = new RunMemory();
    run.declare({ urn: "", name: "new" }, route, whole);
    expect(run.claimantOf(old, [route])).toBeUndefined();
    run.keep(old, route, whole, true);
    expect(run.claimantOf(old, [route])).toBeUndefined();
    run.keep(successor, route, whole, true);
    expect(run.claimantOf(old, [route])).toBe(successor);
  });

  it("keeps an object apart from its parts", () => {
    const run = new RunMemory();
    run.declare({ urn: successor }, `${route}/alice`, [[route, "alice"]]);
    expect(run.claimantOf(old, [route, "alice"])).toBe(successor);
    expect(run.claimantOf(old, [route, "bob"])).toBeUndefined();
    expect(run.claimantOf(old, [route])).toBeUndefined();
  });
});

describe("what a change of one resource leaves to another", () => {
  const part: Part = ["group", "updatePolicy", "type"];

  it("is what that one holds, not what it only declares", () => {
    const run = new RunMemory();
    run.declare({ urn: successor }, "group", [part]);
    expect(run.isHeldBeside(old, part)).toBe(false);
    run.keep(successor, "group", [part], false);
    expect(run.isHeldBeside(old, part)).toBe(true);
    expect(run.isHeldBeside(old, ["group", "updatePolicy"])).toBe(true);
    expect(run.isHeldBeside(successor, part)).toBe(false);
  });
});

describe("resources of one object", () => {
  const parts: Part[] = [["group", "description"]];
  const [web, api] = ["urn:pulumi:dev::p::app:Web::shop", "urn:pulumi:dev::p::app:Api::shop"];

  it("differ by their URN, or by name and parent if one of them has no URN", () => {
    const run = new RunMemory();
    const first = { urn: "", name: "settings", parent: web };
    const second = { urn: "urn:pulumi:dev::p::app:Api$t::settings", name: "settings", parent: api };
    run.declare(first, "group", parts);
    run.declare(second, "group", parts);
    expect(run.declaredBeside(second, "group")).toMatchObject([first]);
    const known = { ...first, urn: "urn:pulumi:dev::p::app:Web$t::settings" };
    run.declare(known, "group", parts);
    expect(run.declaredBeside(known, "group")).toMatchObject([second]);
  });
});
