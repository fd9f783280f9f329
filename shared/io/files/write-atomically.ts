import { randomUUID } from "node:crypto";
import { link, open, rename, stat, unlink, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { InputError } from "../errors/errors.ts";
import { fileErrorMessage } from "../errors/file-error-message.ts";

/**
 * Checks that `path` can be written, before the work for its content begins. A device or a pipe, such as /dev/null, can
 * be written to.
 * @throws InputError where `path` is a directory, or an existing file, which the user may keep for a comparison.
 */
export async function assertWritable(path: string): Promise<void> {
  const found = await fileKind(path);
  if (found === "file") throw exists(path);
  if (found === "directory") throw new InputError(`cannot write ${path}: it is a directory; specify a file in it`);
}

/**
 * Writes a new file that only its owner may read, either complete or not at all. It gets its name when all is on disk.
 * @throws InputError where it cannot be written, or where another process has created it meanwhile.
 */
export async function writeWhole(path: string, content: string | Uint8Array): Promise<void> {
  try {
    if ((await fileKind(path)) === "other") return await writeFile(path, content);
  } catch (error) {
    throw writeError(path, error);
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
    await linkTo(beside, path);
  } catch (error) {
    if (error instanceof InputError) throw error;
    throw (error as NodeJS.ErrnoException).code === "EEXIST" ? exists(path) : writeError(path, error);
  } finally {
    await unlink(beside).catch(() => {});
  }
}

/** Gives `beside` its final name by link, because rename would replace a file. Some file systems have no links. */
async function linkTo(beside: string, path: string): Promise<void> {
  try {
    await link(beside, path);
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    if (!linkless.includes(code)) throw error;
    await assertWritable(path);
    await rename(beside, path);
  }
}

const linkless = ["EPERM", "ENOSYS", "ENOTSUP", "EOPNOTSUPP", "EMLINK"];

async function fileKind(path: string): Promise<"none" | "file" | "directory" | "other"> {
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) return "none";
  if (found.isFile()) return "file";
  return found.isDirectory() ? "directory" : "other";
}

function exists(path: string): InputError {
  return new InputError(`cannot write ${path}: file exists; remove it or use another name`);
}

function writeError(path: string, error: unknown): InputError {
  const cause = (error as NodeJS.ErrnoException).code === "ENOENT" ? "no such directory" : fileErrorMessage(error);
  return new InputError(`cannot write ${path}: ${cause}`, { cause: error });
}
