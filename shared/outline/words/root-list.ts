import type { RootNode } from "../../model/report.ts";
import { allVerdicts, type Verdict } from "../../model/verdict.ts";

/** The states of several roots: `2 of 3 objects not healthy: 1 unavailable, 1 degraded`, `3 objects healthy`. */
export function rootListSummary(roots: readonly RootNode[]): string {
  const numbers = Map.groupBy(roots, ({ verdict }) => verdict);
  const unhealthy = roots.length - (numbers.get("healthy")?.length ?? 0);
  if (unhealthy === 0) return `${roots.length} objects healthy`;
  const verdicts = allVerdicts.filter((verdict: Verdict) => verdict !== "healthy" && numbers.has(verdict));
  const all = `${unhealthy} of ${roots.length} objects`;
  if (verdicts.length === 1) return `${all} ${verdicts[0]}`;
  return `${all} not healthy: ${verdicts.map((verdict) => `${numbers.get(verdict)?.length} ${verdict}`).join(", ")}`;
}
