import type { Script } from "./scriptedServer";

/*
 * Bodies that cost whoever reads them far more than they should.
 */

export const mebibyte = 1024 * 1024;
export const brackets = "[".repeat(mebibyte);
export const json = { "content-type": "application/json" };

/** More than any bound, and less than a machine has: a server that is not stopped fills no memory of the test. */
export const farTooManyBytes = 256 * 1024 * 1024;

/** A body that does not end, and how much of it was taken. */
export function endless() {
  const taken = { bytes: 0 };
  const script: Script = (_request, response) => {
    const piece = Buffer.alloc(256 * 1024, "x");
    response.writeHead(200, { "content-type": "application/json" });
    const write = () => {
      do taken.bytes += piece.length;
      while (taken.bytes < farTooManyBytes && response.write(piece));
      if (taken.bytes >= farTooManyBytes) response.end();
    };
    response.on("drain", write);
    write();
  };
  return { script, taken };
}
