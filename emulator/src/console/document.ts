import { setupCommands } from "../setup";

/** The page as it is before anything has happened. What it shows is filled in by `page/main.ts`. */
export const PAGE = /* HTML */ `<!doctype html>
  <html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <title>Compute Engine emulator</title>
      <link rel="icon" href="data:," />
      <link rel="stylesheet" href="/_emulator/console/console.css" />
      <script type="module" src="/_emulator/console/main.js"></script>
    </head>
    <body>
      <a class="skip" href="#requests">Skip to the requests</a>
      <header>
        <h1>Compute Engine emulator</h1>
        <pre id="setup" class="setup" tabindex="0" role="region" aria-label="Configuration of a program">
${setupCommands("ENDPOINT").join("\n")}</pre>
        <button id="setup-copy" type="button">Copy the configuration</button>
        <a href="/_emulator/connect">Connect a client</a>
        <p id="connection" class="connection" data-state="connecting">connecting</p>
        <button id="reset" type="button" class="danger">Reset everything</button>
      </header>
      <p id="announcement" class="announcement" role="status" aria-live="polite"></p>
      <noscript><p>This page needs JavaScript. What it shows is also at /_emulator, as JSON.</p></noscript>
      <main>
        <div class="column">
          <section class="panel grow" aria-labelledby="resources-title">
            <h2 id="resources-title">Resources <span id="resources-count" class="count">0</span></h2>
            <div class="row">
              <label class="field">Filter <input id="resources-filter" type="search" autocomplete="off" /></label>
              <button id="make" type="button">Make an object</button>
            </div>
            <label class="check"><input id="resources-all" type="checkbox" /> Show kinds without objects</label>
            <div
              id="resources"
              class="scroll"
              role="region"
              aria-label="Resources by kind: the arrow keys go through them"
            ></div>
          </section>
          <section class="panel" aria-labelledby="faults-title">
            <h2 id="faults-title">Break something</h2>
            <form id="fault-form">
              <label class="field"
                >What happens
                <select id="fault-kind"></select
              ></label>
              <div id="fault-settings" class="settings"></div>
              <div class="row">
                <label class="field"
                  >Collection
                  <select id="fault-collection"></select
                ></label>
                <label class="field"
                  >Method
                  <select id="fault-verb"></select
                ></label>
                <label class="field short"
                  >Times
                  <select id="fault-times"></select
                ></label>
              </div>
              <p id="fault-note" class="note"></p>
              <button type="submit">Arm the fault</button>
            </form>
            <h3>Armed <span id="faults-count" class="count">0</span></h3>
            <ul id="faults" class="faults"></ul>
            <button id="faults-clear" type="button" disabled>Disarm all</button>
          </section>
          <section class="panel" aria-labelledby="latency-title">
            <h2 id="latency-title">Latency, in milliseconds</h2>
            <form id="latency-form">
              <div class="row">
                <label class="field">Operations <input name="defaultMs" type="number" min="0" required /></label>
                <label class="field">Requests <input name="requestMs" type="number" min="0" required /></label>
                <label class="field">Instances <input name="instancesMs" type="number" min="0" required /></label>
              </div>
              <button type="submit">Set the latency</button>
            </form>
          </section>
        </div>
        <div class="column">
          <section class="panel" aria-labelledby="operations-title">
            <h2 id="operations-title">Operations <span id="operations-count" class="count">0</span></h2>
            <div class="scroll timeline" tabindex="0" role="region" aria-label="Timeline of the operations">
              <table>
                <thead>
                  <tr>
                    <th scope="col" class="type">Type</th>
                    <th scope="col">Target</th>
                    <th scope="col" class="state">State</th>
                    <th scope="col" class="number took">Took</th>
                    <th scope="col" id="timeline-scale" class="when">When</th>
                  </tr>
                </thead>
                <tbody id="operations"></tbody>
              </table>
            </div>
            <p id="operations-note" class="note"></p>
          </section>
          <section class="panel grow" aria-labelledby="requests-title">
            <h2 id="requests-title">Requests <span id="requests-count" class="count">0</span></h2>
            <div class="row">
              <label class="field">Filter <input id="requests-filter" type="search" autocomplete="off" /></label>
              <label class="check"><input id="requests-problems" type="checkbox" /> Problems only</label>
              <label class="check"><input id="requests-paused" type="checkbox" /> Hold still</label>
              <button id="requests-clear" type="button">Clear</button>
            </div>
            <div id="requests" class="log" role="listbox" tabindex="0" aria-label="Requests, newest first"></div>
          </section>
        </div>
        <section id="detail" class="panel column" tabindex="-1" aria-labelledby="detail-title">
          <h2 id="detail-title">Details</h2>
          <div id="detail-body"><p class="note">Choose a resource or a request.</p></div>
        </section>
      </main>
      <dialog id="make-dialog" aria-labelledby="make-title">
        <h2 id="make-title">Make an object</h2>
        <p>It is there at once, without an operation: as if others had made it.</p>
        <form id="make-form">
          <label class="field"
            >Kind of object
            <select id="make-kind"></select
          ></label>
          <div id="make-places" class="settings"></div>
          <label class="field"
            >Content, as JSON <textarea id="make-body" rows="6" spellcheck="false">{}</textarea>
          </label>
          <p id="make-fields" class="note"></p>
          <p id="make-problem" class="problem" role="alert"></p>
          <div class="row">
            <button id="make-cancel" type="button">Cancel</button>
            <button type="submit">Make it</button>
          </div>
        </form>
      </dialog>
      <dialog id="reset-dialog" aria-labelledby="reset-title">
        <h2 id="reset-title">Reset everything?</h2>
        <p>All resources, operations, faults, settings and the request log are forgotten. Pulumi's state is not.</p>
        <form method="dialog" class="row">
          <button value="cancel">Keep everything</button>
          <button value="reset" class="danger">Reset</button>
        </form>
      </dialog>
    </body>
  </html> `;
