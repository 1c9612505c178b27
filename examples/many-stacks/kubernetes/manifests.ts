import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { stringify } from "yaml";
import { stackObject, type Settings } from "./stackObject";

/*
 * Writes stacks.yaml: one object of the Pulumi Kubernetes Operator for each stack of the plan.
 */

const settings = JSON.parse(readFileSync(join(__dirname, "settings.json"), "utf8")) as Settings;
const plan = JSON.parse(readFileSync(join(__dirname, "..", "plan.json"), "utf8")) as { stacks: object };

const header = "# npm run manifests writes this file from plan.json and settings.json.\n";
const documents = Object.keys(plan.stacks).map((name) => stringify(stackObject(name, settings)));
writeFileSync(join(__dirname, "stacks.yaml"), header + documents.join("---\n"));
