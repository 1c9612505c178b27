import type { Values } from "../../../provider/src/fields/values";
import { getInstances, readTemplate } from "../service/instances";
import type { Data } from "../service/objects";
import { fingerprint } from "../service/owned";
import { groupPath } from "../service/parts";
import { getRefusedReads, refusedStatuses } from "../service/refusedReads";
import { isSame } from "../service/leaves";
import type { Service } from "../service/service";
import { goneTemplates } from "../service/templates";
import { setPart, type Move } from "./kind";

/** Hands that others can have in a rollout of the group, while a step waits for its instances. */
export function listGroupHands(service: Service, declared: readonly Values[]): readonly Move[] {
  const instances = getInstances(service, groupPath);
  const setSize = () => {
    setByHand(service, "targetSize", 6000 + service.objects.fresh());
  };
  const always = () => true;
  return [
    {
      name: "makes the group larger",
      isPossible: always,
      make() {
        setSize();
        instances.grow();
      },
    },
    {
      name: "makes the group larger again and again",
      isPossible: always,
      make() {
        for (let step = 0; step < 6; step++) {
          setTimeout(() => {
            if (service.isCalm) return;
            setSize();
            instances.grow();
          }, step * 20_000);
        }
      },
    },
    {
      name: "makes the group smaller",
      isPossible: () => instances.size > 1,
      make() {
        setSize();
        instances.shrink();
      },
    },
    {
      name: "loses an instance",
      isPossible: always,
      make() {
        instances.lose();
      },
    },
    {
      name: "sets the versions back",
      isPossible: () => findEarlierVersions(service) !== undefined,
      make() {
        setByHand(service, "versions", findEarlierVersions(service));
      },
    },
    {
      name: "deletes an earlier template",
      isPossible: () => findEarlierTemplate(service, declared) !== undefined,
      make() {
        goneTemplates(service).add(findEarlierTemplate(service, declared) ?? "");
      },
    },
    ...(["once", "always"] as const).map((lasts) => ({
      name: lasts === "once" ? "refuses a read" : "refuses every read",
      isPossible: always,
      make() {
        getRefusedReads(service).begin(service.tape.choose("a hand refuses with", refusedStatuses), lasts);
      },
    })),
  ];
}

function setByHand(service: Service, part: string, value: unknown): void {
  setPart(service, groupPath, part, value, { fingerprint: fingerprint(service) });
}

/** The versions that the group had before anybody changed it; `undefined` where it has them. No value of this stack is among them. */
function findEarlierVersions({ objects }: Service): readonly Data[] | undefined {
  const [first] = objects.history(groupPath);
  const isBack = isSame(first?.data?.versions, objects.get(groupPath)?.versions);
  return isBack ? undefined : (first?.data?.versions as readonly Data[] | undefined);
}

/** The newest template that the group had before, and that no resource of the program declares. */
function findEarlierTemplate(service: Service, declared: readonly Values[]): string | undefined {
  const current = readTemplate(service.objects.get(groupPath) ?? {});
  const needed = declared.map((inputs) => readTemplate(inputs));
  const templates = service.objects.history(groupPath).map(({ data = {} }) => readTemplate(data));
  return templates.findLast(
    (template) => template !== current && ![...needed, ...goneTemplates(service)].includes(template),
  );
}
