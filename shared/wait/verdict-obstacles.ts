import { causeOf, nodesOnPath } from "../model/cause/cause-path.ts";
import { families } from "../model/families.ts";
import type { ReportNode, RootNode } from "../model/report.ts";
import type { UnmetRequirement } from "../model/wait.ts";
import { findUnsettledStatus } from "./status-obstacles.ts";
import { toUpgradeRequirement } from "./upgrade-requirement.ts";

export function isUnhealthy(verdict: ReportNode["verdict"]): boolean {
  return verdict !== "healthy";
}

export function isDown(verdict: ReportNode["verdict"]): boolean {
  return verdict === "unavailable" || verdict === "unknown";
}

/**
 * The obstacles of an unhealthy root: its unhealthy required parts, and the root itself where these do not explain it.
 */
export function findUnhealthyParts(
  root: RootNode,
  isBad: (verdict: ReportNode["verdict"]) => boolean,
): readonly UnmetRequirement[] {
  const own = findUnhealthyRoot(root, isBad);
  if (families[root.profile].verdictFrom === "status") return own;
  const parts = root.children.filter((part) => part.required && isBad(part.verdict));
  const ofParts = parts.map((part) => toVerdictRequirement(part, root, part.verdict));
  return parts.length > 0 && !isBad(root.ownVerdict) ? ofParts : [...own, ...ofParts];
}

function findUnhealthyRoot(
  root: RootNode,
  isBad: (verdict: ReportNode["verdict"]) => boolean,
): readonly UnmetRequirement[] {
  const { ownVerdict, verdict, conditions, gates, facts } = root;
  // The parts may be worse than the root's own verdict without explaining it.
  if (!(isBad(verdict) || isBad(ownVerdict)) || findUnsettledStatus(root).length > 0) return [];
  const { reconcileCondition } = families[root.profile];
  const reconcile = conditions.find(({ type }) => type === reconcileCondition);
  const isOpen = reconcile !== undefined && reconcile.status !== "True";
  const isUpgrade = ownVerdict === "progressing" || (facts["stalledSince"] !== undefined && !isOpen);
  const operator = ["OperatorDown", "OperatorUnknown"].find((reason) => gates.ready.because.includes(reason));
  if (isUpgrade && operator === undefined && gates.upgrade.running === true && isBad(ownVerdict))
    return [toUpgradeRequirement(root, [])];
  const requirement = toVerdictRequirement(root, root, isBad(ownVerdict) ? ownVerdict : verdict);
  if (operator !== undefined) return [{ ...requirement, reason: operator }];
  return [isOpen ? { ...requirement, reason: reconcile.reason } : requirement];
}

/** The obstacle that a node has this verdict, with its reason and the object that causes it. */
export function toVerdictRequirement(
  node: ReportNode,
  root: RootNode,
  verdict: ReportNode["verdict"],
): Extract<UnmetRequirement, { readonly code: "verdict" }> {
  const cause = node.outcome === "found" ? findCauseBelow(node, root) : "";
  const { ref: about, label, outcome } = node;
  const requirement = { code: "verdict", about, label, outcome, verdict, reason: findReason(node) } as const;
  return cause === "" ? requirement : { ...requirement, cause };
}

/**
 * The object that explains a node by the Report's causes: `virt-api: ImagePullBackOff`. Of the root, the components at
 * which its operator is stuck where nothing else explains it.
 */
function findCauseBelow(node: ReportNode, root: RootNode): string {
  const cause = causeOf(root, node);
  // A container has the ref of its Pod, so the node is omitted as itself.
  const below = cause === undefined ? [] : nodesOnPath(root, cause).filter((each) => each !== node);
  const end = below.findLast(({ trouble }) => trouble !== undefined);
  const named = below.find(({ role }) => role === "workload") ?? end;
  if (end?.trouble !== undefined && named !== undefined) return `${named.label}: ${end.trouble.reason}`;
  const healthy = new Set(root.children.filter(({ verdict }) => verdict === "healthy").map(({ label }) => label));
  const stuck = root.causes.filter(({ component }) => node.role === "root" && healthy.has(component));
  return [...new Set(stuck.map(({ component }) => component))].join(", ");
}

function findReason({ conditions, trouble }: ReportNode): string {
  const worst = ["main", "bad", "good", "busy"].flatMap((sense) =>
    conditions.filter((one) => one.abnormal && one.sense === sense && one.reason !== ""),
  );
  return trouble?.reason ?? worst[0]?.reason ?? "";
}
