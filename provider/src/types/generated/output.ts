/* `npm run docs:reference` writes this file from the definitions of resources. */

/** A connection of a consumer to a service attachment. */
export interface ServiceAttachmentConnectedEndpoint {
  /** URL of the endpoint, which is a forwarding rule. */
  endpoint?: string;
  /** State of the connection, such as `ACCEPTED`, `PENDING` or `REJECTED`. */
  status?: string;
  /** URL of the network of the consumer. */
  consumerNetwork?: string;
  /** The service's own number for the connection, as a string, because it does not fit a number. */
  pscConnectionId?: string;
}
