import { createHash, randomUUID } from "node:crypto";
import { mkdir, open, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";

/** CRDs that were read before, on the disk of this machine. They hold no secrets. */
export interface StoredDefinitions {
  /** Returns the CRD under a key, as plain data; undefined without a usable one. */
  read(key: string): Promise<unknown>;
  /** Stores a CRD, as JSON. The oldest files beyond the limits are removed. */
  write(key: string, text: string): Promise<void>;
  remove(key: string): Promise<void>;
}

/** Limits of the folder, in files and in packed bytes, and of one CRD, in bytes as JSON. */
const most = { files: 200, bytes: 8_000_000, unpacked: 16_000_000 } as const;

/** @param folder is created with the first CRD. */
export function storedDefinitions(folder: string): StoredDefinitions {
  const pathOf = (key: string): string => join(folder, `${createHash("sha256").update(key).digest("hex")}${ending}`);

  /** Removes the files that were written longest ago, and what an interrupted writing left. */
  async function prune(): Promise<void> {
    const names = await readdir(folder);
    const files = await Promise.all(
      names.map(async (name) => {
        const { size, mtimeMs } = await stat(join(folder, name)).catch(() => ({ size: 0, mtimeMs: 0 }));
        return { name, size, mtimeMs };
      }),
    );
    let bytes = 0;
    for (const [index, { name, size }] of files.toSorted((a, b) => b.mtimeMs - a.mtimeMs).entries()) {
      bytes += size;
      if (index >= most.files || bytes > most.bytes) await rm(join(folder, name), { force: true });
    }
  }

  return {
    async read(key) {
      const packed = await readBounded(pathOf(key));
      if (packed === undefined) return undefined;
      const text = await promisify(gunzip)(packed, { maxOutputLength: most.unpacked });
      return JSON.parse(text.toString("utf8"));
    },
    async write(key, text) {
      await mkdir(folder, { recursive: true });
      const own = `${pathOf(key)}.${randomUUID()}`;
      // A second window may read the file meanwhile.
      await writeFile(own, await promisify(gzip)(text), { mode: 0o600 });
      await rename(own, pathOf(key));
      await prune();
    },
    async remove(key) {
      await rm(pathOf(key), { force: true });
    },
  };
}

const ending = ".json.gz";

/** Reads a file up to the limit; undefined for a larger one, and where there is none. */
async function readBounded(path: string): Promise<Buffer | undefined> {
  const file = await open(path).catch(() => undefined);
  try {
    const size = (await file?.stat())?.size ?? Number.POSITIVE_INFINITY;
    return size > most.bytes ? undefined : await file?.readFile();
  } finally {
    await file?.close();
  }
}
