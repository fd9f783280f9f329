import type { Dirent, Stats } from "node:fs";
import { realpath, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Damage } from "../../../model/snapshot.ts";
import { type InputBudget, InputLimitError } from "../../../parse/input-budget.ts";
import { fileErrorMessage } from "../../errors/file-error-message.ts";
import { noSuchFile } from "../../errors/file-errors.ts";
import { isWithinFolder, sortedEntries } from "../../files/file-paths.ts";
import { readFileEnd } from "../../files/log-end.ts";
import { readText } from "../../files/read-input.ts";
import { couldMatter } from "../wanted-files.ts";
import {
  baseName,
  emptyFolder,
  type FolderListing,
  joinFolder,
  type MustGatherFiles,
  parentFolder,
} from "./archive-files.ts";

/**
 * Opens a must-gather in a folder on disk. Only requested files are opened, and of logs, which are most of it, the ends.
 * Links are followed where they stay inside the folder. Other links, and entries that are neither file nor folder, are
 * omitted and reported.
 * @throws InputLimitError, from `list` and `read`, where there are more entries than `budget` has left.
 */
export async function openFolder(path: string, budget: InputBudget): Promise<MustGatherFiles> {
  const listings = new FolderListings(path, await realpath(path), budget);
  return {
    list: (folder) => listings.list(folder),
    async read(file) {
      const diskPath = await listings.findFile(file);
      return diskPath === undefined ? { refusal: noSuchFile } : readText(diskPath);
    },
    async readEnd(file) {
      const diskPath = await listings.findFile(file);
      return diskPath === undefined ? undefined : readFileEnd(diskPath);
    },
    damage: () => listings.damage(),
    close() {},
  };
}

/** The listings of a folder on disk and of those below it. Each is read once, when it is first needed. */
class FolderListings {
  readonly #path: string;
  readonly #root: string;
  readonly #budget: InputBudget;
  readonly #damageByPath = new Map<string, Damage>();
  readonly #listings = new Map<string, Promise<FolderListing>>();

  /**
   * @param path What the user named, for errors.
   * @param root The same path without links.
   */
  constructor(path: string, root: string, budget: InputBudget) {
    this.#path = path;
    this.#root = root;
    this.#budget = budget;
  }

  list(folder: string): Promise<FolderListing> {
    const listing = this.#listings.get(folder) ?? this.#readListing(folder);
    this.#listings.set(folder, listing);
    return listing;
  }

  /** The path on disk of a file. Undefined where the listing of its folder does not have it. */
  async findFile(file: string): Promise<string | undefined> {
    const { files } = await this.list(parentFolder(file));
    return files.has(baseName(file)) ? join(this.#root, file) : undefined;
  }

  damage(): readonly Damage[] {
    return [...this.#damageByPath.values()];
  }

  async #readListing(folder: string): Promise<FolderListing> {
    // A link is followed only if the listing of the folder around it did so. All folders on the way are listed for that.
    const isListed = folder === "" || (await this.list(parentFolder(folder))).folders.has(baseName(folder));
    if (!isListed) return emptyFolder;
    const files = new Set<string>();
    const folders = new Set<string>();
    const links = new Set<string>();
    try {
      for (const entry of await sortedEntries(join(this.#root, folder), (candidate) => this.#count(candidate))) {
        const path = joinFolder(folder, entry.name);
        const target = entry.isSymbolicLink() ? await this.#followLink(path) : entry;
        if (target === undefined) continue;
        if (target.isDirectory()) folders.add(entry.name);
        else if (target.isFile()) files.add(entry.name);
        else this.#report(path, "neither a file nor a folder; skipped");
        if (entry.isSymbolicLink() && target.isDirectory()) links.add(entry.name);
      }
    } catch (error) {
      if (error instanceof InputLimitError) throw error;
      const { code } = error as NodeJS.ErrnoException;
      if (code === "ENOENT" || code === "ENOTDIR") return emptyFolder;
      this.#report(folder, `not readable: ${fileErrorMessage(error)}`);
    }
    return { files, folders, links };
  }

  /** Counts an entry, and keeps it. @throws InputLimitError */
  #count(entry: Dirent): true {
    this.#budget.take("passed", this.#path);
    this.#budget.take("names", this.#path, entry.name.length);
    if (entry.isDirectory() || couldMatter(entry.name)) this.#budget.take("entries", this.#path);
    return true;
  }

  /** What a link leads to. Undefined, and reported, where it is broken or leaves the must-gather. */
  async #followLink(link: string): Promise<Stats | undefined> {
    try {
      const target = await realpath(join(this.#root, link));
      if (isWithinFolder(target, this.#root)) return await stat(target);
      this.#report(link, "a link that leaves the must-gather; not followed");
    } catch (error) {
      this.#report(link, `a broken link (${fileErrorMessage(error)})`);
    }
    return undefined;
  }

  #report(path: string, cause: string): void {
    if (!this.#damageByPath.has(path)) this.#budget.take("refused", this.#path);
    this.#damageByPath.set(path, { where: path || ".", cause });
  }
}
