import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import ts from "typescript";

/** A member of a class or an interface as the source declares it: types leave no trace at run time. */
export interface DeclaredMember {
  name: string;
  optional: boolean;
}

/** A source file of the repository, by its path from the root. */
export class SourceFile {
  private readonly source: ts.SourceFile;

  constructor(path: string) {
    const file = fileURLToPath(new URL(`../../${path}`, import.meta.url));
    this.source = ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.ES2023, true);
  }

  /** The properties of a class, without its methods. */
  listProperties(className: string): DeclaredMember[] {
    const [found] = this.nodes(ts.isClassDeclaration).filter(({ name }) => name?.text === className);
    if (found === undefined) throw new Error(`${this.source.fileName} has no class ${className}`);
    return found.members.filter(ts.isPropertyDeclaration).map((member) => this.member(member));
  }

  /** The members of an interface. */
  listMembers(interfaceName: string): DeclaredMember[] {
    const [found] = this.nodes(ts.isInterfaceDeclaration).filter(({ name }) => name.text === interfaceName);
    if (found === undefined) throw new Error(`${this.source.fileName} has no interface ${interfaceName}`);
    return found.members.filter(ts.isPropertySignature).map((member) => this.member(member));
  }

  /** The names of all interfaces. */
  interfaceNames(): string[] {
    return this.nodes(ts.isInterfaceDeclaration).map(({ name }) => name.text);
  }

  /** The texts that a member's type names, of an interface: the known values of an open enumeration. */
  listKnownValues(interfaceName: string, memberName: string): string[] {
    const [found] = this.nodes(ts.isInterfaceDeclaration).filter(({ name }) => name.text === interfaceName);
    const member = found?.members.find(({ name }) => name?.getText(this.source) === memberName);
    const texts: string[] = [];
    const visit = (node: ts.Node): void => {
      if (ts.isStringLiteral(node)) texts.push(node.text);
      ts.forEachChild(node, visit);
    };
    if (member !== undefined) visit(member);
    return texts;
  }

  private member(member: ts.PropertyDeclaration | ts.PropertySignature): DeclaredMember {
    return { name: member.name.getText(this.source), optional: member.questionToken !== undefined };
  }

  private nodes<Node extends ts.Node>(is: (node: ts.Node) => node is Node): Node[] {
    const found: Node[] = [];
    const visit = (node: ts.Node): void => {
      if (is(node)) found.push(node);
      ts.forEachChild(node, visit);
    };
    visit(this.source);
    return found;
  }
}
