import type { IncomingMessage } from "node:http";
import { badRequest } from "../errors";
import { clientInstructions, CREDENTIALS_NOTE, type ClientInstructions } from "./clients";

/** Where the page is. */
export const CONNECT_PATH = "/_emulator/connect";

/** The page that says how to point clients at the emulator, under the address by which it was asked. */
export function connectPage(request: IncomingMessage): string {
  const sections = clientInstructions(originOf(request)).map(section).join("");
  return /* HTML */ `<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>Connect a client: Compute Engine emulator</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/_emulator/console/console.css" />
      </head>
      <body class="document">
        <header>
          <h1>Connect a client</h1>
          <a href="/">The console</a>
        </header>
        <main>
          <p>${escaped(CREDENTIALS_NOTE)}</p>
          ${sections}
        </main>
      </body>
    </html> `;
}

/** The same as text, for a terminal. */
export function connectText(request: IncomingMessage): string {
  const sections = clientInstructions(originOf(request)).map(({ client, note, code }) =>
    [`# ${client}`, ...(note === undefined ? [] : [note]), code].join("\n\n"),
  );
  return `${[CREDENTIALS_NOTE, ...sections].join("\n\n")}\n`;
}

/** The address that was asked, which is one that reaches the emulator from where the reader is. */
export function originOf({ headers, socket }: IncomingMessage): string {
  const scheme = "encrypted" in socket ? "https" : "http";
  try {
    return new URL(`${scheme}://${headers.host ?? ""}`).origin;
  } catch {
    throw badRequest("The request has no host that the page can show.");
  }
}

function section({ client, note, code }: ClientInstructions, index: number): string {
  const id = `client-${String(index)}`;
  return `<section class="panel" aria-labelledby="${id}">
<h2 id="${id}">${escaped(client)}</h2>
${note === undefined ? "" : `<p>${escaped(note)}</p>`}
<pre tabindex="0" role="region" aria-label="Code for ${escaped(client)}">${escaped(code)}</pre>
</section>`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
