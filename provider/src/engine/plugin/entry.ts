import { readFileSync } from "node:fs";
import { join } from "node:path";
import { watchEngine } from "../engineWatch";
import { engineAddress } from "../../names/engineAddress";
import { Plugin } from "./plugin";
import { servePlugin } from "./server";

const plugin = new Plugin({
  environment: process.env,
  engine: engineAddress(),
  schema: () => readFileSync(join(__dirname, "schema.json"), "utf8"),
  watch: watchEngine,
  // The command `orphans` finds what is running at the service.
  end: () => process.exit(1),
});

// A fault in one resource must not end what others have begun.
for (const event of ["uncaughtException", "unhandledRejection"] as const) {
  process.on(event, (error: unknown) => {
    console.error(plugin.printed(error));
  });
}

void servePlugin(plugin).then(({ port }) => {
  console.log(port);
});
