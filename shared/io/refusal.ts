/** What a file system error means to somebody who named a path. */
export function refusalOf(error: unknown): string {
  const { code = "", message } = error as NodeJS.ErrnoException;
  return refusals[code] ?? message;
}

const refusals: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file",
  ENOTDIR: "there is no such file",
  EACCES: "permission denied",
  EPERM: "permission denied",
  EISDIR: "it is a directory",
  ELOOP: "its symbolic links go round in a circle",
};
