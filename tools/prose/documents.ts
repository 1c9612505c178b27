import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { markdownFiles, repositoryFiles } from "../docs/repositoryFiles";
import { docCommentPassages, publicFiles } from "./passages/docComments";
import { markdownPassages } from "./passages/markdown";
import type { Passage, ProseDocument } from "./passages/passage";
import { messagePassages, testNamePassages } from "./passages/strings";

const repository = fileURLToPath(new URL("../..", import.meta.url));

/** What the packages export: everything behind these entries has doc comments that users read. */
const entries = ["provider/src/index.ts", "emulator/src/index.ts"];

/** The Markdown that people write. The reference pages are made from doc comments, which are read by themselves. */
export function markdownDocuments(): ProseDocument[] {
  return documents(markdownFiles(":!provider/docs/reference/*"), (file) =>
    markdownPassages(readFileSync(file, "utf8")),
  );
}

/** The messages that the packages show, file by file. */
export function messageDocuments(): ProseDocument[] {
  return documents(repositoryFiles("provider/src/*.ts", "emulator/src/*.ts"), messagePassages);
}

/** The names of the tests, file by file. */
export function testNameDocuments(): ProseDocument[] {
  return documents(repositoryFiles("test/*.test.ts"), testNamePassages);
}

/** The doc comments of everything that the packages export, file by file. */
export function docCommentDocuments(): ProseDocument[] {
  const files = entries.flatMap((entry) => [...publicFiles(join(repository, entry))]);
  return files
    .map(([file, names]) => ({
      file: relative(repository, file).replaceAll("\\", "/"),
      passages: docCommentPassages(file, names),
    }))
    .filter(({ passages }) => passages.length > 0);
}

function documents(files: readonly string[], passagesOf: (file: string) => Passage[]): ProseDocument[] {
  return files.map((file) => ({ file, passages: passagesOf(join(repository, file)) }));
}
