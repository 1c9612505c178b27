/**
 * Processes that have loaded the SDK and serve nobody. One that reaches Google's token servers at a server of a test
 * (`googleServers.cjs`) keeps it for good, so it is for that server alone.
 */
export class IdleProcesses<Process> {
  private readonly processes = new Map<string, Process[]>();

  add(idle: Process, environment: NodeJS.ProcessEnv): void {
    const server = serverIn(environment);
    this.processes.set(server, [...(this.processes.get(server) ?? []), idle]);
  }

  take(environment: NodeJS.ProcessEnv): Process | undefined {
    return this.processes.get(serverIn(environment))?.pop();
  }
}

function serverIn({ TEST_TOKEN_SERVER: server = "" }: NodeJS.ProcessEnv): string {
  return server;
}

/** What Node.js itself would load before anything else. */
export function preloadsOf({ NODE_OPTIONS: options = "" }: NodeJS.ProcessEnv): string[] {
  return [...options.matchAll(/--require=(\S+)/g)].map(([, file = ""]) => file);
}
