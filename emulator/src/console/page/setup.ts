import { announce, byId } from "./dom.js";

/** The commands that point a program at this emulator, and the button that copies them. */
export function showSetup(): void {
  const commands = byId("setup", HTMLElement);
  const text = commands.textContent.trim().replace("ENDPOINT", `${location.origin}/compute/v1`);
  commands.textContent = text;
  byId("setup-copy", HTMLButtonElement).addEventListener("click", () => {
    void copy(text, commands);
  });
}

/** A page that did not come from this machine is given no clipboard by its browser. */
async function copy(text: string, shown: HTMLElement): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    announce("The configuration is copied: paste it in the folder of a program.");
  } catch {
    getSelection()?.selectAllChildren(shown);
    announce("The browser does not let this page copy. The configuration is selected: copy it with the keyboard.");
  }
}
