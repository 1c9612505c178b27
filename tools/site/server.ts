import { readFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { extname, join, normalize } from "node:path";

const types: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".png": "image/png",
  ".svg": "image/svg+xml",
};

/** Serves a built site to this machine alone, as GitHub Pages does: below a path, and with a page for what is missing. */
export async function serveSite(
  folder: string,
  { base = "/", port = 0 }: { base?: string; port?: number } = {},
): Promise<{ url: string; server: Server }> {
  const server = createServer((request, response) => {
    void answerOf(folder, base, request.url ?? "/").then(({ status, type, body }) => {
      response.writeHead(status, { "content-type": type }).end(body);
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server of the site has no port.");
  return { url: `http://127.0.0.1:${String(address.port)}${base}`, server };
}

async function answerOf(folder: string, base: string, target: string) {
  for (const name of namesOf(base, target)) {
    const body = await readFile(join(folder, name)).catch(() => undefined);
    const type = types[extname(name)] ?? "application/octet-stream";
    if (body !== undefined) return { status: 200, type, body };
  }
  const body = await readFile(join(folder, "404.html")).catch(() => "Not found");
  return { status: 404, type: "text/html; charset=utf-8", body };
}

/** The files that a target can mean. None is outside of the folder: normalize() ends at the root. */
function namesOf(base: string, target: string): string[] {
  const [path = ""] = target.split(/[?#]/);
  if (!path.startsWith(base)) return [];
  try {
    const name = normalize(`/${decodeURIComponent(path.slice(base.length))}`);
    return name.endsWith("/") ? [`${name}index.html`] : [name, `${name}.html`];
  } catch {
    return [];
  }
}
