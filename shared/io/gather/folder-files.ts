import { readdir, realpath, stat } from "node:fs/promises";
import { join, sep } from "node:path";
import type { Damage } from "../../model/snapshot.ts";
import { readText } from "../input-text.ts";
import { refusalOf } from "../refusal.ts";
import { type GatherFiles, inFolder, type Listing, nameOf, nothing, parentOf } from "./files.ts";

/**
 * A gather in a folder on disk. Only what is asked for is opened: logs, which are most of it, never. Links are followed
 * where they stay inside the folder; others, and what is neither file nor folder, are left out and named.
 */
export async function folderFiles(path: string): Promise<GatherFiles> {
  const root = await realpath(path);
  const damage = new Map<string, Damage>();
  const listings = new Map<string, Promise<Listing>>();

  function list(folder: string): Promise<Listing> {
    const known = listings.get(folder) ?? listed(folder);
    listings.set(folder, known);
    return known;
  }

  // A link counts as what its folder's listing says it is: on the way to a file each step is looked at.
  async function listed(folder: string): Promise<Listing> {
    if (folder !== "" && !(await list(parentOf(folder))).folders.has(nameOf(folder))) return nothing;
    const files = new Set<string>();
    const folders = new Set<string>();
    const links = new Set<string>();
    try {
      for (const entry of await readdir(join(root, folder), { withFileTypes: true })) {
        const here = inFolder(folder, entry.name);
        const found = entry.isSymbolicLink() ? await behind(here) : entry;
        if (found === undefined) continue;
        if (found.isDirectory()) folders.add(entry.name);
        else if (found.isFile()) files.add(entry.name);
        else leftOut(here, "it is neither a file nor a folder; left out");
        if (entry.isSymbolicLink() && found.isDirectory()) links.add(entry.name);
      }
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === "ENOENT" || code === "ENOTDIR") return nothing;
      leftOut(folder, `not readable: ${refusalOf(error)}`);
    }
    return { files, folders, links };
  }

  async function behind(link: string): Promise<Awaited<ReturnType<typeof stat>> | undefined> {
    try {
      const target = await realpath(join(root, link));
      if (target === root || target.startsWith(root + sep)) return await stat(target);
      leftOut(link, "a link that leads out of the gather; not followed");
    } catch (error) {
      leftOut(link, `a link that leads nowhere (${refusalOf(error)})`);
    }
    return undefined;
  }

  function leftOut(where: string, cause: string): void {
    damage.set(where, { where: where || ".", cause });
  }

  return {
    list,
    async read(file) {
      const { files } = await list(parentOf(file));
      return files.has(nameOf(file)) ? readText(join(root, file)) : { refusal: "there is no such file" };
    },
    damage: () => [...damage.values()],
    close() {},
  };
}
