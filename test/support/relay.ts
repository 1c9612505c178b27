import { onTestFinished } from "vitest";
import { loopbackServer } from "./loopbackServer";

/** The answer in place of the service's, for the paths that it is about; `undefined` passes the request on. */
export type Lie = (method: string, path: string) => ((answer: string) => string) | undefined;

/** A server between a provider and the emulator, which may change what is answered, until the test ends. */
export async function startRelay(lie: Lie) {
  let target = "";
  const { origin, close } = await loopbackServer((incoming, response) => {
    const { method = "", url = "", headers } = incoming;
    const relayed = async () => {
      const parts: Buffer[] = [];
      for await (const part of incoming) parts.push(part as Buffer);
      const { authorization = "" } = headers;
      const body = parts.length === 0 ? {} : { body: Buffer.concat(parts) };
      const sent = { authorization, "content-type": "application/json" };
      const answer = await fetch(new URL(url, target), { method, headers: sent, ...body });
      const change = lie(method, new URL(url, target).pathname) ?? ((text: string) => text);
      const text = change(await answer.text());
      response.writeHead(answer.status, { "content-type": "application/json; charset=UTF-8" }).end(text);
    };
    relayed().catch(() => response.destroy());
  });
  onTestFinished(close);
  return {
    endpoint: `${origin}/compute/v1`,
    /** Where it passes requests on to. */
    leadsTo(endpoint: string): void {
      target = new URL(endpoint).origin;
    },
  };
}
