import { connect } from "node:net";
import { engineAddressForm } from "../names/engineAddress";

/** How long after each connection the engine is looked for again. */
const pauseMs = 1_000;

/**
 * How many connections in a row are refused until the engine counts as gone. A busy machine can refuse a single one, and a
 * process that ends because of it leaves its changes without a record.
 */
const lostConnectionRefusals = 5;

/**
 * Calls `gone` when nobody has listened at the engine's address for several seconds.
 *
 * A CLI that is killed leaves its provider processes behind, and they would go on: a request that is being repeated
 * would make an object minutes later, when the next run has long begun, and nobody would record it.
 *
 * @param pause waits before the next connection
 */
export function watchEngine(
  address: string,
  gone: () => void,
  pause: (next: () => void) => void = (next) => void setTimeout(next, pauseMs).unref(),
): void {
  const [, host = "", port = ""] = engineAddressForm.exec(address) ?? [];
  if (port === "") return;
  let refusals = 0;
  const look = () => {
    const socket = connect(Number.parseFloat(port), host.replace(/[[\]]/g, ""));
    let refused = false;
    socket.on("error", (error: NodeJS.ErrnoException) => {
      refused = error.code === "ECONNREFUSED";
    });
    // Where a process goes on after its engine, the engine would wait two minutes for a connection that says nothing.
    socket.on("connect", () => socket.destroy());
    socket.on("close", () => {
      refusals = refused ? refusals + 1 : 0;
      if (refusals < lostConnectionRefusals) pause(look);
      else gone();
    });
    socket.unref();
  };
  look();
}
