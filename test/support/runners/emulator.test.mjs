// For vitest.
import * as vitest from "vitest";
import { declareTests } from "./emulator.cjs";

declareTests(vitest);
