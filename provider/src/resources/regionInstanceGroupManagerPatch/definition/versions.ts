/** What is looked at of a version. */
interface Version {
  name?: unknown;
  instanceTemplate?: unknown;
  targetSize?: unknown;
}

/** The versions that say the same as one template for all instances. */
export function versionsOf(instanceTemplate: unknown): Version[] {
  return [{ instanceTemplate }];
}

/** The template of all instances; `undefined`, where there are several versions. */
export function onlyTemplate(versions: unknown): unknown {
  const [only, ...more] = Array.isArray(versions) ? (versions as Version[]) : [];
  return more.length === 0 ? only?.instanceTemplate : undefined;
}

/** What is wrong with a group's versions, each with where in them it is. */
export function versionProblems(versions: readonly Version[]): { at: string; reason: string }[] {
  const names = versions.map(({ name }) => name ?? "");
  const twin = names.findIndex((name, index) => names.indexOf(name) !== index);
  const bare = versions.findIndex(({ instanceTemplate }) => instanceTemplate === undefined);
  const open = versions.filter(({ targetSize }) => targetSize === undefined).length;
  const count = `Exactly one version must have no targetSize, and gets the remaining instances; ${String(open)} have none.`;
  return [
    ...(bare < 0
      ? []
      : [{ at: `[${String(bare)}].instanceTemplate`, reason: "Each version needs an instanceTemplate." }]),
    ...(twin < 0 ? [] : [{ at: `[${String(twin)}].name`, reason: "The names of versions must differ." }]),
    ...(open === 1 ? [] : [{ at: "", reason: count }]),
  ];
}
