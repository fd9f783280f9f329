import { randomUUID } from "node:crypto";
import { link, open, rename, stat, unlink, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { InputError } from "./errors.ts";
import { refusalOf } from "./refusal.ts";

/**
 * Whether a file of this name can be made, before the work for it is done. What is no file, such as /dev/null or a pipe, is
 * written to as it is.
 * @throws InputError where there is a file: what somebody kept to compare with is not replaced.
 */
export async function mindFile(path: string): Promise<void> {
  const found = await kindOf(path);
  if (found === "file") throw exists(path);
  if (found === "directory") throw new InputError(`cannot write ${path}: it is a directory; name a file in it`);
}

/**
 * Writes a new file that only its owner may read, the whole of it or nothing: it gets its name when all is on the disk.
 * @throws InputError where it cannot be written, or where somebody else was first.
 */
export async function writeWhole(path: string, content: string): Promise<void> {
  try {
    if ((await kindOf(path)) === "other") return await writeFile(path, content);
  } catch (error) {
    throw refused(path, error);
  }
  const beside = join(dirname(path), `.${basename(path)}.${randomUUID()}`);
  try {
    const file = await open(beside, "wx", 0o600);
    try {
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    await named(beside, path);
  } catch (error) {
    if (error instanceof InputError) throw error;
    throw (error as NodeJS.ErrnoException).code === "EEXIST" ? exists(path) : refused(path, error);
  } finally {
    await unlink(beside).catch(() => {});
  }
}

/** Not over another file: rename would replace it, link does not; some file systems know no links. */
async function named(beside: string, path: string): Promise<void> {
  try {
    await link(beside, path);
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    if (!linkless.includes(code)) throw error;
    await mindFile(path);
    await rename(beside, path);
  }
}

const linkless = ["EPERM", "ENOSYS", "ENOTSUP", "EOPNOTSUPP", "EMLINK"];

async function kindOf(path: string): Promise<"none" | "file" | "directory" | "other"> {
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) return "none";
  return found.isFile() ? "file" : found.isDirectory() ? "directory" : "other";
}

function exists(path: string): InputError {
  return new InputError(
    `cannot write ${path}: there is a file of this name, and it is kept; remove it or name another`,
  );
}

function refused(path: string, error: unknown): InputError {
  const cause = (error as NodeJS.ErrnoException).code === "ENOENT" ? "there is no such folder" : refusalOf(error);
  return new InputError(`cannot write ${path}: ${cause}`, { cause: error });
}
