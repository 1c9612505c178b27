import { ownCommand } from "../messages/installation";
import { page } from "../messages/text";
import { version } from "../version";
import { adopt } from "./adopt/command";
import { orphans } from "./orphans/command";
import { exitCodes } from "./failure";
import { plan } from "./plan/command";
import { terminal, type Terminal } from "./terminal";

const help = `pulumi-gce ${version}: tools beside the resources.

  ${ownCommand} adopt       a program for the objects that exist, to take them under management
  ${ownCommand} orphans     what a crash left behind, and one step for each
  ${ownCommand} plan        a preview as Markdown, for a comment on a pull request
  ${ownCommand} --version

Each command has --help.
`;

/** Names, times and errors of a service are on their way to a terminal here. */
function gated({ out, error }: Terminal): Terminal {
  return {
    out: (text) => {
      out(page(text));
    },
    error: (text) => {
      error(page(text));
    },
  };
}

/** Runs the command that the arguments name, and returns its exit code. */
export async function main(args: readonly string[], printer: Terminal = terminal): Promise<number> {
  const to = gated(printer);
  const [command, ...rest] = args;
  switch (command) {
    case "adopt":
      // A program is shown as it is written to a file: it escapes by itself.
      return adopt(rest, {
        ...to,
        out: (text) => {
          printer.out(text);
        },
      });
    case "orphans":
      return orphans(rest, to);
    case "plan":
      return plan(rest, to);
    case "--version":
      to.out(`${version}\n`);
      return exitCodes.clean;
    case undefined:
    case "help":
    case "--help":
    case "-h":
      to.out(help);
      return exitCodes.clean;
    default:
      to.error(`There is no command ${JSON.stringify(command)}.\n\n${help}`);
      return exitCodes.failed;
  }
}
