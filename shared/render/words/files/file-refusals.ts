/** The reason where a path leads to no file. */
export const noSuchFile = "no such file";

/** The short reason for each code of a file system error. */
export const fileRefusals: Readonly<Record<string, string>> = {
  ENOENT: noSuchFile,
  ENOTDIR: noSuchFile,
  EACCES: "permission denied",
  EPERM: "permission denied",
  EISDIR: "it is a directory",
  ELOOP: "its symbolic links form a loop",
};
