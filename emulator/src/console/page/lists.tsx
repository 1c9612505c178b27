import { Fragment, type ComponentChildren } from "preact";
import { useRef, useState } from "preact/hooks";
import type { ConsoleState } from "../views.js";
import { clockTime, duration } from "./client.js";
import { Ask, Names, Panel } from "./parts.js";

/** The path of an object, or the number of a request. */
export type Part = string | number;

/** The line that a person has chosen, and what it opens. */
export interface Chosen {
  /** The path of an object or an operation, or the number of a request. */
  readonly line: Part;
  readonly parts: readonly Part[];
}

/** Chooses a line. It opens itself, or the parts that are given. */
export type Choose = (line: Part, parts?: readonly Part[]) => void;

/** The filters of the lists. */
export interface Filters {
  readonly objects: string;
  readonly requests: string;
  /** Empty for all requests. */
  readonly problems: string;
}

interface ChoiceProps {
  /** The line that is chosen. */
  readonly chosen: Part | undefined;
  readonly choose: Choose;
}

interface ListProps extends ChoiceProps {
  readonly filter: (change: Partial<Filters>) => void;
}

/** A kind with more objects than this is closed until somebody opens it. */
const OPEN_ROWS = 20;

type ObjectsProps = ConsoleState["objects"] & ListProps & { readonly children: ComponentChildren };

/** The objects by their kinds: first what has changed since the start, which is what somebody looks for. */
export function Objects({ total, changed, gone, kinds, filter, chosen, choose, children }: ObjectsProps) {
  const parts = [
    ["Changed since the start", changed],
    ["There from the start", kinds],
  ] as const;
  return (
    <Panel title="Objects" count={total} class="grow">
      <div class="row">
        <Filter set={(objects) => filter({ objects })} />
        {children}
      </div>
      <div id="resources" class="scroll" role="radiogroup" aria-label="Objects">
        {changed.length + kinds.length === 0 && (
          <p class="note">{total === 0 ? "Nothing yet." : "Nothing matches the filter."}</p>
        )}
        {parts.map(([title, part]) => (
          <Fragment key={title}>
            {part.length > 0 && <h3>{title}</h3>}
            {part.map(({ kind, total: size, paths }) => (
              <Kind key={kind} kind={kind} size={size} isChosen={paths.some((path) => path === chosen)}>
                {paths.map((path) => (
                  <label key={path} class="line">
                    <input type="radio" checked={path === chosen} name="object" onChange={() => choose(path)} />
                    <Names text={path.slice(path.lastIndexOf("/") + 1)} />{" "}
                    {gone.includes(path) && <span class="bad">deleted </span>}
                    <small>
                      <Names text={path.slice(0, path.lastIndexOf("/"))} />
                    </small>
                  </label>
                ))}
                {size > paths.length && (
                  <p class="note">{size - paths.length} more: narrow them down with the filter.</p>
                )}
              </Kind>
            ))}
          </Fragment>
        ))}
      </div>
    </Panel>
  );
}

interface KindProps {
  readonly kind: string;
  readonly size: number;
  /** True if one of its objects is chosen. */
  readonly isChosen: boolean;
  readonly children: ComponentChildren;
}

/** The objects of a kind. What a person has opened or closed stays so. */
function Kind({ kind, size, isChosen, children }: KindProps) {
  const [turned, turn] = useState<boolean>();
  const isOpen = turned ?? (size <= OPEN_ROWS || isChosen);
  const onClick = (event: Event) => {
    event.preventDefault();
    turn(!isOpen);
  };
  return (
    <details open={isOpen}>
      <summary onClick={onClick}>
        {kind} <small>{size}</small>
      </summary>
      {children}
    </details>
  );
}

/** Percent of the map: what takes no time is as wide as a stroke. */
const NARROWEST = 3;

/** So long a pause parts two runs of a program. */
const PAUSE_MS = 60_000;

type Operation = ConsoleState["operations"]["newest"][number];

/** The operations of the last run, whose times one scale can show: they come newest first. */
function lastRun(newest: readonly Operation[]): readonly Operation[] {
  let from = Infinity;
  const before = newest.findIndex(({ acceptedAt, tookMs }, index) => {
    if (index > 0 && from - (acceptedAt + tookMs) > PAUSE_MS) return true;
    from = Math.min(from, acceptedAt);
    return false;
  });
  return before === -1 ? newest : newest.slice(0, before);
}

/** A map of what a program did: the operations, newest first, and those of its last run as bars on one scale. */
export function Operations({ total, running, newest, chosen, choose }: ConsoleState["operations"] & ChoiceProps) {
  const run = lastRun(newest);
  const from = Math.min(...run.map(({ acceptedAt }) => acceptedAt));
  const spanMs = Math.max(1, ...run.map(({ acceptedAt, tookMs }) => acceptedAt + tookMs - from));
  const percent = (ms: number) => (100 * ms) / spanMs;
  const bar = (fromMs: number, tookMs: number) => ({
    x: `${String(Math.min(percent(fromMs), 100 - NARROWEST))}%`,
    width: `${String(Math.max(percent(tookMs), NARROWEST))}%`,
  });
  const scale = newest.length === 0 ? "When" : `${duration(spanMs)} from ${clockTime(from)}`;
  return (
    <Panel title="Operations" count={running > 0 ? `${String(total)}, ${String(running)} running` : total}>
      <div class="scroll map" tabIndex={0} role="region" aria-label="Map of the operations">
        <table>
          <thead>
            <tr>
              {["Type", "Target", "State", "Took", scale].map((title) => (
                <th scope="col">{title}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {newest.map(({ path, type, target, request, state, outcome, acceptedAt, tookMs }) => (
              <tr key={path} data-state={state}>
                <td>
                  <label class="line">
                    <input
                      type="radio"
                      checked={path === chosen}
                      name="operation"
                      onChange={() => choose(path, request === undefined ? [target] : [request, target])}
                    />
                    {type}
                  </label>
                </td>
                <td title={target}>
                  <Names text={target.split("/").slice(-2).join("/")} />{" "}
                  <small>
                    <Names text={projectIn(target)} />
                  </small>
                </td>
                <td title={outcome}>{outcome}</td>
                <td>{duration(tookMs)}</td>
                <td aria-hidden="true">
                  <svg>{acceptedAt >= from && <rect {...bar(acceptedAt - from, tookMs)} height="100%" rx="1.5" />}</svg>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {total === 0 && <p class="note">No operation yet: apply a program, and they appear here.</p>}
      {total > newest.length && <p class="note">The newest {newest.length} are shown.</p>}
    </Panel>
  );
}

/** The requests, newest first. */
export function Requests({ total, matching, newest, filter, chosen, choose }: ConsoleState["requests"] & ListProps) {
  const [isPaused, setPaused] = useState(false);
  const shown = useRef(newest);
  if (!isPaused) shown.current = newest;
  const count = matching === total ? total : `${String(matching)} of ${String(total)}`;
  return (
    <Panel title="Requests" count={count} class="grow">
      <div class="row">
        <Filter set={(requests) => filter({ requests })} />
        <Check label="Problems only" set={(isSet) => filter({ problems: isSet ? "1" : "" })} />
        <Check label="Pause" set={setPaused} />
        <Ask label="Clear" request={["DELETE", "/requests"]} done="The request log is empty." />
      </div>
      <div id="requests" class="scroll" tabIndex={-1} role="radiogroup" aria-label="Requests">
        {shown.current.map(({ sequence, startedAt, method, url, fault, status, isProblem, tookMs }) => (
          <label key={sequence} class="line request">
            <input type="radio" checked={sequence === chosen} name="request" onChange={() => choose(sequence)} />
            <span class="wide">{clockTime(startedAt)}</span>
            <span>{method}</span>
            <Url url={url} />
            <span class="fault">{fault}</span>
            <span class={isProblem ? "bad" : status === "held" ? "" : "good"}>{status}</span>
            <span class="wide">{tookMs === undefined ? "" : duration(tookMs)}</span>
          </label>
        ))}
      </div>
      {matching > newest.length && (
        <p class="note">The newest {newest.length} are shown: the filter finds the others.</p>
      )}
    </Panel>
  );
}

/** So many characters of the end of a path are always shown. */
const END = 20;

/** A URL in one line, which begins with its project. Its path is cut in the middle, since the end tells most, and its query first. */
function Url({ url }: { readonly url: string }) {
  const project = projectIn(url);
  const path = url.replace(/^\/?projects\/[^/]+\//, "");
  const end = path.includes("?") ? path.indexOf("?") : path.length;
  const middle = Math.max(0, end - END);
  return (
    <span title={url}>
      <small>{project}</small>{" "}
      <span class="start" style={{ maxWidth: `calc(100% - ${project.length + 2 + END}ch)` }}>
        {path.slice(0, middle)}
      </span>
      {path.slice(middle)}
    </span>
  );
}

/** The project of a path or a URL; nothing for one of an organization. */
function projectIn(path: string): string {
  return /^\/?projects\/([^/?]+)/.exec(path)?.[1] ?? "";
}

function Filter({ set }: { readonly set: (text: string) => void }) {
  return (
    <label>
      Filter
      <input type="search" autocomplete="off" onInput={(event) => set(event.currentTarget.value)} />
    </label>
  );
}

function Check({ label, set }: { readonly label: string; readonly set: (isSet: boolean) => void }) {
  return (
    <label class="check">
      <input type="checkbox" onChange={(event) => set(event.currentTarget.checked)} /> {label}
    </label>
  );
}
