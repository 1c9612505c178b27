import type { ComponentChildren, TargetedSubmitEvent } from "preact";
import { ask, perform } from "./client.js";

interface PanelProps {
  readonly title: string;
  readonly count?: string | number;
  readonly class?: string;
  readonly children: ComponentChildren;
}

/** A part of the page under its title. */
export function Panel({ title, count, children, ...attributes }: PanelProps) {
  return (
    <section {...attributes}>
      <h2>
        {title} <small>{count}</small>
      </h2>
      {children}
    </section>
  );
}

/** A path or a URL. It breaks between its names, and within a name only where that is wider than the line. */
export function Path({ path }: { readonly path: string }) {
  return (
    <>
      {path.split(/(?<=[/?&])/).map((name) => (
        <span class="name">{name}</span>
      ))}
    </>
  );
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
