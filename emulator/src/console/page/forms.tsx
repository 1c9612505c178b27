import { useEffect, useRef, useState } from "preact/hooks";
import type { Choices, ConsoleState } from "../views.js";
import { ask, toMessage, objectPath, readJson } from "./client.js";
import type { Choose } from "./lists.js";
import { Ask, Form, Panel, Select } from "./parts.js";

type Values = Readonly<Record<string, string>>;

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"];
const TIMES = ["1", "2", "3", "10", "always"];

interface FaultFormProps {
  readonly choices: Choices["faults"];
  readonly armed: ConsoleState["faults"];
}

/** Arms faults, and shows those that are armed. */
export function FaultForm({ choices, armed }: FaultFormProps) {
  const [kind, setKind] = useState(choices[0]?.kind ?? "");
  const { label = "", example } = choices.find((choice) => choice.kind === kind) ?? {};
  const arm = async ({ method, path = "", skip, times, details = "" }: Values) => {
    await ask("POST", "/faults", {
      match: { ...(method && { method }), ...(path.trim() && { path: path.trim() }) },
      skip: Number(skip),
      times: times === "always" ? times : Number(times),
      fault: { kind, ...(readJson(details, example) as object) },
    });
    return `Armed: ${label.toLowerCase()}.`;
  };
  return (
    <Panel title="Break something" count={armed.length} startsFolded>
      <Form act={arm}>
        <Select
          label="What happens"
          options={choices.map((choice) => [choice.kind, choice.label])}
          value={kind}
          choose={setKind}
        />
        <label>
          Details, as JSON
          <textarea
            key={kind}
            name="details"
            rows={3}
            spellcheck={false}
            defaultValue={JSON.stringify(example, undefined, 1)}
          />
        </label>
        <label>
          Path, as a regular expression
          <input name="path" autocomplete="off" placeholder="/routes$" />
        </label>
        <div class="row">
          <Select
            label="Method"
            name="method"
            options={[["", "any"], ...METHODS.map((name) => [name, name] as const)]}
          />
          <label>
            Let through
            <input name="skip" type="number" min="0" required defaultValue="0" />
          </label>
          <Select label="Times" name="times" options={TIMES.map((times) => [times, times])} />
          <button type="submit">Arm the fault</button>
        </div>
      </Form>
      <h3>Armed</h3>
      <ul id="faults">
        {armed.map((fault) => (
          <li>
            <strong>{fault.kind}</strong> {fault.times} on <code>{fault.match}</code>
          </li>
        ))}
      </ul>
      <Ask
        label="Disarm all"
        request={["DELETE", "/faults"]}
        done="No fault is armed now."
        disabled={armed.length === 0}
      />
    </Panel>
  );
}

const LATENCIES = {
  defaultMs: "Operations",
  requestMs: "Requests",
  instancesMs: "Instances",
  perInstanceMs: "Each instance",
};

/** Sets how long things take, and shows what holds, unless somebody is typing something else. */
export function LatencyForm({ latency }: { readonly latency: ConsoleState["latency"] }) {
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    for (const input of row.current?.querySelectorAll("input") ?? []) input.value = input.defaultValue;
  }, [JSON.stringify(latency)]);
  const set = async (values: Values) => {
    await ask("PUT", "/latency", Object.fromEntries(Object.entries(values).map(([name, ms]) => [name, Number(ms)])));
    return "The latency is set. Operations that run keep the duration that they started with.";
  };
  return (
    <Panel title="Latency, in milliseconds" startsFolded>
      <Form id="latency-form" act={set}>
        <div class="row" ref={row}>
          {Object.entries(LATENCIES).map(([name, label]) => (
            <label>
              {label}
              <input
                name={name}
                type="number"
                min="0"
                required
                defaultValue={latency[name as keyof typeof LATENCIES]}
              />
            </label>
          ))}
        </div>
        <button type="submit">Set the latency</button>
      </Form>
    </Panel>
  );
}

const ERRORS = [{ code: "QUOTA_EXCEEDED", message: "Injected from the console." }];

/** Adds rules about instances that fail to come up, and shows those that hold. */
export function RolloutForm({ rules }: { readonly rules: ConsoleState["rollouts"] }) {
  const add = async ({ instanceTemplate = "", errors = "", times }: Values) => {
    const rule = {
      instanceTemplate: instanceTemplate.trim(),
      errors: errors.trim() === "" ? [] : readJson(errors, ERRORS),
      times: times === "always" ? times : Number(times),
    };
    await ask("PUT", "/rollouts", { rollouts: [...rules, rule] });
    return `Instances of the template ${rule.instanceTemplate} fail now.`;
  };
  return (
    <Panel title="Fail a rollout" count={rules.length} startsFolded>
      <Form act={add}>
        <label>
          Instance template, as a regular expression
          <input name="instanceTemplate" autocomplete="off" required placeholder="-v2$" />
        </label>
        <label>
          Errors of each attempt, as JSON
          <textarea
            name="errors"
            rows={3}
            spellcheck={false}
            defaultValue={JSON.stringify(ERRORS, undefined, 1)}
            aria-describedby="no-errors"
          />
        </label>
        <p class="note" id="no-errors">
          Without errors, the instances run and never get healthy. The group needs a health check for that.
        </p>
        <div class="row">
          <Select label="Failed attempts" name="times" options={[...TIMES].reverse().map((times) => [times, times])} />
          <button type="submit">Let them fail</button>
        </div>
      </Form>
      <h3>Failing</h3>
      <ul id="rollouts">
        {rules.map(({ instanceTemplate, errors = [], times = "always" }) => (
          <li>
            <strong>{errors.map(({ code }) => code).join(", ") || "unhealthy"}</strong> {times} on{" "}
            <code>{instanceTemplate}</code>
          </li>
        ))}
      </ul>
      <Ask
        label="Let all come up"
        request={["PUT", "/rollouts", { rollouts: [] }]}
        done="No instance fails now. The rollouts go on."
        disabled={rules.length === 0}
      />
    </Panel>
  );
}

interface MakeDialogProps {
  readonly kinds: Choices["kinds"];
  readonly choose: Choose;
}

/** Initial names of the places of a path; the name of an object is for the person to choose. */
const PLACES: Values = { project: "my-project", region: "us-central1", zone: "us-central1-a" };

/** The dialog that makes an object, as if somebody else had made it. */
export function MakeDialog({ kinds, choose }: MakeDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [template, setTemplate] = useState(kinds[0]?.path ?? "");
  const [problem, setProblem] = useState("");
  const make = async ({ content = "", ...places }: Values) => {
    const path = template.replace(/\{([^}]+)\}/g, (_variable, name: string) => places[name]?.trim() ?? "");
    try {
      await ask("PUT", objectPath(path), readJson(content, { description: "mine" }));
    } catch (error) {
      setProblem(toMessage(error));
      return "The object was not made.";
    }
    setProblem("");
    dialog.current?.close();
    choose(path);
    return `${path} exists now.`;
  };
  const open = () => {
    setProblem("");
    dialog.current?.showModal();
  };
  return (
    <>
      <button type="button" onClick={open}>
        Make an object
      </button>
      <dialog ref={dialog} aria-label="Make an object">
        <h2>Make an object</h2>
        <p>It is there at once, without an operation, as if somebody else had made it.</p>
        <Form act={make}>
          <Select
            label="Kind of object"
            options={kinds.map(({ kind, path }) => [path, kind])}
            value={template}
            choose={setTemplate}
          />
          <p class="note">
            Its path: <code>{template}</code>
          </p>
          {[...template.matchAll(/\{([^}]+)\}/g)].map(([variable, name = ""]) => (
            <label key={name}>
              {template.endsWith(variable) ? `Name of the ${inWords(name).toLowerCase()}` : inWords(name)}
              <input name={name} autocomplete="off" required spellcheck={false} defaultValue={PLACES[name] ?? ""} />
            </label>
          ))}
          <label>
            Content, as JSON
            <textarea name="content" rows={6} spellcheck={false} defaultValue="{}" />
          </label>
          <p class="note">It can have: {kinds.find(({ path }) => path === template)?.fields.join(", ")}.</p>
          <p class="bad" role="alert">
            {problem}
          </p>
          <div class="row">
            <button type="button" onClick={() => dialog.current?.close()}>
              Cancel
            </button>
            <button type="submit">Make it</button>
          </div>
        </Form>
      </dialog>
    </>
  );
}

/** `instanceGroupManager` as `Instance group manager`. */
function inWords(name: string): string {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
