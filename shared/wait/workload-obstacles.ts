import type { Finding } from "../model/finding/finding.ts";
import type { Report, RootNode } from "../model/report.ts";
import type { Verdict } from "../model/verdict.ts";
import type { UnmetRequirement } from "../model/wait.ts";

/** The codes of the findings about workloads that are missing or lack pods. */
export const shortWorkloadCodes = [
  "component-operator-down",
  "component-workload-down",
  "workload-not-ready",
  "workload-absent",
] as const;

type ShortWorkload = Extract<Finding, { readonly code: (typeof shortWorkloadCodes)[number] }>;

/**
 * The workloads that are missing or lack pods below required components, by findings of these codes. Within its deadline
 * such a workload makes no component worse (report.md, "Verdict of a root"), but a wait that ends for it ends too early.
 * `isCovered`: the components of such a verdict have an obstacle of their own.
 */
export function findShortWorkloads(
  { children }: RootNode,
  { findings }: Report,
  codes: readonly ShortWorkload["code"][],
  isCovered: (verdict: Verdict) => boolean,
): readonly UnmetRequirement[] {
  const counted = children.filter(({ required, verdict }) => required && !isCovered(verdict));
  const labels = new Set(counted.map(({ label }) => label));
  const short = findings
    .filter(isShortWorkload)
    .filter(({ code, component = "" }) => codes.includes(code) && labels.has(component))
    .map((one): UnmetRequirement => {
      const reason = one.code === "workload-not-ready" && one.reason !== undefined ? { reason: one.reason } : {};
      return { code: "workload", about: one.about, label: one.component, ready: readyText(one), ...reason };
    });
  // Its counts are those of an older template.
  const stale = counted
    .flatMap((part) => part.children.filter((node) => node.role === "workload" && node.stale))
    .map(({ ref: about, label }): UnmetRequirement => ({ code: "stale", about, label }));
  return [...short, ...stale];
}

function isShortWorkload(one: Finding): one is ShortWorkload {
  return shortWorkloadCodes.some((code) => code === one.code);
}

/** The pods that are ready, of those that should be: `2/3`. Empty for a workload that does not exist. */
function readyText(one: ShortWorkload): string {
  if (one.code === "workload-absent") return "";
  return one.code === "workload-not-ready" ? `${one.ready}/${one.wanted}` : one.ready;
}
