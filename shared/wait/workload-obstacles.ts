import type { Finding } from "../model/finding/finding.ts";
import type { Report, RootNode } from "../model/report.ts";
import type { UnmetRequirement } from "../model/wait.ts";

/** A finding that a workload lacks pods. */
type ShortWorkload = Extract<
  Finding,
  { readonly code: "component-operator-down" | "component-workload-down" | "workload-not-ready" }
>;

/**
 * The workloads that lack pods below components that report healthy, by findings of these codes. Within its deadline
 * such a workload makes no component worse (report.md, "Verdict of a root"), but a wait that ends for it ends too early.
 */
export function findShortWorkloads(
  { children }: RootNode,
  { findings }: Report,
  codes: readonly ShortWorkload["code"][],
): readonly UnmetRequirement[] {
  const healthy = new Set(
    children.filter(({ required, verdict }) => required && verdict === "healthy").map(({ label }) => label),
  );
  return findings
    .filter(isShortWorkload)
    .filter(({ code, component = "" }) => codes.includes(code) && healthy.has(component))
    .map((one) => ({ code: "workload", about: one.about, label: one.component, ready: readyText(one) }));
}

function isShortWorkload(one: Finding): one is ShortWorkload {
  switch (one.code) {
    case "component-operator-down":
    case "component-workload-down":
    case "workload-not-ready":
      return true;
    default:
      return false;
  }
}

/** The pods that are ready, of those that should be: `2/3`. */
function readyText(one: ShortWorkload): string {
  return one.code === "workload-not-ready" ? `${one.ready}/${one.wanted}` : one.ready;
}
