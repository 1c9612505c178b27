import type * as pulumi from "@pulumi/pulumi";

/** Used when a route is made, and not kept. */
export interface RouteParams {
  /** Resource manager tags to bind to the route: `tagKeys/123` to `tagValues/456`. */
  resourceManagerTags?: pulumi.Input<Record<string, pulumi.Input<string>> | undefined>;
}
