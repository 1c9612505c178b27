/** `npm run pulumi:path`: the folder of the CLI, to put in front of PATH. */
import { pulumiToolchain } from "./toolchain";

console.log((await pulumiToolchain()).directory);
