import * as gce from "pulumi-gce";
import { named } from "../plan/fixtures";
import { pick, type AcceptanceKind, type Context, type Stage } from "./kind";

const nameIn = ({ made: { prefix } }: Context) => `${prefix}-route`;
const pathIn = (context: Context) => context.service.path("global/routes", nameIn(context));
const priorities: Readonly<Record<Stage, number>> = { made: 900, changed: 901 };
const destRange = "198.51.100.0/24";

export const route: AcceptanceKind = {
  name: "Route",
  declare(context, stage) {
    const network = named(context.made.prefix, "network");
    const nextHopGateway = "default-internet-gateway";
    new gce.Route("Route", { name: nameIn(context), network, destRange, nextHopGateway, priority: priorities[stage] });
  },
  change: ["replace"],
  async look(context) {
    const found = await context.service.look(pathIn(context));
    return found && pick(found, ["destRange", "priority"]);
  },
  expected: (_context, stage) => ({ destRange, priority: priorities[stage] }),
  drift: (context) => context.service.remove(pathIn(context)),
};
