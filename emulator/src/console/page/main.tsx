import { render } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Choices, ConsoleState } from "../views.js";
import { announce, ask, perform } from "./client.js";
import { Details } from "./detail.js";
import { FaultForm, LatencyForm, MakeDialog, RolloutForm } from "./forms.js";
import { Objects, Operations, Requests, type Choose, type Chosen, type Filters } from "./lists.js";
import { Ask } from "./parts.js";

const EVERY_MS = 400;

function Console({ setup }: { readonly setup: string }) {
  const [filters, setFilters] = useState<Filters>({ objects: "", requests: "", problems: "" });
  const [chosen, setChosen] = useState<Chosen>();
  const [choices, setChoices] = useState<Choices>();
  const { connection, state } = useConsoleState(new URLSearchParams({ ...filters }).toString());
  // Again after each loss of the connection: another emulator may have come.
  useEffect(() => void ask<Choices>("GET", "/console/choices").then(setChoices, () => undefined), [connection]);
  useNewFailures(state);
  const filter = (change: Partial<Filters>) => setFilters({ ...filters, ...change });
  const choose: Choose = (line, parts = [line]) => setChosen({ line, parts });
  const choice = { chosen: chosen?.line, choose };
  return (
    <>
      <a class="skip" href="#requests">
        Skip to the requests
      </a>
      <header>
        <h1>Compute Engine emulator</h1>
        <Setup commands={setup} />
        <a href="/_emulator/connect">Connect a client</a>
        <p class={connection === "live" ? "good" : "bad"}>
          ● <span>{connection}</span>
        </p>
        <ResetDialog />
      </header>
      <p role="status" />
      {state && choices && (
        <main>
          <div class="column">
            <Objects {...state.objects} filter={filter} {...choice}>
              <MakeDialog kinds={choices.kinds} choose={choose} />
            </Objects>
            <FaultForm choices={choices.faults} armed={state.faults} />
            <LatencyForm latency={state.latency} />
            <RolloutForm rules={state.rollouts} />
          </div>
          <div class="column">
            <Operations {...state.operations} {...choice} />
            <Requests {...state.requests} filter={filter} {...choice} />
          </div>
          {chosen !== undefined && <Details chosen={chosen} close={() => setChosen(undefined)} state={state} />}
        </main>
      )}
    </>
  );
}

/** The current state, polled repeatedly. */
function useConsoleState(query: string) {
  const [connection, setConnection] = useState("connecting");
  const [text, setText] = useState<string>();
  useEffect(() => {
    let isOver = false;
    let timer: number | undefined;
    const look = async () => {
      if (!document.hidden) {
        // An answer that breaks off, or that something else gives in the emulator's place, is none.
        const answer = await ask<ConsoleState>("GET", `/console/state?${query}`).catch(() => undefined);
        // Filters may have changed while the answer was on its way.
        if (isOver) return;
        setConnection(answer === undefined ? "not connected, trying again" : "live");
        if (answer !== undefined) setText(JSON.stringify(answer));
      }
      timer = setTimeout(() => void look(), EVERY_MS);
    };
    void look();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [query]);
  const state = useMemo(() => (text === undefined ? undefined : (JSON.parse(text) as ConsoleState)), [text]);
  return { connection, state };
}

/** Tells of operations that have failed since the page was opened. */
function useNewFailures(state: ConsoleState | undefined): void {
  const known = useRef<ReadonlySet<string>>();
  useEffect(() => {
    const failed = state?.operations.newest.filter((operation) => operation.state === "failed") ?? [];
    const news = failed.find(({ path }) => known.current?.has(path) === false);
    if (news !== undefined) announce(`Operation ${news.type} of ${news.target} ${news.outcome}`);
    known.current = state && new Set(failed.map(({ path }) => path));
  }, [state]);
}

/** How to point a program at the emulator. A page that did not come from this machine is given no clipboard. */
function Setup({ commands }: { readonly commands: string }) {
  const shown = useRef<HTMLPreElement>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(commands);
      return "The configuration is copied: paste it in the folder of a program.";
    } catch {
      if (shown.current !== null) getSelection()?.selectAllChildren(shown.current);
      return "The browser does not let this page copy. The configuration is selected: copy it with the keyboard.";
    }
  };
  return (
    <>
      <pre ref={shown} tabIndex={0} role="region" aria-label="Configuration of a program">
        {commands}
      </pre>
      <button type="button" onClick={() => void perform(copy)}>
        Copy the configuration
      </button>
    </>
  );
}

/** Its own dialog: in the frames of editors and previews, browsers answer `confirm` themselves, with no. */
function ResetDialog() {
  const dialog = useRef<HTMLDialogElement>(null);
  const close = () => dialog.current?.close();
  return (
    <>
      <button type="button" class="danger" onClick={() => dialog.current?.showModal()}>
        Reset everything
      </button>
      <dialog ref={dialog} aria-label="Reset everything?">
        <h2>Reset everything?</h2>
        <p>All objects, operations, faults, settings and the request log are forgotten. Pulumi's state is not.</p>
        <div class="row" onClick={close}>
          <button type="button">Keep everything</button>
          <Ask label="Reset" request={["POST", "/reset"]} done="Everything is forgotten." class="danger" />
        </div>
      </dialog>
    </>
  );
}

const setup = document.querySelector("pre")?.textContent ?? "";
document.body.replaceChildren();
render(<Console setup={setup} />, document.body);
