import { PANELS_STYLE } from "./panelsStyle";

/** How the page looks. Colours are pairs for light and dark; every text has a contrast of at least 4.5 to 1. */
export const STYLE = /* CSS */ `
:root {
  color-scheme: light dark;
  --page: light-dark(#f4f5f7, #14171c);
  --panel: light-dark(#ffffff, #1c2027);
  --line: light-dark(#d4d8df, #353b46);
  --text: light-dark(#1b2330, #e4e8ee);
  --quiet: light-dark(#545e6e, #a3adbb);
  --accent: light-dark(#1857c4, #8fb8ff);
  --on-accent: light-dark(#ffffff, #10141a);
  --chosen: light-dark(#dde9ff, #263a5c);
  --good: light-dark(#11703a, #6fd49a);
  --bad: light-dark(#b3261e, #ff9d94);
  --warn: light-dark(#855300, #f0bf6a);
  --mono: ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace;
  font: 14px/1.45 system-ui, "Segoe UI", Roboto, "DejaVu Sans", sans-serif;
}
* {
  box-sizing: border-box;
}
body {
  margin: 0;
  min-height: 100vh;
  display: flex;
  flex-direction: column;
  background: var(--page);
  color: var(--text);
}
h1,
h2,
h3,
p {
  margin: 0;
}
h1 {
  font-size: 1.15rem;
}
h2 {
  font-size: 1rem;
}
h3 {
  font-size: 0.9rem;
}
code,
pre,
.log,
td {
  font-family: var(--mono);
  font-size: 12px;
}
:focus-visible {
  outline: 2px solid var(--accent);
  outline-offset: 1px;
}
.skip {
  position: absolute;
  left: -999px;
}
.skip:focus {
  left: 8px;
  top: 8px;
  padding: 4px 8px;
  background: var(--panel);
  color: var(--accent);
  z-index: 1;
}
header {
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 6px 16px;
  padding: 10px 16px;
  background: var(--panel);
  border-bottom: 1px solid var(--line);
}
.setup {
  flex: 1 1 300px;
  max-height: none;
  padding: 0;
  color: var(--quiet);
  background: none;
  border: 0;
}
header button {
  align-self: center;
}
a {
  color: var(--accent);
}
body.document {
  height: auto;
}
.document main {
  display: block;
  max-width: 900px;
  padding-top: 12px;
}
.document main > * {
  margin-bottom: 12px;
}
.document pre {
  max-height: none;
}
.connection::before {
  content: "";
  display: inline-block;
  width: 9px;
  height: 9px;
  margin-right: 6px;
  border-radius: 50%;
  background: var(--warn);
}
.connection[data-state="live"]::before {
  background: var(--good);
}
.connection[data-state="lost"]::before {
  background: var(--bad);
}
.announcement {
  padding: 4px 16px;
  min-height: 1.9em;
  color: var(--quiet);
}
main {
  flex: 1;
  display: grid;
  gap: 12px;
  padding: 0 16px 16px;
  grid-template-columns: minmax(260px, 310px) minmax(0, 1fr) minmax(260px, 360px);
}
.column {
  display: flex;
  flex-direction: column;
  gap: 12px;
  min-width: 0;
}
.panel {
  display: flex;
  flex-direction: column;
  gap: 8px;
  padding: 12px;
  background: var(--panel);
  border: 1px solid var(--line);
  border-radius: 8px;
}
.grow {
  flex: 1 0 300px;
  min-height: 300px;
}
@media (min-width: 1100px) {
  body {
    height: 100vh;
  }
  main {
    min-height: 0;
  }
  main > * {
    min-height: 0;
    overflow-y: auto;
  }
}
@media (max-width: 1099px) {
  main {
    grid-template-columns: minmax(0, 1fr);
  }
  .log {
    flex: none;
    height: 420px;
  }
  .scroll {
    max-height: 420px;
  }
  /* What was chosen in a list stays in sight of it. */
  html {
    scroll-padding-bottom: 45vh;
  }
  #detail {
    position: sticky;
    bottom: 0;
    max-height: 45vh;
    overflow-y: auto;
    box-shadow: 0 -4px 12px rgb(0 0 0 / 25%);
  }
}
@media (max-width: 599px) {
  main {
    padding: 0 8px 8px;
  }
}
.scroll {
  overflow: auto;
  flex: 1;
}
.timeline {
  flex: none;
  max-height: 250px;
}
.count {
  color: var(--quiet);
  font-weight: normal;
}
.note {
  color: var(--quiet);
}
.note:empty {
  display: none;
}
.row > button {
  align-self: end;
}
.row {
  display: flex;
  flex-wrap: wrap;
  align-items: end;
  gap: 8px;
}
.settings,
form {
  display: flex;
  flex-direction: column;
  gap: 8px;
}
.settings:empty {
  display: none;
}
form.row {
  flex-direction: row;
}
.row .field {
  flex: 1 1 80px;
}
.field {
  display: flex;
  flex-direction: column;
  min-width: 0;
  color: var(--quiet);
  font-size: 12px;
}
.row .field.short {
  flex: 0 1 76px;
}
.check {
  color: var(--quiet);
  padding-bottom: 4px;
}
input:not([type="checkbox"]),
select,
textarea {
  width: 100%;
  min-width: 0;
  padding: 4px 6px;
  font: inherit;
  font-size: 13px;
  color: var(--text);
  background: var(--page);
  border: 1px solid light-dark(#868f9e, #6b7686);
  border-radius: 4px;
}
textarea {
  font-family: var(--mono);
  font-size: 12px;
  resize: vertical;
}
button {
  align-self: flex-start;
  padding: 5px 12px;
  font: inherit;
  font-size: 13px;
  color: var(--accent);
  background: transparent;
  border: 1px solid currentColor;
  border-radius: 4px;
  cursor: pointer;
}
button[type="submit"] {
  color: var(--on-accent);
  background: var(--accent);
  border-color: var(--accent);
}
button.danger {
  color: var(--bad);
}
button:disabled {
  color: var(--quiet);
  cursor: default;
}
dialog {
  width: 420px;
  max-width: calc(100vw - 16px);
  padding: 20px;
  color: var(--text);
  background: var(--panel);
  border: 1px solid var(--line);
  border-radius: 8px;
}
dialog::backdrop {
  background: rgb(0 0 0 / 45%);
}
dialog p {
  margin: 10px 0 16px;
}
.problem {
  color: var(--bad);
  overflow-wrap: anywhere;
}
.problem:empty {
  display: none;
}
.note {
  overflow-wrap: anywhere;
}
summary {
  padding: 3px 0;
  cursor: pointer;
  font-weight: 600;
}
ul {
  margin: 0;
  padding: 0;
  list-style: none;
}
${PANELS_STYLE}`;
