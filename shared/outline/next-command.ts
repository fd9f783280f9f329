import type { Report } from "../model/report.ts";

/**
 * The first of the commands that show more about the worst root of `report`, with the flags that reach the same cluster.
 * Undefined where nothing is wrong.
 */
export function nextCommand({ next }: Pick<Report, "next">, kubectl = "kubectl"): string | undefined {
  return next[0]?.command.replace(/^kubectl/, () => kubectl);
}
