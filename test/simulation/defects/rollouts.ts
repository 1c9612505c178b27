import { patch, type Defect } from "./defect";

/** Rollouts of a group that fail, and what is put back then. */
export const rollouts: readonly Defect[] = [
  {
    name: "A wait takes the instances from before its change for done",
    kinds: patch,
    needs: ["rollouts"],
    file: "resources/instanceGroupManagerPatch/definition/goingBack.ts",
    find: "askedMs < untilMs &&",
    replace: "askedMs < untilMs - visibilityBudget.mostMs &&",
  },
  {
    name: "A rollout that goes back leaves its instances to a policy that updates none of them",
    kinds: patch,
    needs: ["rollouts"],
    file: "resources/instanceGroupManagerPatch/definition/goingBack.ts",
    find: 'valueAt(made.values, typePath) === "PROACTIVE" &&',
    replace: 'goal === "UPDATED" && valueAt(made.base, typePath) !== "PROACTIVE" &&',
  },
  {
    name: "A list of instances outlives the deadline of its step",
    kinds: patch,
    needs: ["rollouts", "slowAnswer"],
    file: "resources/instanceGroupManagerPatch/definition/instances.ts",
    find: "Deadline.after(Math.min(listMs, mostMs), deadline.signal)",
    replace: "Deadline.after(listMs, deadline.signal)",
  },
  {
    name: "A way back by hand ends a wait well",
    kinds: patch,
    needs: ["rollouts", "hands"],
    file: "resources/instanceGroupManagerPatch/definition/goingForward.ts",
    find: "if (details.length === 0) return undefined;",
    replace: "if (details.length >= 0) return undefined;",
  },
  {
    name: "A step says that it has put back what it only planned to",
    kinds: patch,
    needs: ["rollouts", "hands"],
    file: "resources/instanceGroupManagerPatch/definition/goingBack.ts",
    find: "const listLeft = (group: Values) => describeNotBack(shape, made, group);",
    replace: "const listLeft = (group: Values) => describeNotBack(shape, made, group).slice(99);",
  },
  {
    name: "One refused read ends a wait",
    kinds: patch,
    needs: ["rollouts", "hands"],
    file: "resources/instanceGroupManagerPatch/definition/instances.ts",
    find: "const mostRefusals = 3;",
    replace: "const mostRefusals = 1;",
  },
  {
    name: "An earlier value that names something that is gone keeps a stack for ever",
    kinds: patch,
    needs: ["rollouts", "hands"],
    file: "parts/goneLinks.ts",
    find: "if (!saysGone(error)) return false;",
    replace: 'if (!saysGone(error) || error.summary !== "") return false;',
  },
];
