import { fileRefusals } from "../../render/words/files/file-refusals.ts";

/** The short reason for a file system error, for a user who named the path. */
export function fileErrorMessage(error: unknown): string {
  const { code = "", message } = error as NodeJS.ErrnoException;
  return fileRefusals[code] ?? message;
}
