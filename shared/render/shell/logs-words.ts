import type { LogSource } from "../../model/log-source.ts";
import { isPathSegment } from "../../model/resource-name.ts";

/**
 * The arguments of kubectl that print a log, without quotes. Undefined for names that no API server accepts, because one
 * of them could pass for an option.
 */
export function buildLogsArguments({
  namespace,
  pod,
  container,
  isPrevious,
}: LogSource): readonly string[] | undefined {
  if (![pod, container, namespace ?? "x"].every(isPathSegment)) return undefined;
  const namespaceFlag = namespace === undefined ? [] : ["-n", namespace];
  return ["logs", ...namespaceFlag, pod, "-c", container, ...(isPrevious ? ["--previous"] : [])];
}
