import { describe, expect, it } from "vitest";
import type { Values } from "../../../provider/src/fields/values";
import type { OpenRequest, Sending } from "../../../provider/src/lifecycle/journal";
import { judge, mayHaveCreated, type Evidence } from "../../../provider/src/lifecycle/provenance";
import { snapshotJob } from "../../support/testJob";
