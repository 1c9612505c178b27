import { randomBytes } from "node:crypto";
import { expect, it } from "vitest";
import type { Emulator } from "../../../emulator/src/index";
import { formatDuration } from "../../../provider/src/names/duration";
import { putObjects } from "../../kinds/parts/calls";
import { startKindProvider } from "../../support/kindProvider";
import { withLongEnoughDeadline } from "../../support/longEnough";
import type { Properties } from "../../support/providerProcess";
import { captureFailure } from "../../support/routeProvider";

export type Change = (emulator: Emulator) => void;

/** The service answers so from now on, to the requests that match. */
export const answers =
  (status: number, reason: string, message = "no", match: { method?: string; path?: string } = {}): Change =>
  (emulator) => {
    emulator.fault({ match, times: "always", fault: { kind: "status", status, reason, message } });
  };
/** Somebody else has changed the object so. */
export const has =
  (path: string, object: object): Change =>
  (emulator) => {
    emulator.objects.patch(path, { ...object });
  };

/** A step, and what it says. */
interface Row {
  readonly what: string;
  /** The objects that others have at the service, beside those that the rows of the kind have. */
  readonly others?: Readonly<Record<string, object>>;
  /** Beside the arguments that the rows of the kind have. */
  readonly args?: Properties;
  /** The step that ends at its deadline. */
  readonly ends?: "create" | "update";
  /** The step after the create; without it, the create is the step. */
  readonly next?: Properties | "read" | "delete";
  /** Right before the step. */
  readonly change?: Change;
  /** Parts of the message. */
  readonly says: readonly (string | RegExp)[];
  /** The step is no failure: the words are in the log. */
  readonly isLogged?: true;
  /** The step records something, although it fails. */
  readonly isPartial?: true;
}

/** The rows of a kind, with what they have in common. */
interface Kind {
  readonly others?: Row["others"];
  readonly args: Properties;
  readonly rows: readonly Row[];
}

/** Keys of a program: they go to the service and into properties, never into texts. */
export const rawKey = randomBytes(32).toString("base64");
export const wrappedKey = randomBytes(256).toString("base64");

/** Tests the words of the steps of each kind. */
export function itSays(kinds: Readonly<Record<string, Kind>>): void {
  it.each(Object.entries(kinds))("a %s says what is wrong, and what to do", async (kind, usual) => {
    const { emulator, provider, inputs, shownMessages } = await startKindProvider(kind);
    const play = async ({ what, others, args, ends, next, change, says, isLogged, isPartial }: Row, deadlineMs = 0) => {
      const timeouts = ends && { [ends]: formatDuration(deadlineMs) };
      await emulator.reset();
      provider.logs.length = 0;
      putObjects(emulator, { ...usual.others, ...others });
      const checked = await inputs({ ...usual.args, ...args }, timeouts);
      const news = typeof next === "object" ? await inputs({ ...usual.args, ...next }, timeouts) : {};
      const made = next === undefined ? undefined : await provider.create(checked);
      change?.(emulator);
      const step = (): Promise<unknown> => {
        if (made === undefined) return provider.create(checked);
        if (next === "read") return provider.read(made.id, made.outs);
        if (next === "delete") return provider.delete(made.id, made.outs);
        return provider.update(made.id, made.outs, news);
      };
      let message: string;
      if (isLogged === true) {
        await step();
        message = shownMessages().join("\n");
      } else {
        const failure = await captureFailure(step());
        message = failure.message;
        expect(failure.partial !== undefined, `what is recorded of ${what}`).toBe(isPartial === true);
        if (failure.partial !== undefined) expect(failure.partial.reasons).toEqual([message]);
      }
      for (const words of says) expect(message, what).toMatch(words);
      const texts = [message, ...shownMessages(), JSON.stringify(emulator.requests())].join("\n");
      for (const key of [rawKey, wrappedKey]) expect(texts).not.toContain(key);
      expect(message).not.toContain("canary-secret");
    };
    for (const row of usual.rows)
      await (row.ends === undefined ? play(row) : withLongEnoughDeadline((deadlineMs) => play(row, deadlineMs)));
  });
}
