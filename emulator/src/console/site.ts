import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { sendAnswer, type Answer } from "../answer";
import type { Endpoint } from "../endpoint";
import { badRequest, notFound } from "../errors";
import type { World } from "../world";
import { assetAnswer, CONSOLE_ROOT, pageAnswer } from "./assets";
import { CONNECT_PATH, connectPage, connectText } from "./connect";
import { endpointLines, kindLines, objectDetail, requestDetail } from "./views";
import { watch } from "./watch";

/** The console: a page that shows what the emulator does while it does it, and what the page reads. Changes nothing. */
export class ConsoleSite {
  readonly #world: World;
  readonly #endpoints: () => readonly Endpoint[];

  constructor(world: World, endpoints: () => readonly Endpoint[]) {
    this.#world = world;
    this.#endpoints = endpoints;
  }

  /** Whether a request is for the console. `/` is the page for a browser, and a JSON overview for everybody else. */
  serves({ method, url = "/", headers }: IncomingMessage): boolean {
    const path = pathOf(url);
    const isPage = path === "/" && wantsPage(headers);
    return method === "GET" && (isPage || path === CONNECT_PATH || path.startsWith(`${CONSOLE_ROOT}/`));
  }

  serve(request: IncomingMessage, response: ServerResponse): void {
    const { url = "/", headers } = request;
    const path = pathOf(url);
    if (path === CONNECT_PATH) {
      const text = { status: 200, contentType: "text/plain; charset=utf-8", headers: { vary: "accept" } };
      const isPage = wantsPage(headers);
      sendAnswer(response, isPage ? pageAnswer(connectPage(request)) : { ...text, body: connectText(request) });
      return;
    }
    if (path === `${CONSOLE_ROOT}/events`) {
      watch(this.#world, response);
      return;
    }
    sendAnswer(response, path === "/" ? pageAnswer() : this.#answer(url, path.slice(CONSOLE_ROOT.length + 1)));
  }

  #answer(url: string, name: string): Answer {
    const { searchParams } = new URL(url, "http://emulator");
    const parameter = (key: string): string => {
      const value = searchParams.get(key);
      if (value === null) {
        throw badRequest(`${CONSOLE_ROOT}/${name} needs the query parameter '${key}'.`);
      }
      return value;
    };
    switch (name) {
      case "":
        throw notFound(url);
      case "endpoints":
        return json({ endpoints: endpointLines(this.#endpoints()) });
      case "kinds":
        return json({ kinds: kindLines(this.#world.kinds.all()) });
      case "request":
        return json(requestDetail(this.#world, Number(parameter("sequence"))));
      case "object":
        return json(objectDetail(this.#world, parameter("path")));
      default:
        return assetAnswer(name);
    }
  }
}

/** Browsers ask for pages, and everybody else for data. */
function wantsPage({ accept = "" }: IncomingHttpHeaders): boolean {
  return accept.includes("text/html");
}

function pathOf(url: string): string {
  return url.replace(/[?#].*$/s, "");
}

function json(value: unknown): Answer {
  return { status: 200, body: JSON.stringify(value), headers: { "cache-control": "no-store" } };
}
