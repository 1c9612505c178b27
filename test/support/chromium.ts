import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium, type Browser } from "playwright-core";

// The shell has no window, and draws pages as the browser does: it needs half the processor time.
const NAMES = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/** Where this machine's Chromium is: CHROMIUM_PATH, or one of its usual names on the PATH. */
export function findChromium(environment: NodeJS.ProcessEnv = process.env): string | undefined {
  const { CHROMIUM_PATH, PATH = "" } = environment;
  const candidates = PATH.split(delimiter).flatMap((folder) => NAMES.map((name) => join(folder, name)));
  return [...(CHROMIUM_PATH === undefined ? [] : [CHROMIUM_PATH]), ...candidates].find((path) => existsSync(path));
}

/**
 * Starts a Chromium. In a container there is neither a sandbox nor much shared memory for it to use. Text without
 * coloured edges makes pictures of it half as large.
 */
export function launchChromium(executablePath: string): Promise<Browser> {
  return chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-dev-shm-usage", "--disable-lcd-text"] });
}
