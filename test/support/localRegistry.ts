import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { loopbackServer } from "./loopbackServer";

const run = promisify(execFile);

export interface LocalRegistry {
  /** Settings with which npm asks this registry. */
  readonly environment: NodeJS.ProcessEnv;
  /** The packages of this repository whose content was asked for. */
  fetched(): string[];
  close(): Promise<void>;
}

/**
 * An npm registry in which packages of this repository are published. Whatever else it is asked for it leaves to the
 * registry that npm uses otherwise.
 */
export async function startLocalRegistry(tarballs: Readonly<Record<string, string>>): Promise<LocalRegistry> {
  const otherwise = (await run("npm", ["config", "get", "registry"])).stdout.trim();
  const packages = new Map(
    await Promise.all(Object.entries(tarballs).map(async ([name, file]) => [name, await published(file)] as const)),
  );
  const fetched: string[] = [];
  const { origin, close } = await loopbackServer(({ url = "/", headers: { host = "" } }, response) => {
    const [, name = "", isTarball] = /^\/([^/]+)(\/-\/)?/.exec(url) ?? [];
    const found = packages.get(name);
    if (found === undefined) response.writeHead(307, { location: new URL(url.slice(1), otherwise).href }).end();
    else if (isTarball === undefined)
      response.writeHead(200, { "content-type": "application/json" }).end(found.describe(`http://${host}`));
    else {
      fetched.push(name);
      response.writeHead(200, { "content-type": "application/octet-stream" }).end(found.content);
    }
  });
  return { fetched: () => [...fetched], environment: { npm_config_registry: `${origin}/` }, close };
}

interface Published {
  readonly content: Buffer;
  /** The package's document in a registry at this address. */
  describe(registry: string): string;
}

async function published(file: string): Promise<Published> {
  const content = readFileSync(file);
  const { stdout } = await run("tar", ["-xzOf", file, "package/package.json"]);
  const manifest = JSON.parse(stdout) as { name: string; version: string };
  const { name, version } = manifest;
  const integrity = `sha512-${createHash("sha512").update(content).digest("base64")}`;
  return {
    content,
    describe: (registry) =>
      JSON.stringify({
        name,
        "dist-tags": { latest: version },
        versions: {
          [version]: { ...manifest, dist: { integrity, tarball: `${registry}/${name}/-/${name}-${version}.tgz` } },
        },
      }),
  };
}
