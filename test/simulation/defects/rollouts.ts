import { patch, type Defect } from "./defect";

/** Rollouts of a group that fail, and what is put back then. */
export const rollouts: readonly Defect[] = [
  {
    name: "A wait takes the instances from before its change for done",
    kinds: patch,
    needs: ["rollouts"],
    file: "resources/regionInstanceGroupManagerPatch/definition/goingBack.ts",
    find: "askedMs < untilMs &&",
    replace: "askedMs < untilMs - visibilityBudget.mostMs &&",
  },
  {
    name: "A rollout that goes back leaves its instances to a policy that updates none of them",
    kinds: patch,
    needs: ["rollouts"],
    file: "resources/regionInstanceGroupManagerPatch/definition/goingBack.ts",
    find: 'valueAt(made.values, typePath) === "PROACTIVE" &&',
    replace: 'goal === "UPDATED" && valueAt(made.base, typePath) !== "PROACTIVE" &&',
  },
  {
    name: "A list of instances outlives the deadline of its step",
    kinds: patch,
    needs: ["rollouts", "slowAnswer"],
    file: "resources/regionInstanceGroupManagerPatch/definition/instances.ts",
    find: "Deadline.after(Math.min(listMs, mostMs), deadline.signal)",
    replace: "Deadline.after(listMs, deadline.signal)",
  },
];
