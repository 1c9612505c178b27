import * as pulumi from "@pulumi/pulumi";
import { readPlan } from "./fleet/plan";
import { declareRoutes } from "./program";

// One stack by itself, as `pulumi up`, Pulumi Deployments and the Kubernetes operator run it. The plan says which
// routes belong to the stack.
declareRoutes(readPlan("plan.json", "routes.json").routesOf(pulumi.getStack()));
