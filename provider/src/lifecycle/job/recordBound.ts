import type { Size } from "../../fields/size";

/**
 * The most that is recorded of one resource. The SDK's messages take up to two kilobytes for each value. With a failure, the
 * properties go as a header of gRPC, and one that is too large ends the connection, and with it everything that other
 * resources have begun.
 */
export const recordBound: Size = { bytes: 1024 * 1024, values: 25_000 };
