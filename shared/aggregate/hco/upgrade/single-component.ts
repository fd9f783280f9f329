import type { ReportWithoutSteps, RootNode } from "../../../model/report.ts";
import { hcoComponents } from "../../../tables/components.ts";
import type { UpgradeRow } from "./component.ts";
import { componentRows, verdictRow } from "./component.ts";
import { apiRows } from "./served-apis.ts";
import { isFromBelow, rowsOfWorkloads } from "./workloads.ts";

/**
 * Reasons against upgrading a component whose owner, such as a HyperConverged, was not read; so an upgrade is never
 * allowed.
 */
export function standaloneComponentRows(root: RootNode, report: ReportWithoutSteps): readonly UpgradeRow[] {
  const { ref: about, verdict } = root;
  const row = hcoComponents.find(({ group, kind }) => group === about.group && kind === about.kind);
  const part = { ...root, label: row?.component ?? about.kind };
  const ofBelow = [...rowsOfWorkloads([part], about.namespace ?? "", report, "unknown"), ...apiRows(part)];
  return [
    ...componentRows(part, report),
    ...ofBelow,
    ...(isFromBelow(part, ofBelow) ? [] : verdictRow(verdict, about, part.label)),
    { code: "NoHyperConverged", effect: "unknown", about },
  ];
}
