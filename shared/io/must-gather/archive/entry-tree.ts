import type { Damage } from "../../../model/snapshot.ts";
import type { InputBudget } from "../../../parse/input-budget.ts";
import { noSuchFile } from "../../errors/file-errors.ts";
import { baseName, emptyFolder, type FolderListing, parentFolder } from "./archive-files.ts";

const maxDepth = 40;
const maxNameLength = 1024;

/** The cause of damage where two entries of one path differ. */
const differingEntriesText = "the archive has this path twice, with different contents; both skipped";

/** The names in one folder. Most folders have only one kind of them, and each set takes 200 bytes. */
interface TreeFolder {
  files?: Set<string>;
  folders?: Set<string>;
}

/**
 * What became of a file of an archive. `repeated`: an earlier file, with the content `first`, has the same path. The tree
 * keeps that content until the caller finds that the two differ.
 */
type AddedFile<Content> =
  | { readonly outcome: "added" }
  | { readonly outcome: "refused" }
  | { readonly outcome: "repeated"; readonly first: Content };

/**
 * The entries of an archive as a tree of folders. Entries with unsafe names are omitted and reported.
 * The methods that add, count or report an entry throw InputLimitError where there are too many.
 */
export class EntryTree<Content> {
  readonly #archive: string;
  readonly #budget: InputBudget;
  readonly #folders = new Map<string, TreeFolder>();
  readonly #contents = new Map<string, Content>();
  /** The paths that the archive has twice, with different contents. */
  readonly #differingPaths = new Set<string>();
  readonly #damage: Damage[] = [];

  /** @param archive What messages call the archive. */
  constructor(archive: string, budget: InputBudget) {
    this.#archive = archive;
    this.#budget = budget;
  }

  /** Adds a folder, unless its name is refused. */
  addFolder(name: string): void {
    const path = pathOf(name);
    if (this.#refuseUnsafeName(name, path)) return;
    if (this.#contents.has(path)) this.refuse(path, "a folder with the name of a file; skipped");
    else this.#ensureFolder(path);
  }

  /** Adds a file, unless its name is refused or there is a file of the same path. */
  addFile(name: string, content: Content): AddedFile<Content> {
    const path = pathOf(name);
    if (this.#refuseUnsafeName(name, path)) return { outcome: "refused" };
    if (path === "" || this.#folders.has(path)) {
      this.refuse(path, "a file with the name of a folder; skipped");
      return { outcome: "refused" };
    }
    const first = this.#contents.get(path);
    if (first !== undefined) return { outcome: "repeated", first };
    this.#budget.take("names", this.#archive, path.length);
    this.#contents.set(path, content);
    const parent = this.#ensureFolder(parentFolder(path));
    parent.files ??= new Set();
    parent.files.add(baseName(path));
    return { outcome: "added" };
  }

  /** Reports an entry that is omitted. */
  refuse(where: string, cause: string): void {
    this.#budget.take("refused", this.#archive);
    this.#damage.push({ where, cause });
  }

  /** Reports a path that the archive has twice, with different contents. The tree then has neither of them. */
  refuseBoth(name: string): void {
    const path = pathOf(name);
    if (this.#differingPaths.has(path)) return;
    this.#differingPaths.add(path);
    this.refuse(path, differingEntriesText);
  }

  /** Counts an entry. `mayBeKept`: it takes memory. */
  count({ mayBeKept }: { readonly mayBeKept: boolean }): void {
    this.#budget.take("passed", this.#archive);
    if (mayBeKept) this.#budget.take("entries", this.#archive);
  }

  list(folder: string): FolderListing {
    return { ...emptyFolder, ...this.#folders.get(folder) };
  }

  /** The content of a file. Undefined where there is none, for the reason that {@link explainMissing} gives. */
  content(path: string): Content | undefined {
    return this.#differingPaths.has(path) ? undefined : this.#contents.get(path);
  }

  explainMissing(path: string): string {
    return this.#differingPaths.has(path) ? differingEntriesText : noSuchFile;
  }

  damage(): readonly Damage[] {
    return this.#damage;
  }

  /** Reports an entry whose name is unsafe, or leads through a file as through a folder. Returns whether it did so. */
  #refuseUnsafeName(name: string, path: string): boolean {
    const fault = findNameFault(name);
    if (fault !== undefined) this.refuse(name, fault);
    else if (this.#isBelowFile(path)) this.refuse(path, "its parent path is a file; skipped");
    else return false;
    return true;
  }

  #isBelowFile(path: string): boolean {
    for (let parent = parentFolder(path); parent !== ""; parent = parentFolder(parent)) {
      if (this.#contents.has(parent)) return true;
    }
    return false;
  }

  /** The folder of a path. It and the folders around it are added where they are missing. */
  #ensureFolder(path: string): TreeFolder {
    const existing = this.#folders.get(path);
    if (existing !== undefined) return existing;
    this.#budget.take("entries", this.#archive);
    this.#budget.take("names", this.#archive, path.length);
    const folder: TreeFolder = {};
    this.#folders.set(path, folder);
    if (path !== "") {
      const parent = this.#ensureFolder(parentFolder(path));
      parent.folders ??= new Set();
      parent.folders.add(baseName(path));
    }
    return folder;
  }
}

/**
 * Why a name is unsafe. Nothing is written to disk, so the name can do no harm, but an archive with such a name was made
 * to do harm. Undefined for a safe name.
 */
function findNameFault(name: string): string | undefined {
  if (name.includes("\0") || name.includes("\\")) return "its name contains a zero byte or a backslash; skipped";
  if (name.startsWith("/") || /^[A-Za-z]:/.test(name)) return "an absolute path; skipped";
  const parts = name.split("/");
  if (parts.includes("..")) return "its path leaves the archive (..); skipped";
  if (parts.length > maxDepth || name.length > maxNameLength) return "its path is too deep or too long; skipped";
  return undefined;
}

/** The path of an entry without empty parts and dots. Tar writes `./a/` for `a`. */
export function pathOf(name: string): string {
  const parts = name.split("/").filter((part) => part !== "" && part !== ".");
  return parts.join("/");
}
