import type { Dirent } from "node:fs";
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
 * A must-gather in a folder on disk. Only requested files are opened, and of logs, which are most of it, the ends. Links
 * are followed where they stay inside the folder. Other links, and entries that are neither file nor folder, are omitted
 * and reported.
 * @throws InputLimitError, from `list` and `read`, where there are more entries than `budget` has left.
 */
export async function folderFiles(path: string, budget: InputBudget): Promise<MustGatherFiles> {
  const root = await realpath(path);
  const damage = new Map<string, Damage>();
  const listings = new Map<string, Promise<FolderListing>>();

  function list(folder: string): Promise<FolderListing> {
    const known = listings.get(folder) ?? listed(folder);
    listings.set(folder, known);
    return known;
  }

  // A link has the type that its folder's listing gives it. Each folder on the way to a file is listed for that.
  async function listed(folder: string): Promise<FolderListing> {
    if (folder !== "" && !(await list(parentFolder(folder))).folders.has(baseName(folder))) return emptyFolder;
    const files = new Set<string>();
    const folders = new Set<string>();
    const links = new Set<string>();
    try {
      for (const entry of await sortedEntries(join(root, folder), counted)) {
        const here = joinFolder(folder, entry.name);
        const found = entry.isSymbolicLink() ? await behind(here) : entry;
        if (found === undefined) continue;
        if (found.isDirectory()) folders.add(entry.name);
        else if (found.isFile()) files.add(entry.name);
        else skipped(here, "neither a file nor a folder; skipped");
        if (entry.isSymbolicLink() && found.isDirectory()) links.add(entry.name);
      }
    } catch (error) {
      if (error instanceof InputLimitError) throw error;
      const { code } = error as NodeJS.ErrnoException;
      if (code === "ENOENT" || code === "ENOTDIR") return emptyFolder;
      skipped(folder, `not readable: ${fileErrorMessage(error)}`);
    }
    return { files, folders, links };
  }

  function counted(entry: Dirent): boolean {
    budget.take("passed", path);
    budget.take("names", path, entry.name.length);
    if (entry.isDirectory() || couldMatter(entry.name)) budget.take("entries", path);
    return true;
  }

  async function behind(link: string): Promise<Awaited<ReturnType<typeof stat>> | undefined> {
    try {
      const target = await realpath(join(root, link));
      if (isWithinFolder(target, root)) return await stat(target);
      skipped(link, "a link that leaves the must-gather; not followed");
    } catch (error) {
      skipped(link, `a broken link (${fileErrorMessage(error)})`);
    }
    return undefined;
  }

  function skipped(where: string, cause: string): void {
    if (!damage.has(where)) budget.take("refused", path);
    damage.set(where, { where: where || ".", cause });
  }

  return {
    list,
    async read(file) {
      const { files } = await list(parentFolder(file));
      return files.has(baseName(file)) ? readText(join(root, file)) : { refusal: noSuchFile };
    },
    async readEnd(file) {
      const { files } = await list(parentFolder(file));
      return files.has(baseName(file)) ? readFileEnd(join(root, file)) : undefined;
    },
    damage: () => [...damage.values()],
    close() {},
  };
}
