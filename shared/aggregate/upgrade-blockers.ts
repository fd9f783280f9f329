import { families } from "../model/families.ts";
import { keyOf } from "../model/object.ts";
import type { ReportWithoutSteps, RootNode } from "../model/report.ts";
import type { GateReason } from "../model/upgrade-gate.ts";
import { hyperConvergedReasons } from "../upgrade-gate/hyperconverged.ts";

/**
 * The report whose gates `upgradeable` name what `gate upgrade` blocks for beside what HyperConverged itself reports.
 * Both are facts, and a report with only the first contradicts the gate.
 */
export function withUpgradeBlockers<R extends ReportWithoutSteps>(report: R): R {
  return { ...report, roots: report.roots.map((root) => withBlockers(root, report)) };
}

function withBlockers(root: RootNode, report: ReportWithoutSteps): RootNode {
  const { upgradeable } = root.gates;
  if (!families[root.profile].hasUpgradeGate) return root;
  const isRefused = upgradeable.answer === "no";
  const reasons = hyperConvergedReasons(root, report).filter(({ state }) => state === "blocks");
  // What HyperConverged reports has its name in the CR already.
  const counted = isRefused ? reasons.filter((reason) => !isReported(reason, root)) : reasons;
  const names = namesOf(counted, root);
  const blockedBy = isRefused ? inOrder([...new Set([...upgradeable.because, ...names])], root) : names;
  if (blockedBy.length === (isRefused ? upgradeable.because.length : 0)) return root;
  return { ...root, gates: { ...root.gates, upgradeable: { ...upgradeable, blockedBy } } };
}

/** The components in the operator's order, then the other obstacles, as in `because`. */
function namesOf(blocking: readonly GateReason[], root: RootNode): readonly string[] {
  const components = new Set(blocking.flatMap(({ component }) => component ?? []));
  const order = root.children.map(({ label }) => label);
  const others = blocking
    .filter(({ component }) => component === undefined)
    .map(({ code, about }) => {
      if (about.kind === "Webhook") return "ConversionWebhook";
      return isOwn(about, root) || isOfOperator(code) ? code : about.name;
    });
  return [...new Set([...order.filter((label) => components.has(label)), ...components, ...others])];
}

/** The names with the components in the operator's order, where the first of them stands. */
function inOrder(names: readonly string[], { children }: RootNode): readonly string[] {
  const components = children.map(({ label }) => label).filter((label) => names.includes(label));
  const others = names.filter((name) => !components.includes(name));
  const place = names.findIndex((name) => components.includes(name));
  return place < 0 ? others : [...others.slice(0, place), ...components, ...others.slice(place)];
}

/** Whether HyperConverged reports the reason itself. A running upgrade refuses the next one at OLM too. */
function isReported({ about, code, component }: GateReason, root: RootNode): boolean {
  const isRunning = root.gates.upgradeable.because.includes("AlreadyPerformingUpgrade");
  return code === "OperatorCondition"
    ? isRunning
    : component === undefined && !isOfOperator(code) && isOwn(about, root);
}

function isOwn(about: GateReason["about"], { ref }: RootNode): boolean {
  return keyOf(about) === keyOf(ref);
}

/** Whether the code itself names the operator. */
function isOfOperator(code: GateReason["code"]): boolean {
  return code === "OperatorDown" || code === "OperatorRollout" || code === "OperatorCondition";
}
