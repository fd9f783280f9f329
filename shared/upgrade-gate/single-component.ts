import type { Report, RootNode } from "../model/report.ts";
import type { GateReason } from "../model/upgrade-gate.ts";
import { hcoComponents } from "../profiles/hco/components.ts";
import { componentReasons, verdictReason } from "./component.ts";
import { apiReasons } from "./served-apis.ts";
import { isFromBelow, workloadReasons } from "./workloads.ts";

/**
 * Reasons against upgrading a component whose owner, such as a HyperConverged, was not read; so an upgrade is never
 * allowed.
 */
export function componentAloneReasons(root: RootNode, report: Report): readonly GateReason[] {
  const { ref: about, verdict } = root;
  const row = hcoComponents.find(({ group, kind }) => group === about.group && kind === about.kind);
  const part = { ...root, label: row?.component ?? about.kind };
  const ofBelow = [...workloadReasons([part], about.namespace ?? "", report), ...apiReasons(part)];
  return [
    ...componentReasons(part, report),
    ...ofBelow,
    ...(isFromBelow(part, ofBelow) ? [] : verdictReason(verdict, about, part.label)),
    { code: "NoHyperConverged", state: "unknown", about },
  ];
}
