import type { GateReason } from "../../model/gate.ts";
import type { Report, RootNode } from "../../model/report.ts";
import { components } from "../../profiles/hco-components.ts";
import { componentReasons, verdictReason } from "./component.ts";
import { workloadReasons } from "./workloads.ts";

/** A component by itself: whoever upgrades it, a HyperConverged among others, was not asked, so it is never allowed. */
export function componentAloneReasons(root: RootNode, report: Report): readonly GateReason[] {
  const { ref: about, verdict } = root;
  const row = components.find(({ group, kind }) => group === about.group && kind === about.kind);
  const part = { ...root, label: row?.component ?? about.kind };
  return [
    ...componentReasons(part, report),
    ...workloadReasons([part], about.namespace ?? "", report),
    ...verdictReason(verdict, about, part.label),
    { code: "NoHyperConverged", state: "unknown", about },
  ];
}
