import type { ApplicationStatus, EvaluatedByRules } from "../../model/application-status.ts";
import type { RuleSetName } from "../../model/families.ts";
import type { ReportNode, RootNode } from "../../model/report.ts";

/**
 * Whether the rule set and the verdict disagree about this part. The rule set counts an unhealthy part as ready, or a
 * healthy one as not ready.
 */
export function isCountedDifferently({ judged, verdict }: ReportNode, ruleSet: RuleSetName): boolean {
  const status = judged === undefined ? undefined : statusByRules(judged, ruleSet);
  if (status === undefined) return false;
  return status === "Ready" ? verdict !== "healthy" && verdict !== "progressing" : verdict === "healthy";
}

/** The rule set's result for a part where it differs from the verdict; `all`: both rule sets always. */
export function controllerWords(node: ReportNode, ruleSet: RuleSetName, all: boolean): string {
  const { judged } = node;
  if (judged === undefined) return "";
  if (all) return `code ${judged.code}, proposal ${statusByRules(judged, "proposal") ?? "ignores it"}`;
  if (!isCountedDifferently(node, ruleSet)) return "";
  return `the ${ruleSet === "proposal" ? "proposal" : "controller"} reports it as ${statusByRules(judged, ruleSet)}`;
}

/** The status by the rule set; undefined where the proposal has no rule or does not count the part. */
function statusByRules({ code, proposal }: EvaluatedByRules, ruleSet: RuleSetName): ApplicationStatus | undefined {
  if (ruleSet !== "proposal") return code;
  return proposal?.counted === true ? proposal.status : undefined;
}

/** `Components 3/5 ready (the CR reports 4/5)`. */
export function applicationComponentsText({ facts, children, driftHeld }: RootNode): string {
  const reported = facts["reportedComponentsReady"];
  const ready = facts["componentsReady"] ?? "";
  // Components of kinds that the input lacks are unread, which is no count.
  const healthy = children.filter(({ required, verdict }) => required && verdict === "healthy").length;
  const rule = ready === "" || ready.startsWith(`${healthy}/`) ? "" : " by the controller's rule";
  const counted = children.length === 0 && driftHeld === "incomplete" ? "unread" : `${ready} ready${rule}`;
  return `Components ${counted}${reported === undefined || reported === ready ? "" : ` (the CR reports ${reported})`}`;
}
