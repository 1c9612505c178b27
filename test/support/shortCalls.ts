import type { Emulator } from "../../emulator/src/index";

const plain: Readonly<Record<string, string>> = { GET: "get", POST: "insert", DELETE: "delete", PATCH: "patch" };
const verbs =
  /\/(wait|setLabels|getIamPolicy|setIamPolicy|getAssociation|addAssociation|removeAssociation|setCertificateMap)$/;

/** The requests of the log by the API's own words: `insert`, `wait`, `get`, `setLabels`. */
export function shortCalls(emulator: Emulator): string[] {
  return emulator.requests().map(({ method, path }) => verbs.exec(path)?.[1] ?? plain[method] ?? method);
}
