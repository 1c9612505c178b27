import { gzipSync } from "node:zlib";
import { startEmulator } from "../../emulator/src/index";
import { loopbackServer } from "../../test/support/loopbackServer";

export const itemsPerPage = 500;

/**
 * Serves that many pages of a long list of remote locations, to any project: those of the emulator, again and again under other
 * names. All pages are made once: plain, and compressed for who asks for that.
 */
export async function servePages(pageCount: number): Promise<{ origin: string; close: () => Promise<void> }> {
  const project = "bench-project";
  const emulator = await startEmulator({ seed: { project, parts: ["catalogs"] } });
  const url = `${emulator.endpoint}/projects/${project}/global/interconnectRemoteLocations?maxResults=${String(itemsPerPage)}`;
  const answer = await fetch(url, { headers: { authorization: "Bearer bench" } });
  const { items: locations, ...list } = (await answer.json()) as { items: object[] };
  await emulator.close();
  const pages = Array.from({ length: pageCount }, (_none, page) => {
    const items = Array.from({ length: itemsPerPage }, (_location, index) => {
      const number = String(page * itemsPerPage + index);
      return { ...locations[index % locations.length], id: number.padStart(19, "1"), name: `location-${number}` };
    });
    const next = page + 1 === pageCount ? undefined : String(page + 1);
    const plain = Buffer.from(JSON.stringify({ ...list, items, nextPageToken: next }));
    return { plain, packed: gzipSync(plain) };
  });
  return loopbackServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://127.0.0.1");
    const page = pages[Number(url.searchParams.get("pageToken") ?? 0)];
    const isPacked = request.headers["accept-encoding"] === "gzip";
    response.writeHead(200, {
      "content-type": "application/json; charset=UTF-8",
      ...(isPacked ? { "content-encoding": "gzip" } : {}),
    });
    response.end(isPacked ? page?.packed : page?.plain);
  });
}
