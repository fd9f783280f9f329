import { families } from "../model/families.ts";
import { keyOf } from "../model/object.ts";
import type { Report, RootNode } from "../model/report.ts";
import type { GateReason } from "../model/upgrade-gate.ts";
import { hyperConvergedReasons } from "../upgrade-gate/hyperconverged.ts";

/**
 * The report whose gates `upgradeable` name what `gate upgrade` blocks for where HyperConverged itself reports no
 * obstacle. Both are facts, and a report with only the first contradicts the gate.
 */
export function withUpgradeBlockers<R extends Omit<Report, "next">>(report: R): R {
  return { ...report, roots: report.roots.map((root) => withBlockers(root, report)) };
}

function withBlockers(root: RootNode, report: Omit<Report, "next">): RootNode {
  const { upgradeable } = root.gates;
  if (!families[root.profile].hasUpgradeGate || upgradeable.answer === "no") return root;
  const blockedBy = namesOf(hyperConvergedReasons(root, { ...report, next: [] }), root);
  if (blockedBy.length === 0) return root;
  return { ...root, gates: { ...root.gates, upgradeable: { ...upgradeable, blockedBy } } };
}

/** The blocking components in the operator's order, then the other obstacles, as in `because`. */
function namesOf(reasons: readonly GateReason[], { ref, children }: RootNode): readonly string[] {
  const blocking = reasons.filter(({ state }) => state === "blocks");
  const components = new Set(blocking.flatMap(({ component }) => component ?? []));
  const order = children.map(({ label }) => label);
  const others = blocking
    .filter(({ component }) => component === undefined)
    .map(({ code, about }) => {
      if (about.kind === "Webhook") return "ConversionWebhook";
      return keyOf(about) === keyOf(ref) || isOfOperator(code) ? code : about.name;
    });
  return [...new Set([...order.filter((label) => components.has(label)), ...components, ...others])];
}

/** Whether the code itself names the operator. */
function isOfOperator(code: GateReason["code"]): boolean {
  return code === "OperatorDown" || code === "OperatorRollout" || code === "OperatorCondition";
}
