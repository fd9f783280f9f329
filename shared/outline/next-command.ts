import type { Report } from "../model/report.ts";

/**
 * The first of the commands that show more about the worst root of `report`, with the flags that reach the same cluster.
 * Undefined where nothing is wrong.
 */
export function nextCommand({ next }: Pick<Report, "next">, kubectl = "kubectl"): string | undefined {
  return next[0]?.command.replace(/^kubectl/, () => kubectl);
}

/** The same, and then the first command of every other cause, as far as a page has room for them. */
export function nextCommands(report: Pick<Report, "next" | "roots">, kubectl = "kubectl"): readonly string[] {
  const first = nextCommand(report, kubectl);
  if (first === undefined) return [];
  const causes = report.roots.flatMap((root) => (root.verdict === "healthy" ? [] : root.causes));
  const others = causes.flatMap(({ next }) => nextCommand({ next }, kubectl) ?? []);
  return [...new Set([first, ...others])].slice(0, mostCommands);
}

const mostCommands = 10;
