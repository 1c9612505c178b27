import { describe, expect, it } from "vitest";
import { compileFilter } from "../../../emulator/src/world/listing/filter";
import type { Fields } from "../../../emulator/src/basics/schema";

const fields: Fields = {
  name: { type: "string" },
  description: { type: "string" },
  id: { type: "int64" },
  creationTimestamp: { type: "string", format: "timestamp" },
  network: { type: "string" },
  priority: { type: "integer" },
  enabled: { type: "boolean" },
  tags: { type: "list", items: { type: "string" } },
  labels: { type: "map", values: { type: "string" } },
  status: { type: "object", fields: { isStable: { type: "boolean" }, phase: { type: "string" } } },
  versions: { type: "list", items: { type: "object", fields: { name: { type: "string" } } } },
};

const resource = {
  name: "web-1",
  description: 'says "hello" (twice)',
  id: "9007199254740993",
  creationTimestamp: "2026-05-01T02:00:00.000-07:00",
  network: "https://www.googleapis.com/compute/v1/projects/p/global/networks/default",
  priority: 900,
  enabled: true,
  tags: ["web", "blue"],
  labels: { env: "prod", "my key": "v", empty: "" },
  status: { phase: "up" },
  versions: [{ name: "v1" }, { name: "v2" }],
};

const accepts = (filter: string) => compileFilter(filter, fields)(resource);

/** The filters that the resource fits. */
const fitting = [
  ...["name = web-1", "name=web-1", 'name = "web-1"', "name = 'web-1'", "name != web-2", "name > web-0", "name:eb"],
  ...['description = "says \\"hello\\" (twice)"', "description:*", "network = " + resource.network],
  ...["priority = 900", "priority < 1000", "priority <= 900", "priority >= 900.0", "enabled = true"],
  // Numbers beyond 2^53 are compared exactly.
  ...["id = 9007199254740993", "id > 9007199254740992"],
  // Times are compared as instants, whatever their offset.
  ...["creationTimestamp = 2026-05-01T09:00:00Z", 'creationTimestamp > "2026-05-01T08:59:59Z"'],
  ...["labels.env = prod", "labels.env:*", 'labels."my key" = v', "labels:env"],
  ...["tags:web", "tags = blue", "tags != red", "tags:*", "status.phase = up", "versions.name = v2"],
  // An absent member of an object counts as empty.
  ...["status.isStable = false", "status.isStable != true", "labels.owner != me", 'labels.owner = ""'],
];

const other = [
  ...["name = web", "name != web-1", "name:db", "priority > 900", "priority != 900", "enabled != true"],
  ...["enabled = false", "id = 9007199254740992", "creationTimestamp < 2026-05-01T02:00:01Z", "labels.owner:*"],
  ...["labels.empty:*", 'labels."my \\"key\\"" = v', "labels:owner", "tags:we", "tags != blue", "labels.owner > a"],
];

describe("a filter of comparisons", () => {
  it.each([...fitting.map((filter) => [filter, true] as const), ...other.map((filter) => [filter, false] as const)])(
    "evaluates %s to %s",
    (filter, expected) => {
      expect(accepts(filter)).toBe(expected);
    },
  );

  it.each([
    ...["name", "name =", "= web", "name == web", "name ~ web", "name = web extra", "(name = web", "name = web)", "()"],
    ...["name = a AND", "AND name = a", "name = a AND OR name = b", "NOT name = a", "name = a and name = b"],
    ...['name = "a', "nme = a", "status.nme = a", "name.first = a", "status = up", "labels = env", "priority = high"],
    ...["priority = 0x10", "priority < Infinity", "enabled = yes", "id = 1.5", "creationTimestamp > yesterday"],
  ])("refuses %s", (filter) => {
    expect(() => accepts(filter)).toThrow(expect.objectContaining({ status: 400, reason: "invalid" }));
  });
});

describe("a '*' in a whole value", () => {
  it.each([
    ['name = "web-*"', 'name eq "web-.*"', true],
    ["name != *-1", 'name ne ".*-1"', false],
    ["(name=*) (priority = 900)", 'name eq ".*"', true],
    ["labels.env = p*d", 'labels.env eq "p.*d"', true],
    [`description = 'says "hello" (*)'`, String.raw`description eq "says \"hello\" \(.*\)"`, true],
    ["network = https://www.googleapis.com/*", String.raw`network eq "https://www\.googleapis\.com/.*"`, true],
  ])("is refused in %s, which names an expression that works", (filter, expression, expected) => {
    expect(() => accepts(filter)).toThrow(expect.objectContaining({ status: 400, reason: "invalid" }));
    expect(() => accepts(filter)).toThrow(`expression: ${expression}`);
    expect(accepts(expression)).toBe(expected);
  });
});

describe("a filter of regular expressions", () => {
  it.each([
    ["name eq", "field eq literal"],
    ["name eq web(?=-1)", "RE2"],
    ["name eq (a)\\1", "RE2"],
    ["nme eq a", "nme"],
    ['name eq "a', "quote"],
    ['name eq "a" b"', "quote"],
    ["(name eq a) (priority eq 1)", "several fields"],
    ["(name eq a) (priority = 1)", "mixed"],
    ["(name eq a) priority = 1", "parenthesised"],
    ["(name eq a) OR (name eq b)", "parenthesised"],
    ["name eq a name eq b", "mixed"],
    ["name = a AND name eq b", "mixed"],
    ["(name eq a", "balanced"],
    ["(name eq a))", "balanced"],
  ])("refuses %s", (filter, names) => {
    expect(() => accepts(filter)).toThrow(expect.objectContaining({ status: 400, reason: "invalid" }));
    expect(() => accepts(filter)).toThrow(names);
  });
});
