import type { Damage } from "../../model/snapshot.ts";
import { InputError } from "../errors.ts";
import { type Listing, nothing } from "./files.ts";

/** Names of an archive's entries as folders, those that are not safe left out and named. */
export interface EntryTree<Content> {
  /** Takes an entry; `content` is undefined for a folder. The path under which it is known comes out, if it is taken. */
  add(name: string, content: Content | undefined): string | undefined;
  /** Names one that is not taken. */
  refuse(name: string, cause: string): void;
  /** Counts one that does not matter. @throws InputError where there are too many. */
  count(): void;
  list(folder: string): Listing;
  content(path: string): Content | undefined;
  damage(): readonly Damage[];
}

/** A gather of a thousand namespaces has fewer. */
const mostEntries = 250_000;
const deepest = 40;
const longest = 1024;
/** So many are named one by one. */
const mostNamed = 20;

/** An empty tree for the archive that people call `archive`. */
export function entryTree<Content>(archive: string): EntryTree<Content> {
  const folders = new Map<string, { readonly files: Set<string>; readonly folders: Set<string> }>();
  const contents = new Map<string, Content>();
  const damage: Damage[] = [];
  let entries = 0;
  let refused = 0;

  function refuse(name: string, cause: string): void {
    refused += 1;
    if (refused <= mostNamed) damage.push({ where: printable(name), cause });
  }

  function folder(path: string): { readonly files: Set<string>; readonly folders: Set<string> } {
    const known = folders.get(path);
    if (known !== undefined) return known;
    const made = { files: new Set<string>(), folders: new Set<string>() };
    folders.set(path, made);
    if (path !== "") folder(parentOf(path)).folders.add(nameOf(path));
    return made;
  }

  return {
    add(name, content) {
      const unsafe = whyUnsafe(name);
      const path = pathOf(name);
      if (unsafe !== undefined) {
        refuse(name, unsafe);
      } else if (content === undefined) {
        if (contents.has(path)) refuse(name, "a folder where a file of this name is; left out");
        else folder(path);
        return path;
      } else if (contents.has(path)) {
        refuse(name, "the archive holds this path twice; the first one counts, this one is left out");
      } else if (path === "" || folders.has(path)) {
        refuse(name, "a file where a folder of this name is; left out");
      } else {
        contents.set(path, content);
        folder(parentOf(path)).files.add(nameOf(path));
        return path;
      }
      return undefined;
    },
    refuse,
    count() {
      entries += 1;
      if (entries > mostEntries)
        throw new InputError(
          `cannot use ${archive}: more than ${mostEntries} entries; that is no must-gather: unpack what matters of it, and name the folder`,
        );
    },
    list: (path) => folders.get(path) ?? nothing,
    content: (path) => contents.get(path),
    damage() {
      const more = refused - mostNamed;
      return more > 0 ? [...damage, { where: archive, cause: `${more} more entries are left out` }] : damage;
    },
  };
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

function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

function printable(name: string): string {
  return name.length > 200 ? `${name.slice(0, 200)}…` : name;
}
