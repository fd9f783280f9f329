import { conditionOf } from "../model/condition.ts";
import type { ApplicationStatus, Judged, Node, RootNode, RuleSetName } from "../model/report.ts";
import { evidenceText } from "./words-cause.ts";

/** The rule set and a person do not say the same of this part: it counts what is unwell as ready, or the other way round. */
export function isSeenOtherwise({ judged, verdict }: Node, ruleSet: RuleSetName): boolean {
  const word = judged === undefined ? undefined : wordOf(judged, ruleSet);
  if (word === undefined) return false;
  return word === "Ready" ? verdict !== "healthy" && verdict !== "progressing" : verdict === "healthy";
}

/** What the rule set makes of a part where that is not what stands beside it; `all`: both rule sets always. */
export function controllerWords(node: Node, ruleSet: RuleSetName, all: boolean): string {
  const { judged } = node;
  if (judged === undefined) return "";
  if (all) return `code ${judged.code}, proposal ${wordOf(judged, "proposal") ?? "leaves it out"}`;
  if (!isSeenOtherwise(node, ruleSet)) return "";
  return `the ${ruleSet === "proposal" ? "proposal" : "controller"} calls it ${wordOf(judged, ruleSet)}`;
}

/** Undefined where the proposal has no rule or does not count it. */
function wordOf({ code, proposal }: Judged, ruleSet: RuleSetName): ApplicationStatus | undefined {
  if (ruleSet !== "proposal") return code;
  return proposal?.counted === true ? proposal.status : undefined;
}

/** `the CR says Ready False: ComponentsNotReady: …`, where all that it consists of is well. */
export function readyOtherwise({ profile, verdict, conditions }: RootNode): readonly string[] {
  const ready = conditionOf(conditions, "Ready");
  if (profile !== "application" || verdict !== "healthy" || ready === undefined || ready.status === "True") return [];
  return [`the CR says Ready ${ready.status}: ${evidenceText(ready)}`];
}

/** `Components 3/5 ready (the CR says 4/5)`. */
export function componentsWords({ facts }: RootNode): string {
  const said = facts["reportedComponentsReady"];
  const ready = facts["componentsReady"] ?? "";
  return `Components ${ready} ready${said === undefined || said === ready ? "" : ` (the CR says ${said})`}`;
}
