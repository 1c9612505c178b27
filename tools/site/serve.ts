import { existsSync } from "node:fs";
import { once } from "node:events";
import type { Server } from "node:http";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { serve } from "vitepress";
import { repository } from "./documents";

/*
 * `npm run site:serve -- --port 4173`: shows the site that `npm run site` has built. The preview of vitepress ends with a stack
 * where it cannot listen.
 */

try {
  const { port = "4173" } = parseArgs({ options: { port: { type: "string" } } }).values;
  if (!existsSync(join(repository, "site/404.html"))) throw new Error("There is no site yet. Build it: npm run site");
  const site = await serve({ root: join(repository, "tools/site"), port: Number(port) });
  await once((site as unknown as { server: Server }).server, "listening").catch((error: unknown) => {
    const isTaken = error instanceof Error && "code" in error && error.code === "EADDRINUSE";
    throw isTaken
      ? new Error(`Port ${port} is taken. Give another one: npm run site:serve -- --port ${String(Number(port) + 1)}`)
      : error;
  });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
