import { connect } from "node:net";

/** How often the engine is looked for while the connection to it stands or is refused for another reason. */
const pauseMs = 1_000;

/** What the address of an engine looks like; anything else is no engine. */
export const addressForm = /^(127\.0\.0\.1|localhost|\[::1\]):(\d+)$/;

/**
 * Calls `gone` when nobody listens at the engine's address any more.
 *
 * A CLI that is killed leaves its provider processes behind, and they would go on: a request that is being repeated
 * would make an object minutes later, when the next run has long begun, and nobody would record it.
 */
export function watchEngine(address: string | undefined, gone: () => void): void {
  const [, host = "", port = ""] = addressForm.exec(address ?? "") ?? [];
  if (port === "") return;
  const look = () => {
    const socket = connect(Number(port), host.replace(/[[\]]/g, ""));
    let refused = false;
    socket.on("error", (error: NodeJS.ErrnoException) => {
      refused = error.code === "ECONNREFUSED";
    });
    // The engine ends a connection that says nothing after a while: only a refusal of the next one tells.
    socket.on("close", () => {
      if (refused) gone();
      else setTimeout(look, pauseMs).unref();
    });
    socket.resume();
    socket.unref();
  };
  look();
}
