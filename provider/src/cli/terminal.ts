/** Where a command prints. */
export interface Terminal {
  out(text: string): void;
  error(text: string): void;
}

export const terminal: Terminal = {
  out: (text) => process.stdout.write(text),
  error: (text) => process.stderr.write(text),
};
