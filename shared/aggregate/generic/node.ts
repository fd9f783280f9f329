import type { KubeObject } from "../../model/object.ts";
import type { JudgedCondition, Node } from "../../model/report.ts";
import type { Lookup } from "../../model/snapshot.ts";
import { type Verdict, worst } from "../../model/verdict.ts";
import { conditionsAt } from "../../parse/conditions.ts";
import { generic } from "../../profiles/generic.ts";
import { hasRule } from "../core/health.ts";
import { coreNode } from "../core/tree.ts";
import { isOlderThanSpec } from "../freshness.ts";
import { meaning } from "../hco/component-node.ts";
import type { Context } from "../judgement.ts";
import type { Index } from "../lookup.ts";
import { missingNode as missing } from "../missing-node.ts";
import { judge, verdictBySense } from "../sense.ts";
import { isOwnKind } from "./own-kinds.ts";

/** One object by what is known of its kind: Kubernetes' own by their rules, with all below them, any other by the senses of its conditions. */
export function nodeOf(object: KubeObject, index: Index, context: Context, role: Node["role"]): Node {
  if (!hasRule(object.ref)) {
    const isThereOnly =
      isOwnKind(object.ref) && conditionsAt(object).shape === "absent" && !isOlderThanSpec(object, []);
    return isThereOnly ? presentNode(object, role) : customNode(object, context, role);
  }
  const node = coreNode(object, index, context.takenAt, role);
  return context.senses.length === 0 ? node : withSenses(node, object, context);
}

/** What somebody says about the conditions of a kind that has a rule counts beside the rule. */
function withSenses(node: Node, object: KubeObject, { senses }: Context): Node {
  const conditions = judge(generic, object, conditionsAt(object).conditions, true, senses);
  const said = conditions.filter((condition) => condition.senseFrom !== undefined);
  const verdicts = said.map(({ sense, status }) => verdictBySense(sense, status));
  const { verdict, ownVerdict } = node;
  return { ...node, conditions, verdict: worst([verdict, ...verdicts]), ownVerdict: worst([ownVerdict, ...verdicts]) };
}

/**
 * A custom resource: the worst of what its conditions say by their senses; unknown where none of them says anything, and at
 * least progressing while its status is older than its spec or it is being deleted.
 */
function customNode(object: KubeObject, { senses }: Context, role: Node["role"]): Node {
  const read = conditionsAt(object).conditions;
  const conditions = judge(generic, object, read, true, senses);
  const stale = isOlderThanSpec(object, read);
  const verdicts = conditions.map((condition) => verdictBySense(condition.sense, condition.status));
  const verdict = worst([...verdicts, conditions.some(saysHow) ? "healthy" : "unknown", settled(object, stale)]);
  return { ...bare(object, role, verdict), conditions, ...meaning(conditions), stale };
}

/** Whether a condition tells how its object is: one that asks for nothing but attention does not. */
export function saysHow({ sense, status }: Pick<JudgedCondition, "sense" | "status">): boolean {
  return sense === "main" || sense === "good" || sense === "bad" || (sense === "busy" && status !== "Unknown");
}

/** An object that has no rule because its existence is all there is to it, as a ConfigMap, or of which only the metadata was read. */
export function presentNode(object: KubeObject, role: Node["role"]): Node {
  return bare(object, role, settled(object, false));
}

/** An object that was looked for and is certainly not there is unavailable; of any other nothing is known. */
export function missingNode(lookup: Lookup, role: Node["role"]): Node {
  const isGone = lookup.outcome === "absent" || lookup.outcome === "noSuchKind";
  return missing(lookup, role, isGone ? "unavailable" : "unknown");
}

function bare(object: KubeObject, role: Node["role"], verdict: Verdict): Node {
  const { ref, deletedAt } = object;
  return {
    ...{ role, label: ref.name, ref, outcome: "found", required: false, verdict, ownVerdict: verdict },
    ...{ conditions: [], stale: false, deleting: deletedAt !== undefined, frozen: false, facts: {}, children: [] },
  };
}

function settled({ deletedAt }: KubeObject, stale: boolean): Verdict {
  return stale || deletedAt !== undefined ? "progressing" : "healthy";
}
