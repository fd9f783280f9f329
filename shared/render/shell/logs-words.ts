import type { LogSource } from "../../model/log-source.ts";
import { namespaceFlags } from "../../model/next-step.ts";
import { isPathSegment } from "../../model/resource-name.ts";

/**
 * The arguments of kubectl that print a log, without quotes. Undefined for names that no API server accepts, because one
 * of them could pass for an option.
 */
export function buildLogsArguments(source: LogSource): readonly string[] | undefined {
  const { namespace, pod, container, isPrevious } = source;
  if (![pod, container, namespace ?? "x"].every(isPathSegment)) return undefined;
  const words = ["logs", ...namespaceFlags(source), pod, "-c", container];
  return isPrevious ? [...words, "--previous"] : words;
}
