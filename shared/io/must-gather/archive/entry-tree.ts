import type { Damage } from "../../../model/snapshot.ts";
import type { InputBudget } from "../../../parse/input-budget.ts";
import { noSuchFile } from "../../errors/file-errors.ts";
import { baseName, emptyFolder, type FolderListing, parentFolder } from "./archive-files.ts";

/** The entries of an archive as a tree of folders. Entries with unsafe names are omitted and reported. */
export interface EntryTree<Content> {
  /**
   * Adds an entry; `content` is undefined for a folder. Returns undefined where the entry is refused. `before` is the
   * content of an earlier entry of the same path. That content stays until the caller finds that the two differ.
   */
  add(name: string, content: Content | undefined): { readonly before?: Content } | undefined;
  /** Reports an entry that is omitted. @throws InputLimitError, as `add` and `refuseBoth` do, where there are too many. */
  refuse(name: string, cause: string): void;
  /** Reports a path that the archive holds twice, with different contents. Neither of them counts. */
  refuseBoth(name: string): void;
  /** Counts an entry that could matter, or does not. @throws InputLimitError where there are too many. */
  count(couldMatter: boolean): void;
  list(folder: string): FolderListing;
  content(path: string): Content | undefined;
  /** Why a path has no content. */
  whyNone(path: string): string;
  damage(): readonly Damage[];
}

const maxDepth = 40;
const maxNameLength = 1024;

/** The names in one folder. Most folders have only one kind of them, and each set takes 200 bytes. */
interface TreeFolder {
  files?: Set<string>;
  folders?: Set<string>;
}

/** Creates an empty tree for the archive that messages call `archive`. */
export function entryTree<Content>(archive: string, budget: InputBudget): EntryTree<Content> {
  const folders = new Map<string, TreeFolder>();
  const contents = new Map<string, Content>();
  const differing = new Set<string>();
  const damage: Damage[] = [];

  function refuse(where: string, cause: string): void {
    budget.take("refused", archive);
    damage.push({ where, cause });
  }

  function folder(path: string): TreeFolder {
    const known = folders.get(path);
    if (known !== undefined) return known;
    budget.take("entries", archive);
    budget.take("names", archive, path.length);
    const made: TreeFolder = {};
    folders.set(path, made);
    if (path !== "") {
      const above = folder(parentFolder(path));
      above.folders ??= new Set();
      above.folders.add(baseName(path));
    }
    return made;
  }

  /** Whether a file stands where a folder above `path` should be. */
  function isThroughFile(path: string): boolean {
    for (let above = parentFolder(path); above !== ""; above = parentFolder(above))
      if (contents.has(above)) return true;
    return false;
  }

  return {
    add(name, content) {
      const unsafe = findUnsafePart(name);
      const path = pathOf(name);
      if (unsafe !== undefined) refuse(name, unsafe);
      else if (isThroughFile(path)) refuse(path, "its parent path is a file; skipped");
      else if (content === undefined) {
        if (contents.has(path)) refuse(path, "a folder with the name of a file; skipped");
        else folder(path);
        return {};
      } else if (path === "" || folders.has(path)) {
        refuse(path, "a file with the name of a folder; skipped");
      } else {
        const before = contents.get(path);
        if (before !== undefined) return { before };
        budget.take("names", archive, path.length);
        contents.set(path, content);
        const above = folder(parentFolder(path));
        above.files ??= new Set();
        above.files.add(baseName(path));
        return {};
      }
      return undefined;
    },
    refuse,
    refuseBoth(name) {
      const path = pathOf(name);
      if (differing.has(path)) return;
      differing.add(path);
      refuse(path, differingEntries);
    },
    count(couldMatter) {
      budget.take("passed", archive);
      if (couldMatter) budget.take("entries", archive);
    },
    list: (path) => ({ ...emptyFolder, ...folders.get(path) }),
    content: (path) => (differing.has(path) ? undefined : contents.get(path)),
    whyNone: (path) => (differing.has(path) ? differingEntries : noSuchFile),
    damage: () => damage,
  };
}

/** Why two different entries of one path are omitted. */
const differingEntries = "the archive has this path twice, with different contents; both skipped";

/**
 * Why a name is unsafe, or undefined. Nothing is written to disk, so the name can do no harm. But an archive with such
 * a name is made to do harm.
 */
function findUnsafePart(name: string): string | undefined {
  if (name.includes("\0") || name.includes("\\")) return "its name contains a zero byte or a backslash; skipped";
  if (name.startsWith("/") || /^[A-Za-z]:/.test(name)) return "an absolute path; skipped";
  const parts = name.split("/");
  if (parts.includes("..")) return "its path leaves the archive (..); skipped";
  if (parts.length > maxDepth || name.length > maxNameLength) return "its path is too deep or too long; skipped";
  return undefined;
}

/** The path of an entry without empty parts and dots. Tar writes `./a/` for `a`. */
export function pathOf(name: string): string {
  return name
    .split("/")
    .filter((part) => part !== "" && part !== ".")
    .join("/");
}
