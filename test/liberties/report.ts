import { tierReport } from "../support/tierReport";
import { clearRows, readRows } from "./results";
import { everyCell, summary } from "./tables";

export const { setup, teardown } = tierReport({
  file: "liberties.md",
  clear: clearRows,
  read: readRows,
  isEmpty: (rows) => rows.length === 0,
  everyCell,
  summary,
});
