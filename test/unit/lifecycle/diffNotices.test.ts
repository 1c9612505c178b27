import { describe, expect, it } from "vitest";
import { check } from "../../../provider/src/lifecycle/check";
import { diff } from "../../../provider/src/lifecycle/diff";
import { ResourceFailure } from "../../../provider/src/lifecycle/failure";
import { unknownValue } from "../../../provider/src/fields/unknown";
import type { Values } from "../../../provider/src/fields/values";
import { route } from "../../../provider/src/resources/route/definition";
import { offlineResource, testConfiguration } from "../../support/offlineResource";
import { recorded, program, difference } from "../../support/recordedRoute";

describe("deletionPolicy PREVENT", () => {
  const prevented = { ...recorded, deletionPolicy: "PREVENT" };
  const news = { ...program, deletionPolicy: "PREVENT" };

  it("refuses a replacement and says what to do, without a stack", () => {
    const replace = () => difference({ ...news, destRange: "10.0.0.0/8", priority: 5 }, prevented);
    expect(replace).toThrow(ResourceFailure);
    expect(replace).toThrow(
      [
        'gce:Route "egress": a change of destRange, priority needs a replacement, and deletionPolicy is PREVENT.',
        'destRange is "2001:db8::/32" at the service and "10.0.0.0/8" in the program',
        "priority is 1000 at the service and 5 in the program",
        'Keep the current values, set deletionPolicy to "DELETE" (or "ABANDON"), run `pulumi up`, and then make the change.',
      ].join("\n  "),
    );
    try {
      replace();
    } catch (error) {
      expect((error as Error).stack).not.toMatch(/\n\s+at /);
    }
  });

  it("lets a refresh, which changes nothing, show what has drifted", () => {
    const resource = offlineResource(route);
    const { inputs } = check(offlineResource(route), {}, news);
    expect(diff(resource, { ...prevented, priority: 5 }, inputs).replaces).toEqual(["priority"]);
    expect(resource.log.messages).toEqual([]);
  });

  it("does not refuse a change of an unknown value", () => {
    expect(difference({ ...news, network: unknownValue }, prevented).replaces).toEqual(["network"]);
    expect(difference({ ...news, project: unknownValue }, prevented).replaces).toEqual(["project", "network"]);
    expect(() => difference({ ...news, network: unknownValue, priority: 5 }, prevented)).toThrow(
      "a change of priority",
    );
  });
});

describe("the notices of a replacement", () => {
  const told = (news: Values, outputs: Values = recorded, configuration = testConfiguration) => {
    const resource = offlineResource(route, configuration);
    difference(news, outputs, resource);
    return resource.log.messages.map(({ severity, message }) => `${severity}: ${message}`);
  };

  it("say that the range has no route in the meantime if the name is fixed", () => {
    expect(told({ ...program, priority: 5 })).toEqual([
      expect.stringMatching(/^warning: gce:Route "egress": replacing it leaves 2001:db8::\/32 without this route/),
    ]);
  });

  it("are empty if nothing is replaced", () => {
    expect(told(program)).toEqual([]);
    expect(told({ ...program, deletionPolicy: "ABANDON" })).toEqual([]);
  });

  it("name the source of a project that the program does not give", () => {
    const moved = { ...testConfiguration, "gcp:project": "other-project" };
    expect(told({ ...program, network: recorded.network }, recorded, moved)).toEqual([
      'warning: gce:Route "egress": its project changes from my-project to other-project, the default that gcp:project or the environment gives',
    ]);
  });

  it("say that an abandoned route keeps its name", () => {
    expect(told({ ...program, priority: 5 }, { ...recorded, deletionPolicy: "ABANDON" })[0]).toContain(
      "deletionPolicy ABANDON leaves the old object in place, so a new one of the same name cannot be made",
    );
  });
});
