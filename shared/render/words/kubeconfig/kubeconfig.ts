/** The error for a kubeconfig that cannot be read. */
export function unreadableKubeconfigText(path: string, reason: string): string {
  return `cannot read kubeconfig ${path}: ${reason}`;
}

/** The error for a kubeconfig whose content cannot be parsed. */
export function damagedKubeconfigText(place: string, cause: string): string {
  return `kubeconfig ${place}: ${cause}`;
}

/** The reason for a kubeconfig that does not exist. */
export const missingKubeconfigText = "no such file";

/** The reason for a kubeconfig whose bytes are invalid in `encoding`. */
export function wrongEncodingText(encoding: string): string {
  return `it is not ${encoding.toUpperCase()} text`;
}

/** The reason behind the `code` of a file system error. */
export function fileErrorText(code: string): string {
  return fileErrors[code] ?? code;
}

const fileErrors: Readonly<Record<string, string>> = {
  EACCES: "permission denied",
  EPERM: "permission denied",
  EISDIR: "it is a directory",
  ENOTDIR: "a part of this path is a file, not a directory",
  ELOOP: "its symbolic links form a loop",
  ENAMETOOLONG: "the name is too long",
};

/** The error for a document of another kind. */
export function wrongKindText(file: string, kind: string): string {
  return `${file}: this is a ${kind}, not a kubeconfig (kind Config)`;
}

/** The error for a document of another version. */
export function wrongVersionText(file: string, version: string): string {
  return `${file}: apiVersion ${JSON.stringify(version)} is not a kubeconfig version; use v1`;
}

/** The error for a name that occurs twice in the list at `place`. */
export function nameTwiceText(file: string, place: string, name: string): string {
  return `${file}: ${place} has "${name}" twice; keep one of them`;
}
