import { excerpt } from "../../messages/text";

/*
 * The port of a plugin is open to every program of the machine. A plugin that an engine has started serves this engine alone.
 */

const fix =
  "If this run is yours, end it and start it again. If it repeats, another program on this machine looks for plugins: end that program, or run in a container. " +
  "To debug a plugin with PULUMI_DEBUG_PROVIDERS, start it yourself, without the address of an engine.";

export const refusedSettings = `The plugin refuses another Configure: it has its settings, and an engine sends them once to each process that it starts. ${fix}`;

/** A request that names another engine than the one that has started the process. */
export function refusedEngine(request: string, address: string): string {
  return `The plugin refuses ${request} for the engine ${excerpt(JSON.stringify(address))}: another engine has started it, and it serves that one alone. ${fix}`;
}

/** An address at which no engine can be. */
export function refusedAddress(address: string): string {
  return `The plugin refuses Attach for the engine ${excerpt(JSON.stringify(address))}: an engine is on the same machine. Give its address as 127.0.0.1:PORT.`;
}
