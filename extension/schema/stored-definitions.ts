import { createHash, randomUUID } from "node:crypto";
import { mkdir, open, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";

/** CRDs that earlier windows read, on the disk of this machine, one gzip file each. CRDs hold no secrets. */
export interface StoredDefinitions {
  /** Returns the CRD under a key, as plain data; undefined without a usable one. */
  read(key: string): Promise<unknown>;
  /** Stores a CRD, as JSON. The oldest files beyond the limits are removed. */
  write(key: string, text: string): Promise<void>;
  remove(key: string): Promise<void>;
}

const maxFiles = 200;

/** Bytes of all files together, as stored. */
const maxPackedBytes = 8_000_000;

/** Bytes of one CRD, as JSON. */
const maxUnpackedBytes = 16_000_000;

const fileExtension = ".json.gz";

/** Opens the folder, which is created with the first CRD. */
export function openStoredDefinitions(folder: string): StoredDefinitions {
  const pathOf = (key: string): string =>
    join(folder, `${createHash("sha256").update(key).digest("hex")}${fileExtension}`);

  /** Removes the files that were written longest ago, and what an interrupted writing left. */
  async function prune(): Promise<void> {
    const names = await readdir(folder);
    const files = await Promise.all(
      names.map(async (name) => {
        const { size, mtimeMs } = await stat(join(folder, name)).catch(() => ({ size: 0, mtimeMs: 0 }));
        return { name, size, mtimeMs };
      }),
    );
    const newestFirst = files.toSorted((a, b) => b.mtimeMs - a.mtimeMs);
    let packedBytes = 0;
    for (const [index, { name, size }] of newestFirst.entries()) {
      packedBytes += size;
      if (index >= maxFiles || packedBytes > maxPackedBytes) await rm(join(folder, name), { force: true });
    }
  }

  return {
    async read(key) {
      const packed = await readBounded(pathOf(key));
      if (packed === undefined) return undefined;
      const text = await promisify(gunzip)(packed, { maxOutputLength: maxUnpackedBytes });
      return JSON.parse(text.toString("utf8"));
    },
    async write(key, text) {
      await mkdir(folder, { recursive: true });
      // A second window may read the file meanwhile, so it is written under another name first.
      const temporaryPath = `${pathOf(key)}.${randomUUID()}`;
      await writeFile(temporaryPath, await promisify(gzip)(text), { mode: 0o600 });
      await rename(temporaryPath, pathOf(key));
      await prune();
    },
    async remove(key) {
      await rm(pathOf(key), { force: true });
    },
  };
}

/** Reads a file. Returns undefined where it does not exist, or is larger than all files together may be. */
async function readBounded(path: string): Promise<Buffer | undefined> {
  const file = await open(path).catch(() => undefined);
  try {
    const size = (await file?.stat())?.size ?? Number.POSITIVE_INFINITY;
    return size > maxPackedBytes ? undefined : await file?.readFile();
  } finally {
    await file?.close();
  }
}
