#!/usr/bin/env node
import { main } from "./main";
import { endWithoutOutput } from "./terminal";

endWithoutOutput();
void main(process.argv.slice(2)).then((code) => {
  process.exitCode = code;
});
