import { globSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** The text of every file, by its path from the root of the repository. */
export type SourceTexts = ReadonlyMap<string, string>;

/** One import of a file of the repository. */
export interface Import {
  readonly from: string;
  readonly to: string;
  /** `import()` or a type: the file is not loaded where the importing file is. */
  readonly isLater: boolean;
}

/** The files of the product, sorted by path. */
export function readProductSources(): SourceTexts {
  const files = globSync("{shared,plugin,extension}/**/*.ts", { cwd: root }).map((file) => file.replaceAll("\\", "/"));
  return new Map(files.toSorted().map((file) => [file, readFileSync(join(root, file), "utf8")]));
}

/** What a file imports: statements, `import type`, `import()` and `typeof import()` of a path of the repository. */
export function importsOf(from: string, text: string): readonly Import[] {
  const imports = text.matchAll(/\b(?:(import|export) (type )?(?:[^;"]*? from )?|import\s*(\()\s*)"(\.[^"]+)"/g);
  return Array.from(imports, ([, , type, call, path = ""]) => ({
    from,
    to: posix.join(posix.dirname(from), path),
    isLater: type !== undefined || call !== undefined,
  }));
}
