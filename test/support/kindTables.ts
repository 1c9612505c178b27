import { expect, it } from "vitest";
import type { Values } from "../../provider/src/fields/values";
import { check } from "../../provider/src/lifecycle/steps/check";
import type { ResourceDefinition } from "../../provider/src/lifecycle/schema/definition";
import { diff } from "../../provider/src/lifecycle/steps/diff";
import type { LinkContext } from "../../provider/src/names/links";
import { offlineResource, testConfiguration } from "./offlineResource";

/** The changes to a plain program, the property that the error names, and parts of its message. */
export type Refusal = readonly [changes: Values, property: string, ...fragments: string[]];

/** One kind without a server: what check and diff say of programs that differ from a plain one. */
export function describeTables(definition: ResourceDefinition, plain: Values, recorded: Values = {}) {
  const checked = (changes: Values, configuration: Readonly<Record<string, string>> = testConfiguration) =>
    check(offlineResource(definition, configuration), {}, { ...plain, ...changes });
  const compared = (changes: Values, outputs: Values = recorded, configuration = testConfiguration) => {
    const resource = offlineResource(definition, configuration);
    const { inputs, failures } = check(resource, {}, { ...plain, ...changes });
    expect(failures).toEqual([]);
    const difference = diff(resource, outputs, inputs);
    return { ...difference, messages: resource.log.messages.map(({ message }) => message) };
  };
  return {
    checked,
    compared,

    /** Each program has one problem. */
    refuses(rows: readonly Refusal[]) {
      for (const [changes, property, ...fragments] of rows) {
        it(`refuses ${JSON.stringify(changes)}`, () => {
          const { failures } = checked(changes);
          expect(failures.map((problem) => problem.property)).toEqual([property]);
          for (const fragment of fragments) expect(failures[0]?.reason).toContain(fragment);
        });
      }
    },

    accepts(rows: readonly Values[]) {
      it.each(rows)("accepts %j", (changes) => {
        expect(checked(changes).failures).toEqual([]);
      });
    },

    /** Each program is accepted with one warning, which is not repeated once it is recorded. */
    warns(rows: readonly (readonly [changes: Values, ...fragments: string[]])[]) {
      it.each(rows)("warns of %j", (changes, ...fragments) => {
        const resource = offlineResource(definition, testConfiguration);
        const { messages } = resource.log;
        const news = Object.assign({}, plain, changes);
        const { inputs, failures } = check(resource, {}, news);
        expect(failures).toEqual([]);
        const warnings = messages.filter(({ severity }) => severity === "warning").map(({ message }) => message);
        expect(warnings).toHaveLength(1);
        for (const fragment of fragments) expect(warnings[0]).toContain(fragment);
        messages.length = 0;
        check(resource, inputs, news);
        expect(messages).toEqual([]);
      });
    },

    /** Programs that say what is recorded, in other words. */
    findsNoChange(rows: readonly Values[]) {
      it.each(rows)("finds no change in %j", (changes) => {
        expect(compared(changes)).toMatchObject({ changes: false, replaces: [], deleteBeforeReplace: false });
      });
    },

    /** Programs that say something else, with the fields that replace; `first` where the old object goes first. */
    findsChange(rows: readonly (readonly [changes: Values, replaces?: readonly string[], first?: "first"])[]) {
      for (const [changes, replaces = [], first] of rows) {
        it(`finds a change in ${JSON.stringify(changes)} that replaces ${replaces.join()}`, () => {
          const deleteBeforeReplace = first === "first";
          expect(compared(changes)).toMatchObject({ changes: true, replaces, deleteBeforeReplace });
        });
      }
    },

    /** Ids in every spelling, with what they name. */
    reads(context: LinkContext, rows: readonly (readonly [id: string, identity: Readonly<Record<string, string>>])[]) {
      it.each(rows)("reads the id %s", (id, identity) => {
        expect(definition.identity.parse(id, context)).toEqual(identity);
      });
    },

    refusesIds(context: LinkContext, message: RegExp, ids: readonly string[]) {
      it.each(ids)("refuses the id %j", (id) => {
        expect(() => definition.identity.parse(id, context)).toThrow(message);
      });
    },
  };
}
