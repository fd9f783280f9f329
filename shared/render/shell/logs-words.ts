import type { LogSource } from "../../model/log-source.ts";

/**
 * The arguments of kubectl that print a log, without quotes. Undefined for names that no API server accepts, because one
 * of them could pass for an option.
 */
export function logsWords({ namespace, pod, container, isPrevious }: LogSource): readonly string[] | undefined {
  if (![pod, container, namespace ?? "x"].every(isPathSegment)) return undefined;
  const place = namespace === undefined ? [] : ["-n", namespace];
  return ["logs", ...place, pod, "-c", container, ...(isPrevious ? ["--previous"] : [])];
}

/** Whether the word may be a path segment of the API (apimachinery, api/validation/path/name.go) and is no flag. */
export function isPathSegment(word: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9.:_-]{0,252}$/.test(word);
}
