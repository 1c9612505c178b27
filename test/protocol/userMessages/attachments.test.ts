import { global, network, policies, proxies, proxy, root } from "../others";
import { answers, has, itSays } from "./rows";

const attached = (to: string, name: string, target = network) =>
  has(`${global}/firewallPolicies/${to}`, { associations: [{ name, attachmentTarget: target }] });

const guard = { name: "guard", attachmentTarget: "default", firewallPolicy: "a" };
const networks = { ...policies, [`${global}/networks/other`]: {} };

const mapped = { targetSslProxy: "mail", certificateMap: "m" };

itSays({
  NetworkFirewallPolicyAssociation: {
    others: networks,
    args: guard,
    rows: [
      {
        what: "a network that has another name there",
        change: attached("a", "old"),
        says: [
          'the network is already attached to this policy, under the name "old"',
          "If the state has this object under another name, type or provider, set the option aliases. To take the association over, set that name and adoptExisting: true.",
        ],
      },
      {
        what: "a name of another network",
        change: attached("a", "guard", `${root}${global}/networks/other`),
        says: [
          'the policy a already has an association of the name "guard", with the network other',
          "Choose another name, or leave it out.",
        ],
      },
      {
        what: "a policy that is busy",
        ends: "create",
        change: answers(400, "resourceNotReady", "The resource is not ready", { method: "POST" }),
        says: [
          "HTTP 400 resourceNotReady",
          "Nothing was created.",
          "Another change of that resource is running.",
          "raise `customTimeouts`",
        ],
      },
      {
        what: "a network that another policy has taken over",
        next: { name: "other" },
        change: attached("theirs", "t"),
        says: [
          `the network is held by another firewall policy\n  its policy is ${global}/firewallPolicies/theirs`,
          "Set replaceExistingAssociation: true to take the network from that policy",
        ],
      },
      {
        what: "an association that somebody has made again under another name",
        ends: "update",
        next: { name: "other" },
        change: attached("a", "theirs"),
        says: [
          `it is the association "theirs" of ${global}/firewallPolicies/a`,
          "Set replaceExistingAssociation: true to replace that association, in one step",
        ],
      },
      {
        what: "a policy that may not be read",
        next: "read",
        change: answers(403, "forbidden", "no", { path: "getAssociation$" }),
        says: ["The recorded state is unchanged. The caller needs compute.firewallPolicies.get."],
      },
    ],
  },
  TargetSslProxyCertificateMap: {
    others: proxies,
    args: mapped,
    rows: [
      {
        what: "a proxy without certificates, from which the map cannot go",
        others: { [proxy]: {} },
        next: "delete",
        says: [
          "delete failed: the certificate map cannot be removed, because the proxy has no SSL certificates without it",
          'Give the proxy an SSL certificate first, or keep the map: set deletionPolicy to "RETAIN"',
          "It stays recorded",
        ],
      },
      {
        what: "a proxy that needs its map, in other words of the service",
        others: { [proxy]: {} },
        next: "delete",
        change: answers(412, "conditionNotMet", "Certificate Map or at least 1 SSL certificate must be specified", {
          method: "POST",
        }),
        says: [
          "delete failed: the certificate map cannot be removed, because the proxy has no SSL certificates without it",
          "HTTP 412 conditionNotMet: Certificate Map or at least 1 SSL certificate must be specified",
          /It stays recorded\. Give the proxy an SSL certificate first/,
        ],
      },
      {
        what: "a proxy that needs its map, at the end of the operation",
        others: { [proxy]: { sslCertificates: [`${global}/sslCertificates/unused`] } },
        next: "delete",
        change: (emulator) => {
          const message = "Certificate Map or at least 1 SSL certificate must be specified";
          emulator.fault({ fault: { kind: "operationError", errors: [{ code: "CONDITION_NOT_MET", message }] } });
        },
        says: ["because the proxy has no SSL certificates without it", /It stays recorded\. Give the proxy an SSL/],
      },
      {
        what: "a map that the organization wants on every proxy",
        others: { [proxy]: {} },
        next: "delete",
        change: answers(412, "conditionNotMet", "Constraint customConstraints/custom.maps violated for projects/p", {
          method: "POST",
        }),
        says: [/It stays recorded\. The constraint custom\.maps of the organization forbids the request/],
      },
    ],
  },
});
