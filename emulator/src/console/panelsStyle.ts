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
  table-layout: fixed;
}
th {
  position: sticky;
  top: 0;
  padding: 2px 6px;
  text-align: left;
  font-size: 12px;
  font-weight: 600;
  white-space: nowrap;
  overflow: hidden;
  text-overflow: ellipsis;
  color: var(--quiet);
  background: var(--panel);
}
td {
  padding: 2px 6px;
  border-top: 1px solid var(--line);
  overflow: hidden;
  text-overflow: ellipsis;
  white-space: nowrap;
}
.number {
  text-align: right;
}
th.type {
  width: 84px;
}
th.took {
  width: 72px;
}
th.state {
  width: 21%;
}
th.when {
  width: 32%;
}
td.bar {
  padding: 0 6px;
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
