import type { ComponentChildren, TargetedSubmitEvent } from "preact";
import { useState } from "preact/hooks";
import { ask, perform, splitNames } from "./client.js";

interface PanelProps {
  readonly title: string;
  readonly count?: string | number;
  readonly class?: string;
  /** True for what few people need: it has its title alone until somebody opens it. */
  readonly startsFolded?: boolean;
  readonly children: ComponentChildren;
}

/** A part of the page under its title, which folds and unfolds it. What a person has filled in stays. */
export function Panel({ title, count, class: name = "", startsFolded = false, children }: PanelProps) {
  const [isFolded, fold] = useState(startsFolded);
  return (
    <section class={isFolded ? `${name} folded` : name}>
      <h2>
        <button type="button" class="fold" aria-expanded={!isFolded} onClick={() => fold(!isFolded)}>
          {title} <small>{count}</small>
        </button>
      </h2>
      {children}
    </section>
  );
}

/** A path, or another text of names. It breaks between them, and within one only where that is wider than the line. */
export function Names({ text }: { readonly text: string }) {
  return <>{splitNames(text).map((part) => (part.trim() === "" ? part : <span class="name">{part}</span>))}</>;
}

interface SelectProps {
  readonly label: string;
  /** The values and what is shown of them. */
  readonly options: readonly (readonly [value: string, label: string])[];
  readonly name?: string;
  readonly value?: string;
  readonly choose?: (value: string) => void;
}

/** One of a few. */
export function Select({ label, options, choose, ...attributes }: SelectProps) {
  return (
    <label>
      {label}
      <select {...attributes} onChange={(event) => choose?.(event.currentTarget.value)}>
        {options.map(([value, shown]) => (
          <option value={value}>{shown}</option>
        ))}
      </select>
    </label>
  );
}

interface FormProps {
  readonly id?: string;
  readonly children: ComponentChildren;
  /** Is given what a person has filled in, and gives the sentence to tell afterwards. */
  readonly act: (values: Readonly<Record<string, string>>) => Promise<string>;
}

/** A form that does something with what a person has filled in. */
export function Form({ act, ...attributes }: FormProps) {
  const submit = (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const entries = [...new FormData(event.currentTarget)] as [string, string][];
    void perform(() => act(Object.fromEntries(entries)));
  };
  return <form {...attributes} onSubmit={submit} />;
}

interface AskProps {
  readonly label: string;
  /** Method, path and body of a request to an admin path. */
  readonly request: readonly [method: string, path: string, body?: unknown];
  /** The announcement afterwards. */
  readonly done: string;
  readonly class?: string;
  readonly disabled?: boolean;
}

/** A button that sends a request. */
export function Ask({ label, request, done, ...attributes }: AskProps) {
  const act = async () => {
    await ask(...request);
    return done;
  };
  return (
    <button type="button" {...attributes} onClick={() => void perform(act)}>
      {label}
    </button>
  );
}
