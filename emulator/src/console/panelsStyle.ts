/** How the panels look inside: objects, faults, the timeline and the request log. */
export const PANELS_STYLE = /* CSS */ `
.object {
  display: block;
  width: 100%;
  padding: 3px 8px;
  text-align: left;
  color: var(--text);
  border: 0;
  overflow-wrap: anywhere;
}
.object small {
  color: var(--quiet);
}
.object[aria-current="true"] {
  background: var(--chosen);
}
.object[aria-current="true"] small {
  color: var(--text);
}
.faults li {
  padding: 2px 0;
  overflow-wrap: anywhere;
}
table {
  width: 100%;
  border-collapse: collapse;
}
th {
  position: sticky;
  top: 0;
  padding: 2px 6px;
  text-align: left;
  font-size: 12px;
  font-weight: 600;
  color: var(--quiet);
  background: var(--panel);
}
td {
  padding: 2px 6px;
  border-top: 1px solid var(--line);
  overflow-wrap: anywhere;
}
.number {
  text-align: right;
  white-space: nowrap;
}
td:first-child {
  white-space: nowrap;
}
td:nth-child(2) {
  width: 38%;
}
td.state {
  max-width: 100px;
  overflow: hidden;
  text-overflow: ellipsis;
  white-space: nowrap;
}
td.bar {
  width: 16%;
  padding: 0 6px;
}
@media (max-width: 599px) {
  .when,
  td.bar {
    display: none;
  }
  td:first-child,
  td.state {
    max-width: none;
    white-space: normal;
  }
}
.track {
  position: relative;
  height: 10px;
}
.track span {
  position: absolute;
  top: 0;
  bottom: 0;
  min-width: 3px;
  border-radius: 3px;
  background: var(--good);
}
tr[data-state="running"] .track span {
  background: var(--accent);
  animation: pulse 1.2s ease-in-out infinite alternate;
}
tr[data-state="failed"] .track span,
tr[data-state="vanished"] .track span {
  background: var(--bad);
}
tr[data-state="failed"] .state,
tr[data-state="vanished"] .state {
  color: var(--bad);
}
@keyframes pulse {
  to {
    opacity: 0.55;
  }
}
@media (prefers-reduced-motion: reduce) {
  * {
    animation: none !important;
    scroll-behavior: auto !important;
  }
}
.log {
  position: relative;
  flex: 1;
  min-height: 160px;
  overflow: auto;
  border: 1px solid var(--line);
  border-radius: 4px;
}
.log .space {
  width: 1px;
}
.line {
  position: absolute;
  top: 0;
  left: 0;
  right: 0;
  height: 24px;
  padding: 0 8px;
  display: grid;
  grid-template-columns: 88px 48px minmax(0, 1fr) auto 32px 62px;
  gap: 8px;
  align-items: center;
  white-space: nowrap;
  cursor: pointer;
}
.line > * {
  overflow: hidden;
  text-overflow: ellipsis;
}
.line .time,
.line .took {
  color: var(--quiet);
}
.line .took,
.line .status {
  text-align: right;
}
.line .fault {
  color: var(--warn);
}
.line[data-tone="good"] .status {
  color: var(--good);
}
.line[data-tone="bad"] .status {
  color: var(--bad);
}
@media (max-width: 599px) {
  .line {
    grid-template-columns: auto minmax(0, 1fr) minmax(0, auto) 32px;
  }
  .line .time,
  .line .took {
    display: none;
  }
}
.line[aria-selected="true"] {
  background: var(--chosen);
}
.line[aria-selected="true"] > * {
  color: var(--text);
}
dl {
  display: grid;
  grid-template-columns: auto minmax(0, 1fr);
  gap: 2px 12px;
  margin: 0;
}
dt {
  color: var(--quiet);
}
dd {
  margin: 0;
  overflow-wrap: anywhere;
}
#detail-body {
  display: flex;
  flex-direction: column;
  gap: 10px;
}
.path {
  font-family: var(--mono);
  font-size: 12px;
  overflow-wrap: anywhere;
}
pre {
  margin: 0;
  padding: 8px;
  max-height: 340px;
  overflow: auto;
  background: var(--page);
  border: 1px solid var(--line);
  border-radius: 4px;
  white-space: pre-wrap;
  overflow-wrap: anywhere;
}
`;
