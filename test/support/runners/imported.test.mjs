// For vitest, and with it for everything that imports.
import assert from "node:assert/strict";
import * as pulumi from "@pulumi/pulumi";
import * as automation from "@pulumi/pulumi/automation";
import * as gce from "pulumi-gce";
import { it } from "vitest";
import { declareTests } from "./scenario.cjs";

declareTests({ it, assert, pulumi, automation, gce });
