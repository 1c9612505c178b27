/** `npm run record:state`: keeps the state that this version writes, before it is released. Later versions read it. */
import { readFileSync } from "node:fs";
import { recordState } from "./recordedStates";

const manifest = new URL("../../provider/package.json", import.meta.url);
const { version } = JSON.parse(readFileSync(manifest, "utf8")) as { version: string };
await recordState(version);
console.log(`test/package/states/${version}`);
