import * as pulumi from "@pulumi/pulumi";
import { declared, isResourceKind, toRead, type Declaration } from "../../../provider/src/program/declaredResource";
import type { DeletionPolicy } from "../../../provider/src/types/common";

const declaration: Declaration = {
  kind: "Address",
  idForm: "projects/PROJECT/regions/REGION/addresses/NAME",
};

/**
 * A reserved address of a region. A change of any argument replaces it.
 *
 * Id: `projects/PROJECT/regions/REGION/addresses/NAME`.
 *
 * Default deadline of each step: 20 minutes (custom timeouts set another).
 *
 * Permissions: `compute.addresses.create`, `compute.addresses.get`, `compute.addresses.delete`,
 * `compute.regionOperations.get`; `compute.subnetworks.use` on `subnetwork`. Scope: `compute` or `cloud-platform`.
 *
 * @example An address of a load balancer
 * ```ts
 * import * as gce from "pulumi-gce";
 *
 * const entry = new gce.Address("entry", { region: "us-central1" });
 * export const entryAddress = entry.address;
 * ```
 */
export class Address extends pulumi.CustomResource {
  /** Physical name of the address. */
  declare readonly name: pulumi.Output<string>;
  /** Project of the address. */
  declare readonly project: pulumi.Output<string>;
  /** Region of the address. */
  declare readonly region: pulumi.Output<string>;
  /** Description of the address. */
  declare readonly description: pulumi.Output<string | undefined>;
  /** The address itself. */
  declare readonly address: pulumi.Output<string>;
  /** The side of the address: external or internal. */
  declare readonly addressType: pulumi.Output<string | undefined>;
  /** URL of the subnet of an internal address. */
  declare readonly subnetwork: pulumi.Output<string | undefined>;
  /** Always `compute#address`. */
  declare readonly kind: pulumi.Output<string>;
  /** The service's own number for the address (the API's `id`), as a string, because it does not fit a number. */
  declare readonly numericId: pulumi.Output<string>;
  /** When the service created the address, in RFC 3339. */
  declare readonly creationTimestamp: pulumi.Output<string>;
  /** URL of the address. */
  declare readonly selfLink: pulumi.Output<string>;
  /** Labels of the address. */
  declare readonly labels: pulumi.Output<Record<string, string> | undefined>;
  /** Version of the labels. */
  declare readonly labelFingerprint: pulumi.Output<string | undefined>;
  /** `IN_USE`, `RESERVED` or `RESERVING`. */
  declare readonly status: pulumi.Output<string>;
  /** URLs of what uses the address. */
  declare readonly users: pulumi.Output<string[] | undefined>;

  /**
   * @param name of the resource in the program
   * @param args the address
   * @param options of the resource
   */
  constructor(name: string, args: AddressArgs, options?: pulumi.CustomResourceOptions) {
    super(...declared(declaration, name, args, options));
  }

  /**
   * Reads an existing address, and manages nothing of it.
   *
   * @param name of the resource in the program
   * @param id the form of the ids of addresses, or a link
   * @param options of the resource
   */
  static get(name: string, id: pulumi.Input<pulumi.ID>, options?: pulumi.CustomResourceOptions): Address {
    return read(name, id, options);
  }

  /** True if an object is an address, also one of another copy of this package. */
  static override isInstance(object: unknown): object is Address {
    return isResourceKind("Address", object);
  }
}

/** Not in the class: bundlers rename a class that names itself. */
const read = (...[name, id, options]: Parameters<typeof Address.get>) => new Address(name, {}, toRead(id, options));

/** The arguments of an address. */
export interface AddressArgs {
  /** Name of the address. Default: the name of the resource, with a random end. */
  name?: pulumi.Input<string | undefined>;
  /** Project of the address. Default: `gcp:project`. */
  project?: pulumi.Input<string | undefined>;
  /** Region of the address. Default: `gcp:region`. */
  region?: pulumi.Input<string | undefined>;
  /** Description of the address. */
  description?: pulumi.Input<string | undefined>;
  /** The address to reserve. Default: one that the service chooses. */
  address?: pulumi.Input<string | undefined>;
  /** The side of the address: external or internal. */
  addressType?: pulumi.Input<"EXTERNAL" | "INTERNAL" | undefined>;
  /** URL of the subnet of an internal address. */
  subnetwork?: pulumi.Input<string | undefined>;
  /** The effect of a delete: `DELETE`, `ABANDON` or `PREVENT`. Default: `gcp:deletionPolicy`, or `DELETE`. */
  deletionPolicy?: pulumi.Input<DeletionPolicy | undefined>;
  /** Adopts an address of this name, if there is one. Default: `false`. */
  adoptExisting?: pulumi.Input<boolean | undefined>;
}
