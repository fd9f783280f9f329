import type { Damage } from "../../model/snapshot.ts";
import { InputError } from "../errors.ts";
import { mostEntries, mostPassedOver, mostRefused } from "./bounds.ts";
import { type Listing, nameOf, nothing, parentOf } from "./files.ts";

/** Names of an archive's entries as folders, those that are not safe left out and named. */
export interface EntryTree<Content> {
  /**
   * Takes an entry; `content` is undefined for a folder. Undefined comes out where it is not taken; `before` where the path
   * is held already: it keeps its content until somebody says that this one differs.
   */
  add(name: string, content: Content | undefined): { readonly before?: Content } | undefined;
  /** Names one that is not taken. @throws InputError, as `add` and `refuseBoth` do, where there are too many. */
  refuse(name: string, cause: string): void;
  /** Names a path that is held twice, with different contents: neither counts. */
  refuseBoth(name: string): void;
  /** Counts one that could matter, or does not. @throws InputError where there are too many. */
  count(couldMatter: boolean): void;
  list(folder: string): Listing;
  content(path: string): Content | undefined;
  /** Why a path has no content. */
  whyNone(path: string): string;
  damage(): readonly Damage[];
}

const deepest = 40;
const longest = 1024;

/** An empty tree for the archive that people call `archive`. */
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
        `cannot use ${archive}: more than ${mostRefused} of its entries are links, devices or have odd names; that is no must-gather`,
      );
  }

  function folder(path: string): { readonly files: Set<string>; readonly folders: Set<string> } {
    const known = folders.get(path);
    if (known !== undefined) return known;
    const made = { files: new Set<string>(), folders: new Set<string>() };
    folders.set(path, made);
    if (path !== "") folder(parentOf(path)).folders.add(nameOf(path));
    return made;
  }

  /** Whether a file stands where folders lead through. */
  function isThroughFile(path: string): boolean {
    for (let above = parentOf(path); above !== ""; above = parentOf(above)) if (contents.has(above)) return true;
    return false;
  }

  return {
    add(name, content) {
      const unsafe = whyUnsafe(name);
      const path = pathOf(name);
      if (unsafe !== undefined) refuse(name, unsafe);
      else if (isThroughFile(path)) refuse(path, "it stands below a path that is a file; left out");
      else if (content === undefined) {
        if (contents.has(path)) refuse(path, "a folder where a file of this name is; left out");
        else folder(path);
        return {};
      } else if (path === "" || folders.has(path)) {
        refuse(path, "a file where a folder of this name is; left out");
      } else {
        const before = contents.get(path);
        if (before !== undefined) return { before };
        contents.set(path, content);
        folder(parentOf(path)).files.add(nameOf(path));
        return {};
      }
      return undefined;
    },
    refuse,
    refuseBoth(name) {
      const path = pathOf(name);
      if (differing.has(path)) return;
      differing.add(path);
      refuse(path, twice);
    },
    count(couldMatter) {
      all += 1;
      if (couldMatter) kept += 1;
      if (kept > mostEntries) throw tooMany(archive, mostEntries);
      if (all > mostPassedOver) throw tooMany(archive, mostPassedOver);
    },
    list: (path) => folders.get(path) ?? nothing,
    content: (path) => (differing.has(path) ? undefined : contents.get(path)),
    whyNone: (path) => (differing.has(path) ? twice : "there is no such file"),
    damage: () => damage,
  };
}

const twice = "the archive holds this path twice, with different contents; both are left out";

function tooMany(archive: string, most: number): InputError {
  return new InputError(
    `cannot use ${archive}: more than ${most} entries; that is no must-gather: unpack what matters of it, and name the folder`,
  );
}

/** Nothing is ever written, so such a name could do no harm; but who writes one means to. */
function whyUnsafe(name: string): string | undefined {
  if (name.includes("\0") || name.includes("\\")) return "its name has a zero or a backslash; left out";
  if (name.startsWith("/") || /^[A-Za-z]:/.test(name)) return "an absolute name; left out";
  const parts = name.split("/");
  if (parts.includes("..")) return "its name leads out of the archive (..); left out";
  if (parts.length > deepest || name.length > longest) return "its name is too deep or too long; left out";
  return undefined;
}

/** Tar writes `./a/` for `a`. */
function pathOf(name: string): string {
  return name
    .split("/")
    .filter((part) => part !== "" && part !== ".")
    .join("/");
}
