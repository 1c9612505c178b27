import {
  BackendServicesClient,
  RegionBackendServicesClient,
  ServiceAttachmentsClient,
  SubnetworksClient,
} from "@google-cloud/compute";
import { expect, it } from "vitest";
import { emulatorForOfficialClient, project } from "../support/officialClient";

/*
 * A careful client changes one item of a list that somebody else keeps: it reads the object, and patches the whole list
 * under the fingerprint that it has read.
 */
const region = "us-central1";
const zonal = `projects/${project}/zones/us-central1-a`;

it("the official client adds a secondary range beside another, and removes it in a request of its own", async () => {
  const { settings, finish } = await emulatorForOfficialClient();
  const subnetworks = new SubnetworksClient(settings);
  const subnetwork = { project, region, subnetwork: "s" };
  const pods = { rangeName: "pods", ipCidrRange: "10.1.0.0/16" };
  const services = { rangeName: "services", ipCidrRange: "10.2.0.0/16" };
  const network = `projects/${project}/global/networks/default`;
  const made = { name: "s", network, ipCidrRange: "10.0.0.0/16", secondaryIpRanges: [pods] };
  await finish(await subnetworks.insert({ project, region, subnetworkResource: made }));
  const patch = async (secondaryIpRanges: object[]) => {
    const { fingerprint } = (await subnetworks.get(subnetwork))[0];
    const subnetworkResource = { fingerprint: fingerprint ?? "", secondaryIpRanges };
    return finish(await subnetworks.patch({ ...subnetwork, subnetworkResource }));
  };
  const names = async () => (await subnetworks.get(subnetwork))[0].secondaryIpRanges?.map(({ rangeName }) => rangeName);
  await expect(patch([services])).rejects.toMatchObject({
    code: 400,
    message: expect.stringContaining("Cannot add and remove secondary IP ranges in the same request") as string,
  });
  await patch([pods, services]);
  expect(await names()).toEqual(["pods", "services"]);
  await patch([pods]);
  expect(await names()).toEqual(["pods"]);
  const subnetworksSetPrivateIpGoogleAccessRequestResource = { privateIpGoogleAccess: true };
  await finish(
    await subnetworks.setPrivateIpGoogleAccess({ ...subnetwork, subnetworksSetPrivateIpGoogleAccessRequestResource }),
  );
  expect((await subnetworks.get(subnetwork))[0].privateIpGoogleAccess).toBe(true);
  const subnetworkResource = { secondaryIpRanges: [pods, services] };
  await expect(subnetworks.patch({ ...subnetwork, subnetworkResource })).rejects.toMatchObject({ code: 412 });
});

it.each(["global", region])(
  "the official client adds a backend to a service in %s, and reads what the service adds to it",
  async (place) => {
    const { settings, finish } = await emulatorForOfficialClient();
    const service = { project, region, backendService: "b" };
    const client = place === region ? new RegionBackendServicesClient(settings) : new BackendServicesClient(settings);
    const [theirs, ours] = ["theirs", "ours"].map((name) => ({ group: `${zonal}/instanceGroups/${name}` }));
    const made = { name: "b", loadBalancingScheme: "INTERNAL_MANAGED", backends: [theirs ?? {}] };
    await finish(await client.insert({ ...service, backendServiceResource: made }));
    const read = async () => (await client.get(service))[0];
    const patch = (fingerprint: string, backends: object[]) =>
      client.patch({ ...service, backendServiceResource: { fingerprint, backends } });
    const { fingerprint, backends } = await read();
    const whole = [...(backends ?? []), ours ?? {}];
    await finish(await patch(fingerprint ?? "", whole));
    await expect(patch(fingerprint ?? "", whole)).rejects.toMatchObject({ code: 412 });
    const after = await read();
    expect(after.backends).toMatchObject(
      ["theirs", "ours"].map((name) => ({
        group: expect.stringMatching(new RegExp(`^https://.*/instanceGroups/${name}$`)) as string,
        balancingMode: "UTILIZATION",
        capacityScaler: 1,
      })),
    );
    const twice = [...(after.backends ?? []), ours ?? {}];
    await expect(patch(after.fingerprint ?? "", twice)).rejects.toMatchObject({
      code: 400,
      message: expect.stringContaining("Duplicate instance groups in backend service") as string,
    });
  },
);

it("the official client accepts one consumer more and one less, and cannot accept all while there are lists", async () => {
  const { settings, finish } = await emulatorForOfficialClient();
  const attachments = new ServiceAttachmentsClient(settings);
  const attachment = { project, region, serviceAttachment: "a" };
  const consumer = (projectIdOrNum: string) => ({ projectIdOrNum, connectionLimit: 4 });
  const consumerAcceptLists = [consumer("first")];
  const made = { name: "a", connectionPreference: "ACCEPT_MANUAL", consumerAcceptLists };
  await finish(await attachments.insert({ project, region, serviceAttachmentResource: made }));
  const patch = async (settable: object) => {
    const { fingerprint } = (await attachments.get(attachment))[0];
    const serviceAttachmentResource = { fingerprint: fingerprint ?? "", ...settable };
    return finish(await attachments.patch({ ...attachment, serviceAttachmentResource }));
  };
  const accepted = async () => (await attachments.get(attachment))[0].consumerAcceptLists;
  await patch({ consumerAcceptLists: [...((await accepted()) ?? []), consumer("second")] });
  expect(await accepted()).toMatchObject([consumer("first"), consumer("second")]);
  await expect(patch({ connectionPreference: "ACCEPT_AUTOMATIC" })).rejects.toMatchObject({
    code: 400,
    message: expect.stringContaining("Incorrect combination of connection preference") as string,
  });
  await patch({ consumerAcceptLists: [consumer("second")] });
  expect(await accepted()).toMatchObject([consumer("second")]);
});
