import { make, setOptions } from "./dom.js";
import { ask, objectPath, perform } from "./emulator.js";
import { clockTime } from "./format.js";
import type { ObjectChange, ObjectDetail } from "./messages.js";
import { readValue, writeValue } from "./fieldValue.js";
import { jsonBlock } from "./requestDetail.js";

/** Fields that say what an object is; changing them makes another object of it, which is no drift that can happen. */
const IDENTITY = ["kind", "id", "name", "selfLink", "creationTimestamp"];

/** Everything about one object, and the means to change it behind the program's back. */
export function describeObject(detail: ObjectDetail): HTMLElement[] {
  const { path, kind, object, changes } = detail;
  return [
    make("p", {}, make("strong", {}, kind)),
    make("p", { class: "path" }, path),
    ...(object === undefined
      ? [make("p", { class: "note" }, "It is gone.")]
      : [jsonBlock("The object", object), ...driftControls(path, object)]),
    make("h3", {}, "What happened to it"),
    make("ul", {}, ...[...changes].reverse().map((change) => make("li", {}, describeChange(change)))),
  ];
}

function describeChange({ at, what, fields }: ObjectChange): string {
  return `${clockTime(at)} ${what}${fields.length === 0 ? "" : `: ${fields.join(", ")}`}`;
}

function driftControls(path: string, object: Readonly<Record<string, unknown>>): HTMLElement[] {
  const field = make("select", { name: "field" });
  const value = make("textarea", { name: "value", rows: "2", spellcheck: "false" });
  const names = Object.keys(object)
    .filter((name) => !IDENTITY.includes(name))
    .sort();
  setOptions(
    field,
    names.map((name) => ({ value: name, label: name })),
  );
  const show = () => {
    value.value = writeValue(object[field.value]);
  };
  field.addEventListener("change", show);
  show();
  const change = (patch: () => Record<string, unknown>) => {
    void perform(async () => {
      await ask("PATCH", objectPath(path), patch());
      return `${field.value} was changed behind the program's back. \`pulumi refresh\` finds it.`;
    });
  };
  const form = make(
    "form",
    {
      onsubmit: (event) => {
        event.preventDefault();
        change(() => ({ [field.value]: readValue(value.value, object[field.value]) }));
      },
    },
    make("label", { class: "field" }, "Field ", field),
    make("label", { class: "field" }, "Value ", value),
    make(
      "div",
      { class: "row" },
      make("button", { type: "submit" }, "Change it outside"),
      make(
        "button",
        {
          type: "button",
          onclick: () => {
            change(() => ({ [field.value]: null }));
          },
        },
        "Remove the field",
      ),
    ),
  );
  const remove = make(
    "button",
    {
      type: "button",
      class: "danger",
      onclick: () => {
        void perform(async () => {
          await ask("DELETE", objectPath(path));
          return `${path} was deleted behind the program's back. \`pulumi refresh\` finds it.`;
        });
      },
    },
    "Delete it outside",
  );
  return [make("h3", {}, "Behind the program's back"), ...(names.length === 0 ? [] : [form]), remove];
}
