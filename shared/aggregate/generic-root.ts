import type { KubeObject } from "../model/object.ts";
import type { Contribution, Gate, JudgedCondition, Node, RootNode } from "../model/report.ts";
import { type Verdict, worst } from "../model/verdict.ts";
import { conditionsAt } from "../parse/conditions.ts";
import { generic } from "../profiles/generic.ts";
import { components } from "../profiles/hco-components.ts";
import { isOlderThanSpec } from "./freshness.ts";
import { componentNode, meaning } from "./hco/component-node.ts";
import { componentAlone } from "./hco/components.ts";
import { uncertainOf } from "./hco/offenders.ts";
import { judged } from "./hco/rule-sets.ts";
import type { Context, Judgement } from "./judgement.ts";
import type { Index } from "./lookup.ts";
import { oddityFindings } from "./oddities.ts";
import { judge, verdictBySense } from "./sense.ts";

/**
 * A CR on its own: a component CR without a HyperConverged keeps its component's rules, any other is judged by the senses
 * of its conditions, where no main condition means that nothing is known.
 */
export function judgeAlone(object: KubeObject, index: Index, { takenAt }: Context): Judgement {
  const row = components.find((each) => each.group === object.ref.group && each.kind === object.ref.kind);
  const component = row && componentAlone(row, object);
  const node = component ? componentNode(component, index, object.ref.namespace ?? "") : genericNode(object);
  const { conditions, oddities } = conditionsAt(object);
  const guessed = node.conditions.filter((condition) => condition.guessed === true);
  return {
    root: asRoot(node, component ? uncertainOf(judged([component])) : {}),
    findings: [
      ...oddityFindings(object.ref, oddities, conditions, takenAt),
      ...guessed.map(({ type }) => ({
        code: "guessed-sense" as const,
        severity: "info" as const,
        about: object.ref,
        type,
      })),
    ],
  };
}

/** There is nobody else to blame and no summary to hold it against: what is wrong is its own. */
function asRoot(node: Node, uncertain: RootNode["uncertain"]): RootNode {
  const { verdict, ref } = node;
  const answer: Gate["answer"] = verdict === "healthy" ? "yes" : verdict === "unknown" ? "unknown" : "no";
  return {
    ...node,
    role: "root",
    required: true,
    profile: "generic",
    ruleSet: "generic",
    expected: { generic: { conditions: [] } },
    drift: [],
    driftHeld: null,
    offenders: ownOffenders(ref.kind, node.conditions, verdict),
    uncertain,
    gates: {
      ready: { answer, because: verdict === "healthy" ? [] : [ref.name] },
      upgradeable: { answer: "unknown", because: [] },
      upgrade: { running: null, waitingFor: [] },
    },
    related: [],
  };
}

function genericNode(object: KubeObject): Node {
  const read = conditionsAt(object).conditions;
  const conditions = judge(generic, object, read, true);
  const [stale, deleting] = [isOlderThanSpec(object, read), object.deletedAt !== undefined];
  const verdicts = conditions.map((condition) => verdictBySense(condition.sense, condition.status));
  const isKnown = conditions.some((condition) => condition.sense !== "info");
  const verdict = worst([...verdicts, isKnown ? "healthy" : "unknown", stale || deleting ? "progressing" : "healthy"]);
  return {
    ...{ role: "part", label: object.ref.name, ref: object.ref, outcome: "found", required: true },
    ...{ verdict, ownVerdict: verdict, conditions, ...meaning(conditions) },
    ...{ stale, deleting, frozen: false, facts: {}, children: [] },
  };
}

function ownOffenders(
  component: string,
  conditions: readonly JudgedCondition[],
  verdict: Verdict,
): Readonly<Record<string, readonly Contribution[]>> {
  if (verdict === "healthy") return {};
  const bad = conditions.filter((each) => each.abnormal && verdictBySense(each.sense, each.status) !== "healthy");
  return Object.fromEntries(
    bad.map(({ type, status, reason, message, since }) => {
      const own = { component, status, reason, message, rule: "reported-reason" as const, shown: true };
      return [type, [since === undefined ? own : { ...own, since }]];
    }),
  );
}
