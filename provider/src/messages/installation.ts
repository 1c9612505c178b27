import { version } from "../version";

/**
 * True if the npm registry has this package. Until then its name is free there, and whoever takes it could give anything
 * to a person who follows our advice: so the advice is the archive, and no command fetches the package by its name. The
 * release that publishes the package sets this, and a test then lists the pages to change.
 */
export const isPublished = false as boolean;

/** The command that gets this version into the folder in which it is typed. */
export const installCommand = `npm install ${isPublished ? `pulumi-gce@${version}` : `./pulumi-gce-${version}.tgz`}`;

/** The step that `installCommand` needs before. */
export const beforeInstall = isPublished ? "" : "Pack its archive as the page Installation says, and put it there. ";

/** The command that runs the installed package: `--no-install` refuses to fetch one of that name. */
export const ownCommand = isPublished ? "npx pulumi-gce" : "npx --no-install pulumi-gce";
