import * as pulumi from "@pulumi/pulumi";
import { declared, isResourceKind, toRead, type Declaration } from "../../program/declaredResource";
import { withoutStackCapture } from "../../program/withoutStackCapture";
import type { RestorePolicy } from "../../types/common";

const declaration: Declaration = {
  kind: "TargetSslProxyCertificateMap",
  deletesFirst: true,
  idForm: "projects/PROJECT/global/targetSslProxies/PROXY/certificateMap",
  importAdvice:
    "To manage the certificate map of an existing proxy, declare it: the create takes the proxy as it is, and remembers its earlier map.",
};

/**
 * The certificate map of a target SSL proxy that already exists. The resource sets the map without owning the proxy.
 *
 * It changes no other field of the proxy. The service ignores the `sslCertificates` of the proxy while the proxy has a
 * map.
 *
 * The resource records the map that the proxy had before the first change. It **restores this map on delete**
 * (`deletionPolicy`), if the proxy still has the map that this resource set. If somebody else has set another map
 * since, the resource leaves it alone and shows a warning. The service requires a map on a proxy without SSL
 * certificates: it refuses a delete that would clear the map. If a run is killed before Pulumi writes its state for the
 * first time, nobody knows the earlier map. The next run finds its request in the operations, shows a warning, and a
 * delete leaves the map alone.
 *
 * If the program replaces the map under its own name, Pulumi first deletes this resource, then the map, and makes both again.
 * Until then, the proxy has the earlier map or its certificates. Give `certificateMap` as an output of the map for this. A new
 * map of another name replaces the old one in one step.
 *
 * Declare one such resource for each proxy: the preview refuses a second one. If somebody removes or changes the map outside of Pulumi, that shows as a
 * change of `certificateMap`. If the proxy is gone, the resource is gone.
 *
 * Id: `projects/PROJECT/global/targetSslProxies/PROXY/certificateMap`.
 *
 * Default deadline of each step: 20 minutes (custom timeouts set another).
 *
 * Permissions: `compute.targetSslProxies.get`, `compute.targetSslProxies.setCertificateMap`,
 * `certificatemanager.certmaps.use` on the map, `compute.globalOperations.get`, `compute.globalOperations.list`. Scope:
 * `compute` or `cloud-platform`.
 *
 * Source: specification, endpoint 10; targetSslProxies.get of the public v1 reference.
 *
 * @example A certificate map for a proxy
 * ```ts
 * import * as gce from "pulumi-gce";
 *
 * const certificates = new gce.TargetSslProxyCertificateMap("certificates", {
 *   targetSslProxy: "mail-proxy",
 *   certificateMap: "projects/my-project/locations/global/certificateMaps/mail",
 * });
 * export const map = certificates.certificateMap;
 * ```
 *
 * @example With a map of another stack
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import * as gce from "pulumi-gce";
 *
 * const certificates = new pulumi.StackReference("acme/certificates/prod");
 * const served = new gce.TargetSslProxyCertificateMap("served", {
 *   targetSslProxy: "mail-proxy",
 *   certificateMap: certificates.requireOutput("certificateMapId"),
 *   deletionPolicy: "RETAIN",
 * });
 * export const map = served.certificateMap;
 * ```
 *
 * @example In another project
 * ```ts
 * import * as gce from "pulumi-gce";
 *
 * const served = new gce.TargetSslProxyCertificateMap("served", {
 *   targetSslProxy: "projects/mail-project/global/targetSslProxies/mail-proxy",
 *   certificateMap: "projects/mail-project/locations/global/certificateMaps/mail",
 * });
 * export const project = served.project;
 * ```
 */
export class TargetSslProxyCertificateMap extends pulumi.CustomResource {
  /** Project of the proxy. */
  declare readonly project: pulumi.Output<string>;
  /** URL of the proxy. */
  declare readonly targetSslProxy: pulumi.Output<string>;
  /**
   * The map that the proxy has, as `//certificatemanager.googleapis.com/projects/…/certificateMaps/NAME`; absent if
   * somebody else has removed it.
   */
  declare readonly certificateMap: pulumi.Output<string | undefined>;
  /** The service's own number for the proxy (the API's `id`), as a string, because it does not fit a number. */
  declare readonly numericId: pulumi.Output<string>;
  /**
   * The map that the proxy had before this resource changed it. It is an empty text if the proxy had none, and absent if
   * it is not known, as after a mere read by the id. The resource itself needs it, to restore the map at a destroy. A secret.
   */
  declare readonly previousCertificateMap: pulumi.Output<string | undefined>;

  /**
   * @param name logical name
   * @param args the proxy and its map
   * @param options Pulumi's options. `import`, `version` and `pluginDownloadURL` cannot work and are refused.
   */
  constructor(name: string, args: TargetSslProxyCertificateMapArgs, options?: pulumi.CustomResourceOptions) {
    const stacks = withoutStackCapture();
    try {
      super(...declared(declaration, name, args, options));
      stacks.restore();
    } catch (error) {
      throw stacks.traced(error);
    }
  }

  /**
   * Reads the certificate map of a proxy without managing it.
   *
   * @param name logical name in this program
   * @param id `projects/PROJECT/global/targetSslProxies/PROXY/certificateMap`, `PROJECT/PROXY`, the proxy's name alone
   * (project from configuration), or the proxy's URL
   *
   * @example Read it by its id
   * ```ts
   * import * as gce from "pulumi-gce";
   *
   * const existing = gce.TargetSslProxyCertificateMap.get("existing", "my-project/mail-proxy");
   * export const map = existing.certificateMap;
   * ```
   */
  static get(
    name: string,
    id: pulumi.Input<pulumi.ID>,
    options?: pulumi.CustomResourceOptions,
  ): TargetSslProxyCertificateMap {
    return read(name, id, options);
  }

  /** True if an object is a `TargetSslProxyCertificateMap`, also one of another copy of this package. */
  static override isInstance(object: unknown): object is TargetSslProxyCertificateMap {
    return isResourceKind(declaration.kind, object);
  }
}

/** Not in the class: bundlers rename a class that names itself. */
const read = (...[name, id, options]: Parameters<typeof TargetSslProxyCertificateMap.get>) =>
  new TargetSslProxyCertificateMap(name, {} as TargetSslProxyCertificateMapArgs, toRead(id, options));

/** The proxy and its certificate map. */
export interface TargetSslProxyCertificateMapArgs {
  /**
   * Project of the proxy. Default: the project that `targetSslProxy` names, or else `gcp:project`. A change replaces.
   */
  project?: pulumi.Input<string | undefined>;
  /**
   * The proxy: its name (1 to 63 characters, RFC 1035), path, URL, or the `id` or `selfLink` of another resource. A
   * change replaces the resource: the old proxy gets its previous map back.
   */
  targetSslProxy: pulumi.Input<string>;
  /**
   * The certificate map, of the location `global`. You can give
   * `//certificatemanager.googleapis.com/projects/P/locations/global/certificateMaps/M`, or the part from `projects/`
   * on, which is the `id` of a certificate map of Pulumi's Google Cloud provider. You can also give the https URL, or a bare
   * name, which the package completes with the project. All are the same map. Updated in place.
   */
  certificateMap: pulumi.Input<string>;
  /**
   * The effect of a delete on the proxy: `RESTORE` restores the earlier map, or removes the map if there was none.
   * `RETAIN` keeps the map. `PREVENT` makes the delete an error. Default: `gcp:deletionPolicy` (`ABANDON` means
   * `RETAIN`), or `RESTORE`. A change makes no call.
   */
  deletionPolicy?: pulumi.Input<RestorePolicy | undefined>;
}
