import { pageForm } from "../../compute/paging";
import { operationForm } from "../../types/forms";
import { textKind } from "../../fields/scalars";
import { consolePageProblem } from "../../names/consolePages";
import { reading, type ListDefinition } from "../call/definition";
import { listRules, type ListArgs } from "../call/listArguments";

type Arguments = ListArgs & { parentId: string };

/**
 * Hierarchical firewall policies are also of folders; their operations are listed in the same way. Cloud Asset Inventory
 * gives the full resource name.
 */
const parent = /^(?:(?:\/\/cloudresourcemanager\.googleapis\.com\/)?(organizations|folders)\/)?(\d{1,19})$/;

const organizationDescription = 'an organization by its number: "organizations/123456789012" or "123456789012"';

function parentProblem(value: string): string | undefined {
  if (parent.test(value)) return undefined;
  const page = consolePageProblem(value, "", (link) => parent.test(link), "the number");
  return page === undefined ? organizationDescription : `${organizationDescription}; ${page}`;
}

export const organizationOperations: ListDefinition<Arguments, { parentId: string }> = {
  name: "getOrganizationOperations",
  ...reading,
  rules: {
    ...listRules,
    parentId: textKind(organizationDescription, parentProblem),
  },
  required: ["parentId"],
  aliases: { organization: "parentId", orgId: "parentId", organizationId: "parentId" },
  member: "operations",
  items: "operations",
  resolve(args) {
    const [, kind = "organizations", number = ""] = parent.exec(args.parentId) ?? [];
    return { target: { parentId: `${kind}/${number}` } };
  },
  id: ({ parentId }) => `${parentId}/operations`,
  echo: () => ({}),
  /** Endpoint 9. */
  request: ({ parentId }) => ({
    action: `list the operations of ${parentId}`,
    method: "GET",
    path: "locations/global/operations",
    query: { parentId },
    permissions: ["compute.globalOperations.list"],
    form: pageForm(operationForm),
  }),
};
