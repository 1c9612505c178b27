import { existsSync, statSync } from "node:fs";
import { inspectToken, looksLikePath, looksLikeToken } from "../../http/tokenForm";
import type { TokenSource } from "../../http/client";
import { SettingError } from "../settingError";
import { accessTokenProblem } from "./credentialForm";
import { readPath, readNamedFile } from "./namedFile";

/** A token that somebody else renews: a text, or a file that is read at each use. */
export class FixedToken implements TokenSource {
  private readonly file: string | undefined;

  constructor(
    private readonly setting: { value: string; setBy: string },
    { mayBeFile = true } = {},
  ) {
    const path = mayBeFile ? readPath(setting.value) : undefined;
    this.file = path !== undefined && (isFile(path) || looksLikePath(setting.value)) ? setting.value : undefined;
  }

  get renewable(): boolean {
    return this.file !== undefined;
  }

  async token(): Promise<string> {
    const { value, setBy } = this.setting;
    const token = (this.file === undefined ? value : readNamedFile(this.file, setBy)).trim();
    const problem = accessTokenProblem(token);
    if (problem !== undefined)
      throw new SettingError(`${this.file === undefined ? setBy : `The file of ${setBy}`} ${problem}`);
    // The value itself is left out of the message: it may be most of a token.
    if (looksLikeToken(token)) {
      const part = inspectToken(token);
      if (part === undefined) return token;
      throw new SettingError(
        `${this.file === undefined ? setBy : `The file of ${setBy}`} has ${part}. It was not sent.`,
      );
    }
    throw new SettingError(
      this.file === undefined
        ? `${setBy} is neither an access token nor the path of a file that holds one.`
        : `The file that ${setBy} names ${token === "" ? "is empty" : "does not hold only an access token"}.`,
    );
  }

  invalidate(): void {
    // A file is read anew each time; a text stays what it is.
  }
}

function isFile(path: string): boolean {
  // First whether it exists, because a token may be too long for a path, of which only the other would complain.
  return existsSync(path) && !statSync(path).isDirectory();
}
