import { describe, expect, it } from "vitest";
import { unknownValue } from "../../../provider/src/fields/unknown";
import { targetSslProxyCertificateMap as definition } from "../../../provider/src/resources/targetSslProxyCertificateMap/definition";
import { TargetSslProxyCertificateMap } from "../../../provider/src/resources/targetSslProxyCertificateMap/targetSslProxyCertificateMap";
import { describeTables } from "../../support/kindTables";
import { testConfiguration } from "../../support/offlineResource";

const proxyUrl = "https://www.googleapis.com/compute/v1/projects/my-project/global/targetSslProxies/mail";
const host = "certificatemanager.googleapis.com";
const maps = "locations/global/certificateMaps";
const map = `//${host}/projects/my-project/${maps}/m`;

const plain = { targetSslProxy: "mail", certificateMap: map };
const recorded = { project: "my-project", targetSslProxy: proxyUrl, certificateMap: map };
const tables = describeTables(definition, plain, recorded);
const { checked, compared } = tables;

describe("the certificate map of a proxy", () => {
  tables.refuses([
    [{ targetSslProxy: undefined }, "targetSslProxy", "is required", "targetSslProxies/NAME"],
    [{ certificateMap: undefined }, "certificateMap", "is required", "a link to a certificate map"],
    [{ certificateMap: "projects/p/locations/eu/certificateMaps/m" }, "certificateMap", "global"],
    [{ certificateMap: "projects/p/locations/global/certificates/m" }, "certificateMap", "something else"],
    [{ certificateMap: `${map}/certificateMapEntries/e` }, "certificateMap", "something else"],
    [{ certificateMap: `projects/p/${maps}/M` }, "certificateMap", "63 lower-case letters"],
    [{ certificateMap: `projects/P!/${maps}/m` }, "certificateMap", '"P!" is not a project'],
    [{ certificateMap: `https://example.com/v1/projects/p/${maps}/m` }, "certificateMap", `its host is not ${host}`],
    [{ certificateMap: `${map}?x=1` }, "certificateMap", "a link has no query"],
    [{ targetSslProxy: proxyUrl, project: "other" }, "project", '"my-project"', "as targetSslProxy says"],
    [{ deletionPolicy: "DELETE" }, "deletionPolicy", "RESTORE, RETAIN, PREVENT"],
    [{ certificatesMap: map }, "certificatesMap", "Did you mean certificateMap?"],
  ]);

  it.each([
    ["DELETE", undefined],
    ["ABANDON", "RETAIN"],
    ["PREVENT", "PREVENT"],
  ])("takes gcp:deletionPolicy %s for %s", (configured, policy) => {
    const { inputs } = checked({}, { ...testConfiguration, "gcp:deletionPolicy": configured });
    expect(inputs.deletionPolicy).toBe(policy);
  });

  tables.findsNoChange([
    ...[`projects/my-project/${maps}/m`, `${maps}/m`, "m", `https:${map.replace(host, `${host}/v1`)}`].map(
      (certificateMap) => ({ certificateMap }),
    ),
  ]);

  tables.findsChange([
    // The Certificate Manager takes names that Compute Engine does not take.
    ...["2026", "2026-map", "-m-", "m".repeat(63), `projects/p-2/${maps}/m`, unknownValue].map(
      (certificateMap) => [{ certificateMap }] as const,
    ),
    [{ targetSslProxy: "web" }, ["targetSslProxy"]],
    [{ targetSslProxy: unknownValue }, ["project", "targetSslProxy"]],
    [{ deletionPolicy: "RETAIN" }],
  ]);

  it("PREVENT refuses a change to another proxy, and the error names the policies of this kind", () => {
    expect(() => compared({ targetSslProxy: "web" }, { ...recorded, deletionPolicy: "PREVENT" })).toThrow(
      /TargetSslProxyCertificateMap "mail": a change of targetSslProxy.*\n.*\n.*"RESTORE" \(or "RETAIN"\)/,
    );
  });

  it("cannot be imported, and says that declaring it does the same", () => {
    expect(() => new TargetSslProxyCertificateMap("mail", plain, { import: "p/mail" })).toThrow(
      /declare it: the create takes the proxy as it is, and remembers its earlier map\.\s+To only read it/,
    );
  });
});

describe("an id of a proxy's certificate map", () => {
  const context = { project: "my-project", hosts: ["127.0.0.1:8080"] };
  const rule = /is not the id of a proxy's certificate map\. It must be projects\/PROJECT\/.*PROJECT\/PROXY, or /;
  tables.refusesIds(context, rule, ["", "Mail", "p/Mail", "projects/p/global/routes/mail", "https://example.com/mail"]);
});
