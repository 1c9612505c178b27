import { announce, ask, byId, make, messageOf, objectPath, perform, readJson, setOptions, setText } from "./dom.js";
import { FAULT_CHOICES } from "./faultKinds.js";
import type { KindChoice } from "./messages.js";

/** What the places of a path are called at first; the name of an object is for the person to choose. */
const PLACES: Readonly<Record<string, string>> = {
  project: "my-project",
  region: "us-central1",
  zone: "us-central1-a",
};

/** Makes every form and button do what it says. `showObject` is told the path of an object that was made. */
export function addForms(showObject: (path: string) => void): void {
  addFaultForm();
  addLatencyForm();
  addMakeDialog(showObject);
  addResetDialog();
  onClick("requests-clear", "The request log is empty.", () => ask("DELETE", "/requests"));
  onClick("faults-clear", "No fault is armed now.", () => ask("DELETE", "/faults"));
  byId("setup-copy").addEventListener("click", () => void copySetup());
}

function onClick(id: string, done: string, act: () => Promise<unknown>): void {
  byId(id).addEventListener("click", () => {
    void perform(async () => {
      await act();
      return done;
    });
  });
}

function onSubmit(id: string, act: () => Promise<string>): void {
  byId(id).addEventListener("submit", (event) => {
    event.preventDefault();
    void perform(act);
  });
}

function addFaultForm(): void {
  const kind = byId<HTMLSelectElement>("fault-kind");
  const details = byId<HTMLTextAreaElement>("fault-details");
  const valueOf = (id: string) => byId<HTMLInputElement>(id).value.trim();
  const choice = () => FAULT_CHOICES.find((candidate) => candidate.kind === kind.value) ?? FAULT_CHOICES[0];
  const showChoice = () => {
    details.value = JSON.stringify(choice()?.details ?? {}, undefined, 1);
  };
  setOptions(
    kind,
    FAULT_CHOICES.map(({ kind: value, label }) => ({ value, label })),
  );
  kind.addEventListener("change", showChoice);
  showChoice();
  onSubmit("fault-form", async () => {
    const [method, path, often] = [valueOf("fault-method"), valueOf("fault-path"), valueOf("fault-times")];
    const match = { ...(method === "" ? {} : { method }), ...(path === "" ? {} : { path }) };
    const members = readJson(details.value, choice()?.details ?? {}) as Record<string, unknown>;
    const times = often === "always" ? often : Number(often);
    await ask("POST", "/faults", { match, times, fault: { kind: kind.value, ...members } });
    return `Armed: ${choice()?.label.toLowerCase() ?? ""}.`;
  });
}

function addLatencyForm(): void {
  onSubmit("latency-form", async () => {
    const inputs = [...byId("latency-form").querySelectorAll("input")];
    await ask("PUT", "/latency", Object.fromEntries(inputs.map(({ name, value }) => [name, Number(value)])));
    return "The latency is set. Operations that run keep the duration that they started with.";
  });
}

/** The dialog that makes an object, as if others had made it. */
function addMakeDialog(showObject: (path: string) => void): void {
  const dialog = byId<HTMLDialogElement>("make-dialog");
  const kind = byId<HTMLSelectElement>("make-kind");
  const places = byId("make-places");
  const problem = byId("make-problem");
  /** What a person has typed for each place, so that another kind begins with it. */
  const typed = new Map(Object.entries(PLACES));
  let kinds: readonly KindChoice[] = [];
  const showKind = () => {
    const { path = "", fields = [] } = kinds.find((choice) => choice.path === kind.value) ?? {};
    const variables = [...path.matchAll(/\{([^}]+)\}/g)].map(([, name = ""]) => name);
    places.replaceChildren(
      ...variables.map((name) => {
        const input = make("input", { name, autocomplete: "off", required: "", spellcheck: "false" });
        input.value = typed.get(name) ?? "";
        return make("label", { class: "field" }, `${inWords(name)} `, input);
      }),
    );
    setText(byId("make-fields"), `It can have: ${fields.join(", ")}.`);
  };
  places.addEventListener("input", ({ target }) => {
    const { name, value } = target as HTMLInputElement;
    typed.set(name, value);
  });
  kind.addEventListener("change", showKind);
  byId("make-cancel").addEventListener("click", () => {
    dialog.close();
  });
  byId("make").addEventListener("click", () => {
    void (async () => {
      setText(problem, "");
      if (kinds.length === 0) {
        ({ kinds } = await ask<{ kinds: KindChoice[] }>("GET", "/console/kinds"));
        setOptions(
          kind,
          kinds.map(({ kind: label, path }) => ({ value: path, label })),
        );
        showKind();
      }
      dialog.showModal();
    })();
  });
  byId("make-form").addEventListener("submit", (event) => {
    event.preventDefault();
    const values = [...places.querySelectorAll("input")].map(({ value }) => value.trim());
    const path = kind.value.replace(/\{[^}]+\}/g, () => values.shift() ?? "");
    const body = byId<HTMLTextAreaElement>("make-body").value;
    void (async () => {
      try {
        await ask("PUT", objectPath(path), readJson(body, { description: "mine" }));
      } catch (error) {
        setText(problem, messageOf(error));
        return;
      }
      dialog.close();
      announce(`${path} exists now.`);
      showObject(path);
    })();
  });
}

/** `instanceGroupManager` as `Instance group manager`. */
function inWords(name: string): string {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function addResetDialog(): void {
  const dialog = byId<HTMLDialogElement>("reset-dialog");
  byId("reset").addEventListener("click", () => {
    dialog.returnValue = "";
    dialog.showModal();
  });
  dialog.addEventListener("close", () => {
    if (dialog.returnValue === "reset") {
      void perform(async () => {
        await ask("POST", "/reset");
        return "Everything is forgotten.";
      });
    }
  });
}

/** A page that did not come from this machine is given no clipboard by its browser. */
async function copySetup(): Promise<void> {
  const commands = byId("setup");
  try {
    await navigator.clipboard.writeText(commands.textContent.trim());
    announce("The configuration is copied: paste it in the folder of a program.");
  } catch {
    getSelection()?.selectAllChildren(commands);
    announce("The browser does not let this page copy. The configuration is selected: copy it with the keyboard.");
  }
}
