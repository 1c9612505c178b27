import { readFileSync } from "node:fs";

/** One route of the data. */
export interface PlannedRoute {
  /** Name of the route, and of its resource. */
  readonly name: string;
  readonly tenant: string;
  readonly network: string;
  readonly destRange: string;
  readonly nextHopIp: string;
  readonly priority?: number;
}

/** What `plan.json` holds. */
interface PlanFile {
  /** The member of a route that decides its stack. */
  readonly shardBy: "tenant" | "network";
  /** The keys of each stack. */
  readonly stacks: Readonly<Record<string, readonly string[]>>;
}

/** What is wrong with the plan, or with the command line. */
export class UsageError extends Error {}

/** Which stack has which routes. */
export class Plan {
  private readonly routesOfStack: ReadonlyMap<string, PlannedRoute[]>;
  private readonly stackOfRoute = new Map<string, string>();

  constructor({ shardBy, stacks }: PlanFile, routes: readonly PlannedRoute[]) {
    const problems: string[] = [];
    const stackOfKey = new Map<string, string>();
    for (const [stack, keys] of Object.entries(stacks)) {
      for (const key of keys) {
        const other = stackOfKey.get(key);
        if (other !== undefined)
          problems.push(`stacks.${stack}: stacks.${other} has ${key}, too. Remove it from one of them.`);
        stackOfKey.set(key, stack);
      }
    }
    this.routesOfStack = new Map(Object.keys(stacks).map((stack) => [stack, []]));
    for (const route of routes) {
      const key = route[shardBy];
      const stack = stackOfKey.get(key);
      if (stack === undefined)
        problems.push(`${route.name}: no stack has the ${shardBy} ${key}. Add ${key} to a stack of the plan.`);
      else if (this.stackOfRoute.has(route.name))
        problems.push(`${route.name}: two routes have this name. Rename one of them.`);
      else {
        this.stackOfRoute.set(route.name, stack);
        this.routesOfStack.get(stack)?.push(route);
      }
    }
    if (problems.length > 0) throw new UsageError(problems.join("\n"));
  }

  /** The stacks, the largest first: so the last ones to end are short. */
  get stacks(): readonly string[] {
    return [...this.routesOfStack].sort(([, a], [, b]) => b.length - a.length).map(([stack]) => stack);
  }

  routesOf(stack: string): readonly PlannedRoute[] {
    const routes = this.routesOfStack.get(stack);
    if (routes === undefined)
      throw new UsageError(`The plan has no stack ${stack}. Its stacks are ${this.stacks.join(", ")}.`);
    return routes;
  }

  /** The stack of a route; `undefined` if the data no longer has the route. */
  stackOf(name: string): string | undefined {
    return this.stackOfRoute.get(name);
  }
}

/** Reads the plan and the data from two files. */
export function readPlan(planPath: string, routesPath: string): Plan {
  return new Plan(readJson<PlanFile>(planPath), readJson<PlannedRoute[]>(routesPath));
}

function readJson<T>(path: string): T {
  try {
    return JSON.parse(readFileSync(path, "utf8")) as T;
  } catch (error) {
    throw new UsageError(`${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}
