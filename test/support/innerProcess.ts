import { readFileSync } from "node:fs";
import { onTestFinished, vi } from "vitest";
import { makeProviders } from "../../provider/src/engine/dynamic/providers";
import { watchEngine } from "../../provider/src/engine/engineWatch";
import { Plugin } from "../../provider/src/engine/plugin/plugin";
import { servePlugin } from "../../provider/src/engine/plugin/server";
import type { ProcessOptions } from "../../provider/src/engine/steps/process";
import { PooledTransport } from "../../provider/src/http/transport/pooledTransport";
import type { Transport, TransportOptions } from "../../provider/src/http/transport/transport";
import { withoutForeignVariables } from "../../tools/pulumi/isolatedEnvironment";
import { loadDynamicServer } from "./dynamicServer";
import type { Launch } from "./providerProcess";
import { forgetSecrets } from "./untilTestEnds";

/*
 * Provider processes that are objects in this process of Node.js: all of a real one but its entry, its start and its end.
 */

const schema = new URL("../../provider/plugin/schema.json", import.meta.url);

/** The SDK's server for dynamic providers, with every kind that the tests know. */
export async function launchClasses(environment: Readonly<Record<string, string>> = {}): Promise<Launch> {
  const { everyKind } = await importKinds();
  const means = { environment: setEnvironment(environment), kinds: toRegistry(everyKind) };
  return ({ engine, print }) =>
    new Promise((resolve) => {
      const life = new Life();
      const { transport } = life;
      const server = loadDynamicServer({
        args: engine === undefined ? [] : [engine],
        print(text) {
          print(`${text}\n`);
          // Its first line is the port.
          resolve({ address: `127.0.0.1:${text}`, ended: life.ended, end: () => life.end() });
        },
        exit: () => void life.end(1),
        loadEntry: (loadSdk) => makeProviders({ ...means, engine, transport, loadSdk }),
      });
      life.atEnd(server.stop);
      if (engine !== undefined) watchEngine(engine, () => void life.end(1));
    });
}

/** The plugin, with the kinds of the package. */
export async function launchPlugin(environment: Readonly<Record<string, string>> = {}): Promise<Launch> {
  const { registeredKinds } = await importKinds();
  const means = { environment: setEnvironment(environment), kinds: toRegistry(registeredKinds) };
  return async ({ engine }) => {
    const life = new Life();
    const { transport } = life;
    const plugin = new Plugin({
      ...{ ...means, engine, transport, watch: watchEngine },
      schema: () => readFileSync(schema, "utf8"),
      end: () => void life.end(1),
    });
    const { server, port } = await servePlugin(plugin);
    life.atEnd(() => {
      server.forceShutdown();
    });
    return { address: `127.0.0.1:${String(port)}`, ended: life.ended, end: () => life.end() };
  };
}

/** From its start to its end. A process that has ended answers nothing, sends nothing, and knows no secret. */
class Life {
  private readonly ends: (() => void)[] = [];
  private readonly transports: Transport[] = [];
  private isOver = false;
  private tellEnd: (exitCode: number | null) => void = () => undefined;
  readonly ended = new Promise<number | null>((resolve) => (this.tellEnd = resolve));

  /** The network, as long as this lives. */
  readonly transport = (options: TransportOptions): Transport => {
    const transport = new PooledTransport(options);
    this.transports.push(transport);
    return {
      send: (request) => (this.isOver ? new Promise(() => undefined) : transport.send(request)),
      close: () => transport.close(),
    };
  };

  atEnd(stop: () => void): void {
    this.ends.push(stop);
  }

  end(exitCode: number | null = null): Promise<void> {
    if (this.isOver) return Promise.resolve();
    this.isOver = true;
    for (const stop of this.ends) stop();
    // Requests under way end with the service.
    for (const transport of this.transports) void transport.close();
    forgetSecrets();
    this.tellEnd(exitCode);
    return Promise.resolve();
  }
}

/** The variables of a process of its own, which are also those of this one until the test ends. */
function setEnvironment(own: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const environment = { ...withoutForeignVariables(process.env), ...own };
  for (const name of Object.keys({ ...process.env, ...own }))
    if (process.env[name] !== environment[name]) vi.stubEnv(name, environment[name]);
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  return environment;
}

/** Only now: the files of the kinds name things of this folder. */
function importKinds() {
  return import("../kinds/every");
}

function toRegistry(kinds: Awaited<ReturnType<typeof importKinds>>["everyKind"]): NonNullable<ProcessOptions["kinds"]> {
  return Object.fromEntries(kinds.map(({ definition }) => [definition.kind, () => definition]));
}
