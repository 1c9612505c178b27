import { readFileSync } from "node:fs";
import { join } from "node:path";
import { anchorOf } from "./anchor";
import { oneLine, repository } from "./source";

/** A text of an error, as the page about errors explains it. */
export interface ExplainedError {
  /** The heading, as Markdown. */
  readonly heading: string;
  readonly link: string;
  /** The first paragraph below the heading. */
  readonly text: string;
}

/** What a row of the table of permissions says of a resource. */
export interface Permissions {
  readonly create: string;
  readonly refresh: string;
  readonly destroy: string;
}

/** What the reference takes from pages that people write: links are as from the folder of the reference. */
export class OtherPages {
  private readonly errors: readonly ExplainedError[];
  private readonly permissions: readonly (readonly string[])[];
  private readonly names: readonly (readonly string[])[];

  constructor() {
    const [explained = ""] = page("troubleshooting.md").split("<!-- mistakes -->");
    this.errors = [...explained.matchAll(/^### (.*)\n\n([^]*?)\n(?=\n|$)/gm)].map(([, heading = "", text = ""]) => ({
      heading,
      link: `../troubleshooting.md#${anchorOf(heading)}`,
      text: oneLine(text),
    }));
    this.permissions = rowsOf(page("permissions.md"));
    this.names = rowsOf(page("migration.md"));
  }

  /** Every error that the page explains. */
  get headings(): readonly string[] {
    return this.errors.map(({ heading }) => heading);
  }

  error(heading: string): ExplainedError {
    const found = this.errors.find((error) => error.heading === heading);
    if (found === undefined) throw new Error(`troubleshooting.md explains no error "${heading}".`);
    return found;
  }

  permissionsOf(kind: string): Permissions {
    const [, create = "", refresh = "", destroy = ""] = this.row(this.permissions, kind);
    return { create, refresh, destroy };
  }

  permissionOfFunction(name: string): string {
    const [, permission = ""] = this.row(this.permissions, name);
    return permission;
  }

  /** The row of the migration page about a resource: what `@pulumi/gcp` calls it, and what differs here. */
  otherNames(token: string): { readonly there: string; readonly here: string } {
    const [there = "", here = ""] = this.row(this.names, token);
    return { there, here };
  }

  private row(rows: readonly (readonly string[])[], name: string): readonly string[] {
    const found = rows.find(([first = ""]) => first.includes(`\`${name}\``));
    if (found === undefined) throw new Error(`No table has a row of ${name}.`);
    return found;
  }
}

function page(name: string): string {
  const text = readFileSync(join(repository, "provider/docs", name), "utf8");
  return text.replace(/\]\((?!https:|#)/g, "](../").replace(/\]\(#/g, `](../${name}#`);
}

function rowsOf(text: string): string[][] {
  return [...text.matchAll(/^\| (.*) \|$/gm)].map(([, row = ""]) => row.split(" | ").map((cell) => cell.trim()));
}
