import { useEffect, useState } from "preact/hooks";
import type { ConsoleState, ObjectDetail, RequestDetail } from "../views.js";
import { ask, clockTime, duration, toMessage } from "./client.js";
import type { Chosen, Part } from "./lists.js";
import { OutsideChange } from "./outside.js";
import { Names, Panel } from "./parts.js";

interface DetailsProps {
  readonly chosen: Chosen;
  readonly close: () => void;
  /** The details are asked for again when this changes. */
  readonly state: ConsoleState;
}

/** Everything about the object or the request that is chosen, or about both of an operation. */
export function Details({ chosen, close, state }: DetailsProps) {
  const { line, parts } = chosen;
  const operation = state.operations.newest.find(({ path }) => path === line);
  const subject = operation === undefined ? (typeof line === "string" ? "object" : "request") : "operation";
  return (
    <Panel title="Details" class={`detail of-${subject}`}>
      <button type="button" class="close" onClick={close}>
        Close
      </button>
      {operation !== undefined && <OperationView {...operation} />}
      {parts.map((part) => (
        <Detail key={part} part={part} state={state} />
      ))}
    </Panel>
  );
}

/** The details of one object or request. */
function Detail({ part, state }: { readonly part: Part; readonly state: ConsoleState }) {
  const [detail, setDetail] = useState<ObjectDetail | RequestDetail | string>("");
  const load = async () => {
    const query = typeof part === "string" ? `object?path=${encodeURIComponent(part)}` : `request?sequence=${part}`;
    setDetail(await ask<ObjectDetail | RequestDetail>("GET", `/console/${query}`).catch(toMessage));
  };
  useEffect(() => void load(), [state]);
  // Where the page is one column, whoever points at a line has the details below its list. The keyboard stays in the list.
  useEffect(() => {
    if (document.querySelector("input:focus-visible") === null)
      document.querySelector(".detail")?.scrollIntoView({ block: "nearest" });
  }, [detail === ""]);
  return (
    <div class="part">
      {typeof detail === "string" ? (
        <p class="note">{detail}</p>
      ) : "changes" in detail ? (
        <ObjectView {...detail} />
      ) : (
        <RequestView {...detail} />
      )}
    </div>
  );
}

function OperationView({ path, outcome, acceptedAt, tookMs }: ConsoleState["operations"]["newest"][number]) {
  return (
    <>
      <p class="path">
        <Names text={path} />
      </p>
      <Facts facts={{ Operation: outcome, At: clockTime(acceptedAt), Took: duration(tookMs) }} />
    </>
  );
}

function RequestView(detail: RequestDetail) {
  const { sequence, method, url, startedAt, status, tookMs, fault, authorization, headers, body, answer } = detail;
  return (
    <>
      <p class="path">
        <strong>{method}</strong> <Names text={url} />
      </p>
      <Facts
        facts={{
          Request: String(sequence),
          Status: status,
          At: clockTime(startedAt),
          Took: tookMs === undefined ? "not answered yet" : duration(tookMs),
          Fault: fault ?? "none",
          Token: authorization ?? "none",
        }}
      />
      {body !== undefined && <Json title="Body of the request" value={body} />}
      <Json title="Answer" value={answer ?? "None."} />
      <details>
        <summary>Headers</summary>
        <Facts facts={headers} />
      </details>
    </>
  );
}

function Facts({ facts }: { readonly facts: Readonly<Record<string, string>> }) {
  return <dl>{Object.entries(facts).map(([name, value]) => [<dt>{name}</dt>, <dd>{value}</dd>])}</dl>;
}

/** JSON, or a text that is none, in a box that the keyboard can scroll. */
function Json({ title, value }: { readonly title: string; readonly value: unknown }) {
  return (
    <>
      <h3>{title}</h3>
      <pre tabIndex={0} role="region" aria-label={title}>
        <Names text={typeof value === "string" ? value : JSON.stringify(value, undefined, 2)} />
      </pre>
    </>
  );
}

function ObjectView({ path, kind, object, changeCount, changes }: ObjectDetail) {
  return (
    <>
      <p>
        <strong>{kind}</strong>
      </p>
      <p class="path">
        <Names text={path} />
      </p>
      {object === undefined ? (
        <p class="note">The object is deleted.</p>
      ) : (
        <>
          <Json title="The object" value={object} />
          <OutsideChange path={path} object={object} />
        </>
      )}
      <h3>What happened to it</h3>
      <ul>
        {changes.map(({ at, what, fields }) => (
          <li>
            {clockTime(at)} {what}
            {fields.length > 0 && `: ${fields.join(", ")}`}
          </li>
        ))}
      </ul>
      {changeCount > changes.length && <p class="note">The newest {changes.length} are shown.</p>}
    </>
  );
}
