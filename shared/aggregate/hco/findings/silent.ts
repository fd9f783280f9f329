import type { Finding } from "../../../model/finding.ts";
import type { Node } from "../../../model/report.ts";
import type { Component } from "../components.ts";
import { isOperator } from "../ways.ts";

/**
 * What is down below a component and not counted by it: its operator, which leaves the component's conditions as they were
 * (facts hco 7, way 5), and of a component that says that all is well a workload (facts hco 14.9).
 */
export function silentFindings({ row }: Component, node: Node): readonly Finding[] {
  const { component } = row;
  const down = node.children.filter(({ verdict }) => verdict === "unavailable");
  return down.flatMap(({ ref: about, facts }): readonly Finding[] => {
    const { ready = "0/0" } = facts;
    if (isOperator(about)) return [{ code: "component-operator-down", severity: "warning", about, component, ready }];
    // One that is progressing says that not all of it is there yet.
    return node.verdict === "healthy"
      ? [{ code: "component-workload-down", severity: "warning", about, component, ready }]
      : [];
  });
}

/** Components of which one of these findings speaks. */
export function silentOf(findings: readonly Finding[]): ReadonlySet<string> {
  return new Set(
    findings.flatMap((one) =>
      one.code === "component-operator-down" || one.code === "component-workload-down" ? [one.component] : [],
    ),
  );
}
