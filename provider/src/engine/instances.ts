/** The name under which the inspector reaches what it is to search for, while it searches. */
const globalName = "pulumiGceSearch";

/**
 * Every object of a class in the memory of this process; none where Node.js is built without its inspector.
 *
 * It is for an object that no code hands on. It opens nothing for a debugger to connect to.
 */
export function instancesOf<T extends object>({ prototype }: new () => T): T[] {
  const found: T[] = [];
  const inspector = process.getBuiltinModule("node:inspector") as typeof import("node:inspector") | undefined;
  if (inspector === undefined) return found;
  const session = new inspector.Session();
  try {
    session.connect();
    const search = { prototype, take: (objects: readonly T[]) => void found.push(...objects) };
    Object.assign(globalThis, { [globalName]: search });
    session.post("Runtime.evaluate", { expression: `${globalName}.prototype` }, (_error, evaluated) => {
      const prototypeObjectId = evaluated?.result.objectId ?? "";
      session.post("Runtime.queryObjects", { prototypeObjectId }, (error, answer) => {
        if (error !== null) return;
        const { objectId } = answer.objects;
        const functionDeclaration = `function () { ${globalName}.take(this); }`;
        session.post("Runtime.callFunctionOn", { objectId, functionDeclaration });
      });
    });
  } catch {
    // A name is then random, as it is with an engine that sends no seed.
  } finally {
    Reflect.deleteProperty(globalThis, globalName);
    session.disconnect();
  }
  return found;
}
