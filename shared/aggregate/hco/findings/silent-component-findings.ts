import type { Finding } from "../../../model/finding/finding.ts";
import { makeFinding } from "../../../model/finding/severity.ts";
import type { ReportNode } from "../../../model/report.ts";
import type { HcoComponent } from "../components.ts";
import { isComponentOperator } from "../find-workloads.ts";

/**
 * The findings about workloads that are down below a component without any effect on its conditions. An operator that
 * is down leaves the component's conditions as they were (facts hco 7, way 5). Another workload counts only below a
 * component that reports itself healthy (facts hco 14.9).
 */
export function silentFindings({ row }: HcoComponent, node: ReportNode): readonly Finding[] {
  const { component } = row;
  const down = node.children.filter(({ verdict }) => verdict === "unavailable");
  return down.flatMap(({ ref: about, facts }): readonly Finding[] => {
    const { ready = "0/0" } = facts;
    if (isComponentOperator(about)) return [makeFinding(about, { code: "component-operator-down", component, ready })];
    // A progressing component reports that its workloads are not complete yet.
    return node.verdict === "healthy"
      ? [makeFinding(about, { code: "component-workload-down", component, ready })]
      : [];
  });
}

/** The components that these findings are about. */
export function silentComponents(findings: readonly Finding[]): ReadonlySet<string> {
  return new Set(
    findings.flatMap((one) =>
      one.code === "component-operator-down" || one.code === "component-workload-down" ? [one.component] : [],
    ),
  );
}
