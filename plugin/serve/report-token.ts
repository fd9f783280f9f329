import { createHash, timingSafeEqual } from "node:crypto";
import { statSync } from "node:fs";
import { InputError } from "../../shared/io/errors/errors.ts";
import { fileErrorMessage } from "../../shared/io/errors/file-error-message.ts";
import { readBounded } from "../../shared/io/files/read-bounded.ts";

/** The most bytes of a token file. */
const maxTokenLength = 16_384;

/** The fewest characters of a token: 128 bits in base64 have 22. */
const minTokenLength = 16;

/**
 * The token in a file. It is read for each request, because a Secret volume replaces the file when the token rotates.
 * @throws InputError where the file cannot be read, holds no token, or other users can read it. Windows has no modes.
 */
export function readReportToken(path: string, hasModes: boolean): string {
  let token: string;
  let mode: number;
  try {
    token = readBounded(path, maxTokenLength).toString().trim();
    ({ mode } = statSync(path));
  } catch (error) {
    throw new InputError(`cannot read token file ${path}: ${fileErrorMessage(error)}`, { cause: error });
  }
  // The kubelet makes the files of a Secret readable by the group of fsGroup, so the group may read.
  if (hasModes && (mode & 0o027) !== 0)
    throw new InputError(
      `token file ${path} has mode 0${(mode & 0o777).toString(8).padStart(3, "0")}: other users must not read it, and its group must not write it; use 0400 or 0440`,
    );
  if (token.length < minTokenLength)
    throw new InputError(`token file ${path} has a token of fewer than ${minTokenLength} characters`);
  return token;
}

/** Whether an Authorization header carries the token. The time does not depend on where the two differ. */
export function carriesToken(authorization: string | undefined, token: string): boolean {
  const [, given = ""] = /^Bearer +(\S+) *$/i.exec(authorization ?? "") ?? [];
  const digest = (text: string): Buffer => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(given), digest(token));
}
