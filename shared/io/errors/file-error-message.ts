import { noSuchFile, silentFileText } from "./file-errors.ts";

/** The short reason for a file system error, for a user who named the path. */
export function fileErrorMessage(error: unknown): string {
  const { code = "", message } = error as NodeJS.ErrnoException;
  return fileRefusals[code] ?? message;
}

/** The short reason for each code of a file system error. */
const fileRefusals: Readonly<Record<string, string>> = {
  ENOENT: noSuchFile,
  ENOTDIR: noSuchFile,
  EACCES: "permission denied",
  EPERM: "permission denied",
  EISDIR: "it is a directory",
  ELOOP: "its symbolic links form a loop",
  EAGAIN: silentFileText,
  ENXIO: "no such device",
};
