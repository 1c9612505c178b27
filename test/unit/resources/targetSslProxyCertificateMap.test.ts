import { describe, expect, it } from "vitest";
import { check } from "../../../provider/src/lifecycle/check";
import { diff } from "../../../provider/src/lifecycle/diff";
import { unknownValue } from "../../../provider/src/fields/unknown";
import type { Values } from "../../../provider/src/fields/values";
import { targetSslProxyCertificateMap as definition } from "../../../provider/src/resources/targetSslProxyCertificateMap/definition";
import { TargetSslProxyCertificateMap } from "../../../provider/src/resources/targetSslProxyCertificateMap/targetSslProxyCertificateMap";
import { offlineResource, testConfiguration } from "../../support/offlineResource";

const proxyUrl = "https://www.googleapis.com/compute/v1/projects/my-project/global/targetSslProxies/mail";
const map = "//certificatemanager.googleapis.com/projects/my-project/locations/global/certificateMaps/m";

const plain: Values = { targetSslProxy: "mail", certificateMap: map };
const but = (changes: Values): Values => ({ ...plain, ...changes });

function checked(news: Values, configuration: Readonly<Record<string, string>> = testConfiguration) {
  return check(offlineResource(definition, configuration), {}, news);
}

const maps = "locations/global/certificateMaps";

/** Arguments, the property that the error names, and what its message says. */
const refused: [what: string, news: Values, property: string, ...fragments: string[]][] = [
  ["no proxy", but({ targetSslProxy: undefined }), "targetSslProxy", "is required", "targetSslProxies/NAME"],
  ["an empty proxy", but({ targetSslProxy: "" }), "targetSslProxy", "a link to one of targetSslProxies"],
  [
    "another kind of proxy",
    but({ targetSslProxy: "global/targetHttpsProxies/mail" }),
    "targetSslProxy",
    "something else",
  ],
  ["a proxy of a region", but({ targetSslProxy: "regions/r/targetSslProxies/mail" }), "targetSslProxy", "global/"],
  ["an upper-case proxy", but({ targetSslProxy: "Mail" }), "targetSslProxy", "RFC 1035", "upper-case"],
  [
    "a proxy of 64 characters",
    but({ targetSslProxy: "a".repeat(64) }),
    "targetSslProxy",
    "it has 64 characters, against RFC 1035",
  ],
  ["a proxy by number", but({ targetSslProxy: "1234567" }), "targetSslProxy", "name, not in the numeric id"],
  [
    "a proxy of another host",
    but({ targetSslProxy: "https://example.com/p" }),
    "targetSslProxy",
    "is not the service's",
  ],
  ["a number as proxy", but({ targetSslProxy: 1 }), "targetSslProxy", "targetSslProxy cannot be 1."],
  ["no map", but({ certificateMap: undefined }), "certificateMap", "is required", "a link to a certificate map"],
  ["an empty map", but({ certificateMap: "" }), "certificateMap", "a link to a certificate map", "it is empty"],
  ["a list of maps", but({ certificateMap: [map] }), "certificateMap", "a certificate map", "a list"],
  [
    "a map of a region",
    but({ certificateMap: `projects/p/locations/eu/certificateMaps/m` }),
    "certificateMap",
    "global",
  ],
  ["a certificate", but({ certificateMap: "projects/p/locations/global/certificates/m" }), "certificateMap", "else"],
  ["an entry of a map", but({ certificateMap: `${map}/certificateMapEntries/e` }), "certificateMap", "something else"],
  ["a map without a name", but({ certificateMap: `projects/p/${maps}` }), "certificateMap", "something else"],
  ["a map with a bad name", but({ certificateMap: `projects/p/${maps}/M` }), "certificateMap", "63 lower-case letters"],
  ["a map of 64 characters", but({ certificateMap: "m".repeat(64) }), "certificateMap", "63 lower-case letters"],
  ["a map of no project", but({ certificateMap: `projects/P!/${maps}/m` }), "certificateMap", '"P!" is not a project'],
  [
    "a map of another host",
    but({ certificateMap: `https://example.com/v1/projects/p/${maps}/m` }),
    "certificateMap",
    "its host is not certificatemanager.googleapis.com",
  ],
  [
    "a map over http",
    but({ certificateMap: `http://certificatemanager.googleapis.com/v1/projects/p/${maps}/m` }),
    "certificateMap",
    "something else",
  ],
  [
    "a project that contradicts",
    but({ targetSslProxy: proxyUrl, project: "other" }),
    "project",
    '"my-project"',
    "as targetSslProxy says",
  ],
  ["a bad project", but({ project: "projects/p" }), "project", "id of a project"],
  ["a policy of other resources", but({ deletionPolicy: "DELETE" }), "deletionPolicy", "RESTORE, RETAIN, PREVENT"],
  ["adoptExisting", but({ adoptExisting: true }), "adoptExisting", "is not an argument"],
  ["an output", but({ previousCertificateMap: map }), "previousCertificateMap", "is not an argument"],
  ["the proxy's certificates", but({ sslCertificates: [] }), "sslCertificates", "is not an argument"],
  ["a misspelt argument", but({ certificatesMap: map }), "certificatesMap", "Did you mean certificateMap?"],
];

describe("the certificate map of a proxy", () => {
  it.each(refused)("is refused before any call with %s", (_what, news, property, ...fragments) => {
    const { failures } = checked(news);
    expect(failures.map((problem) => problem.property)).toEqual([property]);
    for (const fragment of fragments) expect(failures[0]?.reason).toContain(fragment);
  });

  it("takes its project from the proxy's link, otherwise from the configuration, and refuses to have none", () => {
    expect(checked(but({ targetSslProxy: "projects/p-2/global/targetSslProxies/mail" })).inputs.project).toBe("p-2");
    expect(checked(plain).inputs.project).toBe("my-project");
    expect(checked(but({ targetSslProxy: proxyUrl }), {}).failures).toEqual([]);
    expect(checked(plain, {}).failures.map(({ property }) => property)).toEqual(["project"]);
  });

  it.each(["targetSslProxy", "certificateMap", "project", "deletionPolicy"])(
    "takes a value of %s that is not known yet",
    (field) => {
      const { failures, inputs } = checked(but({ [field]: unknownValue }));
      expect(failures).toEqual([]);
      expect(inputs[field]).toBe(unknownValue);
    },
  );

  it("leaves the project open while the proxy is not known", () => {
    expect(checked(but({ targetSslProxy: unknownValue }), {})).toMatchObject({
      failures: [],
      inputs: { project: unknownValue },
    });
  });

  it.each([
    ["DELETE", undefined],
    ["ABANDON", "RETAIN"],
    ["PREVENT", "PREVENT"],
  ])("takes gcp:deletionPolicy %s for %s", (configured, policy) => {
    const { failures, inputs } = checked(plain, { ...testConfiguration, "gcp:deletionPolicy": configured });
    expect(failures).toEqual([]);
    expect(inputs.deletionPolicy).toBe(policy);
  });
});

describe("the spellings of a certificate map", () => {
  const there = { project: "my-project", targetSslProxy: proxyUrl, certificateMap: map };
  const difference = (news: Values) => {
    const resource = offlineResource(definition);
    return diff(resource, there, check(resource, {}, news).inputs);
  };

  it.each([
    map,
    `projects/my-project/${maps}/m`,
    `${maps}/m`,
    "m",
    `https://certificatemanager.googleapis.com/v1/projects/my-project/${maps}/m`,
  ])("%s is the same", (certificateMap) => {
    expect(definition.fields.certificateMap?.kind.canonical(certificateMap, { project: "my-project" })).toBe(map);
    expect(difference(but({ certificateMap }))).toEqual({ changes: false, replaces: [], deleteBeforeReplace: false });
  });

  it.each(["2026", "2026-map", "-m-", "m".repeat(63)])("%s is another, whether it is there or wanted", (name) => {
    const other = map.replace(/m$/, name);
    expect(difference(but({ certificateMap: name }))).toMatchObject({ changes: true });
    const resource = offlineResource(definition);
    const { failures, inputs } = check(resource, {}, plain);
    expect(failures).toEqual([]);
    expect(diff(resource, { ...there, certificateMap: other }, inputs)).toMatchObject({ changes: true });
  });

  it.each([
    [{ certificateMap: "other" }, []],
    [{ certificateMap: `projects/p-2/${maps}/m` }, []],
    [{ certificateMap: unknownValue }, []],
    [{ targetSslProxy: "web" }, ["targetSslProxy"]],
    [{ targetSslProxy: "projects/p-2/global/targetSslProxies/mail" }, ["project", "targetSslProxy"]],
    [{ targetSslProxy: unknownValue }, ["project", "targetSslProxy"]],
    [{ deletionPolicy: "RETAIN" }, []],
  ])("%o is a change that replaces %j", (changes, replaces) => {
    expect(difference(but(changes))).toEqual({ changes: true, replaces, deleteBeforeReplace: false });
  });

  it.each(["mail", "global/targetSslProxies/mail", "projects/my-project/global/targetSslProxies/mail", proxyUrl])(
    "and the proxy %s does not change either",
    (targetSslProxy) => {
      expect(difference(but({ targetSslProxy })).changes).toBe(false);
    },
  );

  it("PREVENT refuses a change to another proxy, and the error names the policies of this kind", () => {
    const resource = offlineResource(definition);
    const { inputs } = check(resource, {}, but({ targetSslProxy: "web" }));
    expect(() => diff(resource, { ...there, deletionPolicy: "PREVENT" }, inputs)).toThrow(
      /TargetSslProxyCertificateMap "mail": a change of targetSslProxy.*\n.*\n.*"RESTORE" \(or "RETAIN"\)/,
    );
  });
});

describe("an id of a proxy's certificate map", () => {
  const links = { project: "my-project", hosts: ["127.0.0.1:8080"] };
  const path = "projects/p/global/targetSslProxies/mail";

  it.each([
    [`${path}/certificateMap`, "p"],
    [path, "p"],
    ["p/mail", "p"],
    ["mail", "my-project"],
    [`https://www.googleapis.com/compute/v1/${path}`, "p"],
    [`https://compute.googleapis.com/compute/v1/${path}/certificateMap`, "p"],
    [`http://127.0.0.1:8080/compute/v1/${path}`, "p"],
  ])("may be %s", (id, project) => {
    const identity = definition.parseId(id, links);
    expect(identity).toEqual({ project, targetSslProxy: "mail" });
    expect(definition.path(identity)).toBe(`projects/${project}/global/targetSslProxies/mail/certificateMap`);
  });

  it.each(["", "Mail", "p/Mail", "projects/p/global/routes/mail", "https://example.com/mail", "a/b/c"])(
    "is not %j",
    (id) => {
      expect(() => definition.parseId(id, links)).toThrow(
        /is not the id of a proxy's certificate map\. It must be projects\/PROJECT\/.*PROJECT\/PROXY, or /,
      );
    },
  );
});

it("cannot be imported, and says that declaring it does the same", () => {
  const declare = () =>
    new TargetSslProxyCertificateMap("mail", { targetSslProxy: "mail", certificateMap: map }, { import: "p/mail" });
  expect(declare).toThrow(
    /declare it: the create takes the proxy as it is, and remembers its earlier map\.\s+To only read it/,
  );
});
