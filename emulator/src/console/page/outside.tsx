import { useState } from "preact/hooks";
import { ask, objectPath, perform, readJson } from "./client.js";
import { Ask, Form, Select } from "./parts.js";

/** Fields that say what an object is; changing them makes another object of it, which is no drift that can happen. */
const IDENTITY = ["kind", "id", "name", "selfLink", "creationTimestamp"];

interface OutsideChangeProps {
  readonly path: string;
  readonly object: Readonly<Record<string, unknown>>;
}

/** The means to change an object behind the program's back. */
export function OutsideChange({ path, object }: OutsideChangeProps) {
  const names = Object.keys(object).filter((name) => !IDENTITY.includes(name));
  const [wanted, choose] = useState("");
  const field = names.includes(wanted) ? wanted : (names.sort()[0] ?? "");
  const current = object[field];
  const shown = typeof current === "string" ? current : JSON.stringify(current, undefined, 1);
  const changed = `${field} was changed behind the program's back. \`pulumi refresh\` finds it.`;
  const deleted = `${path} was deleted behind the program's back. \`pulumi refresh\` finds it.`;
  const change = async ({ value = "" }: Readonly<Record<string, string>>) => {
    await ask("PATCH", objectPath(path), { [field]: typeof current === "string" ? value : readJson(value, current) });
    return changed;
  };
  return (
    <>
      <h3>Behind the program's back</h3>
      <Form act={change}>
        <Select label="Field" options={names.sort().map((name) => [name, name])} value={field} choose={choose} />
        <label>
          Value
          <textarea key={`${field} ${shown}`} name="value" rows={2} spellcheck={false} defaultValue={shown} />
        </label>
        <div class="row">
          <button type="submit">Change it outside</button>
          <Ask label="Remove the field" request={["PATCH", objectPath(path), { [field]: null }]} done={changed} />
        </div>
      </Form>
      {Array.isArray(current) && <ListHands path={path} field={field} items={current} done={changed} />}
      <Ask label="Delete it outside" request={["DELETE", objectPath(path)]} done={deleted} class="danger" />
    </>
  );
}

interface ListHandsProps {
  readonly path: string;
  readonly field: string;
  readonly items: readonly unknown[];
  /** The announcement afterwards. */
  readonly done: string;
}

/** Hands on a list that several owners share: one takes away an item, and one writes the list of its own configuration. */
function ListHands({ path, field, items, done }: ListHandsProps) {
  const [wanted, choose] = useState("0");
  const index = Number(wanted) < items.length ? Number(wanted) : 0;
  const rest = items.filter((_item, at) => at !== index);
  const writeFirst = async () => {
    const { versions } = await ask<History>("GET", `/history?path=${encodeURIComponent(path)}`);
    const first = versions.find(({ object }) => object !== undefined)?.object;
    await ask("PATCH", objectPath(path), { [field]: first?.[field] ?? null });
    return done;
  };
  return (
    <div class="row">
      <Select
        label="Item"
        options={items.map((item, at) => [String(at), toName(item)])}
        value={String(index)}
        choose={choose}
      />
      <Ask
        label="Remove the item"
        request={["PATCH", objectPath(path), { [field]: rest.length === 0 ? null : rest }]}
        done={done}
      />
      <button type="button" onClick={() => void perform(writeFirst)}>
        Write the list as it was first
      </button>
    </div>
  );
}

interface History {
  readonly versions: readonly { readonly object?: Readonly<Record<string, unknown>> }[];
}

/** The last part of the first text of an item that is a name or a link: the words of an enumeration have no small letters. */
function toName(item: unknown): string {
  const texts = typeof item === "object" && item !== null ? Object.values(item) : [item];
  const text = texts.find((value) => typeof value === "string" && /[a-z0-9]/.test(value));
  return text?.slice(text.lastIndexOf("/") + 1) ?? JSON.stringify(item);
}
