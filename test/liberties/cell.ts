import { expect } from "vitest";
import type { Emulator } from "../../emulator/src/index";
import { StackOfOne } from "../support/stackOfOne";
import type { Subject } from "../kinds/kind";
import type { Properties } from "../support/providerProcess";
import { isObject, mapObjects, type Json } from "./json";
import type { LibertyLane } from "./lane";
import type { Liberty, Scene } from "./liberty";

/** What the service has after each step of a user. */
export type Course = Readonly<Record<"created" | "changed" | "mended" | "destroyed", Json>>;

/** The whole life of a resource while no liberty is taken: what every liberty has to come to as well. */
export function plainCourse(lane: LibertyLane, subject: Subject): Promise<Course> {
  return runCourse(lane, subject, { name: "none" });
}

/** The whole life of a resource under a liberty. It was taken at least once, and what it came to is as without it. */
export async function runCell(lane: LibertyLane, subject: Subject, liberty: Liberty, plain: Course): Promise<void> {
  const course = await runCourse(lane, subject, liberty, plain);
  expect(course).toEqual(plain);
}

async function runCourse(lane: LibertyLane, subject: Subject, liberty: Liberty, plain?: Course): Promise<Course> {
  const { emulator, proxy } = lane;
  const spelled = (program: Properties): Properties => liberty.program?.(program) ?? program;
  const [program, next] = [spelled(subject.program), spelled(subject.next)];
  const user = new User(lane, subject);
  proxy.begin({});
  subject.seed(emulator);
  const original = shownOf(emulator, subject);
  const scene: Scene = {
    subject,
    ask: (asked) => proxy.ask(asked),
    forgetRequestIds: () => {
      emulator.expireRequestIds();
    },
    operationsTake: (milliseconds) => {
      emulator.latency({ defaultMs: milliseconds });
    },
  };
  proxy.begin(liberty.hooks?.(scene) ?? {});
  const reached = (step: keyof Course): Json => {
    const shown = shownOf(emulator, subject);
    if (plain !== undefined) expect(shown, `${step}: what the service has`).toEqual(plain[step]);
    return shown;
  };

  await user.ups("create", program);
  const created = reached("created");
  await user.findsNothing("create", program);
  await user.ups("change", next);
  const changed = reached("changed");
  await user.findsNothing("change", next);
  subject.drift(emulator);
  expect(shownOf(emulator, subject), "somebody else has changed something").not.toEqual(changed);
  await user.refreshes("drift");
  expect(await user.isUpToDate(next), "drift: refresh finds it").toBe(false);
  await user.ups("drift", next);
  const mended = reached("mended");
  await user.findsNothing("drift", next);
  await user.destroys();
  const destroyed = reached("destroyed");
  expect(destroyed, "as it was at first").toEqual(original);
  const isTaken = proxy.taken > 0 || JSON.stringify(program) !== JSON.stringify(subject.program);
  if (plain !== undefined) expect(isTaken, "the liberty was taken").toBe(true);
  return { created, changed, mended, destroyed };
}

/** A user with a stack of one resource, one command after the other. */
class User {
  private readonly stack: StackOfOne;

  constructor(
    private readonly lane: LibertyLane,
    { kind }: Subject,
  ) {
    this.stack = new StackOfOne(lane, kind);
  }

  async ups(step: string, program: Properties): Promise<void> {
    succeeded(`${step}: up`, await this.command(() => this.stack.up(program, { mayReplace: true })));
  }

  async destroys(): Promise<void> {
    succeeded("destroy", await this.command(() => this.stack.destroy()));
    expect(this.stack.recorded).toBeUndefined();
  }

  async refreshes(step: string): Promise<void> {
    try {
      this.stack.recorded = await this.command(() => this.stack.read());
    } catch (error) {
      succeeded(`${step}: refresh`, error instanceof Error ? error.message : String(error));
    }
  }

  isUpToDate(program: Properties): Promise<boolean> {
    return this.stack.isUpToDate(program);
  }

  /** A second `up` has nothing to do, and after a refresh still none has. */
  async findsNothing(step: string, program: Properties): Promise<void> {
    await this.expectNothingToDo(`${step}: a second up`, program);
    await this.refreshes(step);
    expect(this.stack.recorded, `${step}: refresh finds the object`).toBeDefined();
    await this.expectNothingToDo(`${step}: up after a refresh`, program);
  }

  private async expectNothingToDo(step: string, program: Properties): Promise<void> {
    const { recorded } = this.stack;
    if (recorded === undefined) throw new Error(`${step}: nothing is recorded`);
    const inputs = await this.stack.checked(program);
    const { changes, replaces } = await this.lane.provider.diff(recorded.id, recorded.outputs, inputs);
    const what = replaces.length > 0 ? `replaces because of ${replaces.join(", ")}` : "has something to change";
    if (changes || recorded.failed) throw new Error(`${step} ${what}`);
  }

  private async command<T>(run: () => Promise<T>): Promise<T> {
    try {
      return await run();
    } finally {
      this.lane.proxy.commandEnds();
    }
  }
}

/** Given anew by each run of a course, or by each change. */
const passing = new Set([
  "id",
  "creationTimestamp",
  "fingerprint",
  "labelFingerprint",
  "etag",
  "status",
  "currentActions",
  "selfLinkWithId",
  "sourceDiskId",
  "firewallPolicyId",
]);

/** What the service has of all that the resource may change. */
function shownOf({ objects }: Emulator, { paths }: Subject): Json {
  const lasting = (value: Json) =>
    mapObjects(value, (object) =>
      Object.fromEntries(
        Object.entries(object).filter(
          ([name, member]) => !passing.has(name) && !(isObject(member) && Object.keys(member).length === 0),
        ),
      ),
    );
  return Object.fromEntries(paths.map((path) => [path, lasting((objects.get(path) ?? null) as Json)]));
}

function succeeded(step: string, error: string | undefined): void {
  if (error !== undefined) throw new Error(`${step} failed: ${error}`);
}
