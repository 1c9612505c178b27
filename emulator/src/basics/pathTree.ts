/** Values by path templates such as `projects/{project}/global/routes/{route}`: finding one takes as long as its path is. */
export class PathTree<T> {
  readonly #root: Branch<T> = { literals: new Map() };

  /** The value at a template, made where there is none: to paths, the names of variables make no difference. */
  valueAt(template: string, make: () => T): T {
    let branch = this.#root;
    for (const segment of template.split("/"))
      branch = segment.startsWith("{") ? (branch.variable ??= { literals: new Map() }) : literal(branch, segment);
    return (branch.value ??= make());
  }

  find(path: string): T | undefined {
    return find(this.#root, path.split("/"), 0);
  }
}

interface Branch<T> {
  readonly literals: Map<string, Branch<T>>;
  variable?: Branch<T>;
  value?: T;
}

function literal<T>({ literals }: Branch<T>, segment: string): Branch<T> {
  const branch = literals.get(segment) ?? { literals: new Map() };
  literals.set(segment, branch);
  return branch;
}

function find<T>(branch: Branch<T>, segments: readonly string[], index: number): T | undefined {
  const segment = segments[index];
  if (segment === undefined) return branch.value;
  const known = branch.literals.get(segment);
  const found = known === undefined ? undefined : find(known, segments, index + 1);
  return (
    found ?? (branch.variable === undefined || segment === "" ? undefined : find(branch.variable, segments, index + 1))
  );
}
