import * as pulumi from "@pulumi/pulumi";
import { declared, isResourceKind, toRead, type Declaration } from "../../../provider/src/program/declaredResource";
import { listOutputs } from "../../../provider/src/lifecycle/schema/field";
import type { DeletionPolicy } from "../../../provider/src/types/common";
import { address } from "./definition";

const declaration: Declaration = {
  kind: "Address",
  idForm: "projects/PROJECT/regions/REGION/addresses/NAME",
  outputs: listOutputs(address.fields).map(([name]) => name),
};

/** A reserved address of a region. A change of any argument replaces it. */
export class Address extends pulumi.CustomResource {
  declare readonly name: pulumi.Output<string>;
  declare readonly project: pulumi.Output<string>;
  declare readonly region: pulumi.Output<string>;
  declare readonly description: pulumi.Output<string | undefined>;
  declare readonly address: pulumi.Output<string>;
  declare readonly addressType: pulumi.Output<string | undefined>;
  declare readonly networkTier: pulumi.Output<string | undefined>;
  declare readonly ipVersion: pulumi.Output<string | undefined>;
  declare readonly ipv6EndpointType: pulumi.Output<string | undefined>;
  declare readonly purpose: pulumi.Output<string | undefined>;
  declare readonly prefixLength: pulumi.Output<number | undefined>;
  declare readonly network: pulumi.Output<string | undefined>;
  declare readonly subnetwork: pulumi.Output<string | undefined>;
  declare readonly ipCollection: pulumi.Output<string | undefined>;
  declare readonly kind: pulumi.Output<string>;
  declare readonly numericId: pulumi.Output<string>;
  declare readonly creationTimestamp: pulumi.Output<string>;
  declare readonly selfLink: pulumi.Output<string>;
  declare readonly labels: pulumi.Output<Record<string, string> | undefined>;
  declare readonly labelFingerprint: pulumi.Output<string | undefined>;
  declare readonly status: pulumi.Output<string>;
  declare readonly users: pulumi.Output<string[] | undefined>;

  constructor(name: string, args: AddressArgs, options?: pulumi.CustomResourceOptions) {
    super(...declared(declaration, name, args, options));
  }

  static get(name: string, id: pulumi.Input<pulumi.ID>, options?: pulumi.CustomResourceOptions): Address {
    return read(name, id, options);
  }

  static override isInstance(object: unknown): object is Address {
    return isResourceKind("Address", object);
  }
}

/** Not in the class: bundlers rename a class that names itself. */
const read = (...[name, id, options]: Parameters<typeof Address.get>) => new Address(name, {}, toRead(id, options));

/** The arguments of an address. */
export interface AddressArgs {
  name?: pulumi.Input<string | undefined>;
  project?: pulumi.Input<string | undefined>;
  region?: pulumi.Input<string | undefined>;
  description?: pulumi.Input<string | undefined>;
  address?: pulumi.Input<string | undefined>;
  addressType?: pulumi.Input<"EXTERNAL" | "INTERNAL" | undefined>;
  networkTier?: pulumi.Input<"PREMIUM" | "STANDARD" | undefined>;
  ipVersion?: pulumi.Input<"IPV4" | "IPV6" | undefined>;
  ipv6EndpointType?: pulumi.Input<"NETLB" | "VM" | undefined>;
  purpose?: pulumi.Input<string | undefined>;
  prefixLength?: pulumi.Input<number | undefined>;
  network?: pulumi.Input<string | undefined>;
  subnetwork?: pulumi.Input<string | undefined>;
  ipCollection?: pulumi.Input<string | undefined>;
  deletionPolicy?: pulumi.Input<DeletionPolicy | undefined>;
  adoptExisting?: pulumi.Input<boolean | undefined>;
}
