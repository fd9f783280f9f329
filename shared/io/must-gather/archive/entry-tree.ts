import type { Damage } from "../../../model/snapshot.ts";
import { InputError } from "../../errors/errors.ts";
import { noSuchFile } from "../../errors/file-errors.ts";
import { mostEntries, mostPassedOver, mostRefused } from "../limits.ts";
import { baseName, emptyFolder, type FolderListing, parentFolder } from "./archive-files.ts";

/** The entries of an archive as a tree of folders. Entries with unsafe names are omitted and reported. */
export interface EntryTree<Content> {
  /**
   * Adds an entry; `content` is undefined for a folder. Returns undefined where the entry is refused. `before` is the
   * content of an earlier entry of the same path. That content stays until the caller finds that the two differ.
   */
  add(name: string, content: Content | undefined): { readonly before?: Content } | undefined;
  /** Reports an entry that is omitted. @throws InputError, as `add` and `refuseBoth` do, where there are too many. */
  refuse(name: string, cause: string): void;
  /** Reports a path that the archive holds twice, with different contents. Neither of them counts. */
  refuseBoth(name: string): void;
  /** Counts an entry that could matter, or does not. @throws InputError where there are too many. */
  count(couldMatter: boolean): void;
  list(folder: string): FolderListing;
  content(path: string): Content | undefined;
  /** Why a path has no content. */
  whyNone(path: string): string;
  damage(): readonly Damage[];
}

const deepest = 40;
const longest = 1024;

/** Creates an empty tree for the archive that messages call `archive`. */
export function entryTree<Content>(archive: string): EntryTree<Content> {
  const folders = new Map<string, { readonly files: Set<string>; readonly folders: Set<string> }>();
  const contents = new Map<string, Content>();
  const differing = new Set<string>();
  const damage: Damage[] = [];
  let kept = 0;
  let all = 0;

  function refuse(where: string, cause: string): void {
    damage.push({ where, cause });
    if (damage.length > mostRefused)
      throw new InputError(
        `cannot use ${archive}: more than ${mostRefused} of its entries are links, devices or have invalid names; not a must-gather`,
      );
  }

  function folder(path: string): { readonly files: Set<string>; readonly folders: Set<string> } {
    const known = folders.get(path);
    if (known !== undefined) return known;
    const made = { files: new Set<string>(), folders: new Set<string>() };
    folders.set(path, made);
    if (path !== "") folder(parentFolder(path)).folders.add(baseName(path));
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
      const unsafe = whyUnsafe(name);
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
        contents.set(path, content);
        folder(parentFolder(path)).files.add(baseName(path));
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
      all += 1;
      if (couldMatter) kept += 1;
      if (kept > mostEntries) throw tooMany(archive, mostEntries);
      if (all > mostPassedOver) throw tooMany(archive, mostPassedOver);
    },
    list: (path) => folders.get(path) ?? emptyFolder,
    content: (path) => (differing.has(path) ? undefined : contents.get(path)),
    whyNone: (path) => (differing.has(path) ? differingEntries : noSuchFile),
    damage: () => damage,
  };
}

/** Why two different entries of one path are omitted. */
const differingEntries = "the archive has this path twice, with different contents; both skipped";

function tooMany(archive: string, most: number): InputError {
  return new InputError(
    `cannot use ${archive}: more than ${most} entries; unpack the relevant part, and specify the folder`,
  );
}

/**
 * Why a name is unsafe, or undefined. Nothing is written to disk, so the name can do no harm. But an archive with such
 * a name is made to do harm.
 */
function whyUnsafe(name: string): string | undefined {
  if (name.includes("\0") || name.includes("\\")) return "its name contains a zero byte or a backslash; skipped";
  if (name.startsWith("/") || /^[A-Za-z]:/.test(name)) return "an absolute path; skipped";
  const parts = name.split("/");
  if (parts.includes("..")) return "its path leaves the archive (..); skipped";
  if (parts.length > deepest || name.length > longest) return "its path is too deep or too long; skipped";
  return undefined;
}

/** The path of an entry without empty parts and dots. Tar writes `./a/` for `a`. */
function pathOf(name: string): string {
  return name
    .split("/")
    .filter((part) => part !== "" && part !== ".")
    .join("/");
}
