import { getObject } from "../../provider/src/compute/objects";
import {
  deleteObject,
  insertObject,
  listProjectObjects,
  setObjectLabels,
} from "../../provider/src/compute/ownedCollection";
import type { TestedKind } from "../kinds/kind";
import { context, requestId, wholeBody, type ContractRow, type ContractRows } from "./contractRow";

/** What is sent of a kind whose objects a resource owns: one row for each method of its collection. */
export function ownedRows({ definition, described, sample = {} }: TestedKind): ContractRows {
  const { collection } = definition;
  if (collection === undefined) return {};
  const { name, scope } = collection;
  const service = name.slice(0, 1).toUpperCase() + name.slice(1);
  const variable = described.message.slice(0, 1).toLowerCase() + described.message.slice(1);
  const place = { project: "p-1", ...(scope === "global" ? {} : { [scope]: `${scope}-1` }) };
  const address = { ...place, name: "n-1" };
  const row = (method: string, variables: ContractRow["variables"], call: ContractRow["call"]): ContractRow[] => [
    { rpc: `${service}.${method}`, variables: { ...place, ...variables }, call },
  ];
  const labelsBody = { labels: { a: "" }, labelFingerprint: "AA==" };
  return {
    insertObject: row("Insert", {}, (client) =>
      insertObject(client, collection, place, wholeBody(definition, sample), requestId, context),
    ),
    getObject: row("Get", { [variable]: "n-1" }, (client) => getObject(client, collection, address, context)),
    deleteObject: row("Delete", { [variable]: "n-1" }, (client) =>
      deleteObject(client, collection, address, requestId, context),
    ),
    listProjectObjects: row(scope === "global" ? "List" : "AggregatedList", {}, (client) =>
      listProjectObjects(client, collection, "p-1", context).next(),
    ),
    ...(definition.fields.labels?.change === "update"
      ? {
          setObjectLabels: row("SetLabels", { resource: "n-1" }, (client) =>
            setObjectLabels(client, collection, address, labelsBody, context),
          ),
        }
      : {}),
  };
}
