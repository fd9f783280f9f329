import type { Finding } from "../model/finding.ts";
import type { KubeObject } from "../model/object.ts";
import type { Contribution, Gate, JudgedCondition, Node, RootNode } from "../model/report.ts";
import { type Verdict, verdicts } from "../model/verdict.ts";
import { conditionsAt } from "../parse/conditions.ts";
import { at, generationNumber } from "../parse/value.ts";
import { components } from "../profiles/hco-components.ts";
import { hasRule } from "./core/health.ts";
import { nodeOf, saysHow } from "./generic/node.ts";
import { isOwnKind } from "./generic/own-kinds.ts";
import { ownedParts, relatedParts } from "./generic/parts.ts";
import { failedPhase } from "./generic/phase.ts";
import { componentNode } from "./hco/component-node.ts";
import { componentAlone } from "./hco/components.ts";
import { silentFindings } from "./hco/findings/silent.ts";
import { unsought } from "./hco/findings/unsought.ts";
import { uncertainOf } from "./hco/offenders.ts";
import { judged } from "./hco/rule-sets.ts";
import { homesOf } from "./hco/ways.ts";
import type { Context, Judgement } from "./judgement.ts";
import type { Index } from "./lookup.ts";
import { oddityFindings } from "./oddities.ts";
import { recordedIn } from "./recorded.ts";
import { relatedFindings, relatedObjects } from "./related.ts";
import { restartingFindings } from "./restarting.ts";
import { causeBelow, rootCauseOf } from "./root-cause.ts";
import { verdictBySense } from "./sense.ts";

/**
 * An object on its own: a component CR without a HyperConverged keeps its component's rules, one of Kubernetes' own kinds
 * that of its kind, any other is judged by the senses of its conditions, where none that says anything means that nothing is
 * known. Its parts are what it records in status.relatedObjects and, with `context.tree`, what it owns; none is required.
 */
export function judgeAlone(object: KubeObject, index: Index, context: Context): Judgement {
  const row = components.find((each) => each.group === object.ref.group && each.kind === object.ref.kind);
  const component = row && componentAlone(row, object);
  const homes = component ? homesOf(component, index) : [];
  const own = component
    ? componentNode(component, index, homes, context.takenAt, context.senses)
    : nodeOf(object, index, context, "part");
  const recorded = recordedIn(object);
  const related = relatedObjects(recorded.objects, index);
  const tree = context.tree ? ownedParts(object, own.children, index, context) : { parts: [], findings: [] };
  const shown = [...own.children, ...tree.parts];
  const node = { ...own, children: [...shown, ...relatedParts(object, recorded.objects, shown, index, context)] };
  const { conditions, oddities } = conditionsAt(object);
  return {
    root: {
      ...asRoot(node, component ? uncertainOf(judged([component])) : {}),
      ...(component ? componentCause(own, index) : causeOf(node, index)),
      related,
    },
    findings: [
      ...oddityFindings(object.ref, oddities, conditions, context.takenAt),
      ...stateFindings(object, node),
      ...restartingFindings(own),
      ...(component ? silentFindings(component, own) : []),
      ...(component ? unsought(component, own, homes, index) : []),
      ...guesses(node),
      ...relatedFindings(object.ref, recorded, related, node.deleting),
      ...tree.findings,
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

/** What runs for a component explains it, in one line with it. */
function componentCause(node: Node, index: Index): Pick<RootNode, "rootCause"> {
  const rootCause = causeBelow(node, index);
  return rootCause === undefined ? {} : { rootCause };
}

/** Nobody requires the parts, but where the object says itself that it is unwell, what is unwell below it is why. */
function causeOf({ label, verdict, children }: Node, index: Index): Pick<RootNode, "rootCause"> {
  if (verdicts.indexOf(verdict) > verdicts.indexOf("degraded")) return {};
  // What is only recorded and gone is a remark: the operator may have given it up.
  const parts = children
    .filter(({ role, outcome }) => role !== "related" || outcome === "found")
    .map((part) => ({ ...part, required: true }));
  const rootCause = rootCauseOf(label, verdict, parts, {}, index);
  return rootCause === undefined ? {} : { rootCause };
}

function stateFindings(object: KubeObject, { stale, conditions, verdict, trouble }: Node): readonly Finding[] {
  const { ref: about, deletedAt: since, finalizers, generation = 0 } = object;
  const observed = conditions.flatMap(({ observedGeneration }) => observedGeneration ?? []);
  const observedGeneration =
    generationNumber(at(object.status, ["observedGeneration"])) ?? Math.min(...observed, generation);
  const types = [...new Set(conditions.map(({ type }) => type))];
  const isUnjudged = trouble === undefined && !conditions.some(saysHow);
  const isUnknown = verdict === "unknown" && isUnjudged && !isOwnKind(about);
  const isKnown = isUnknown && conditions.some(({ sense }) => sense !== "info");
  const phase = hasRule(about) || isOwnKind(about) ? undefined : failedPhase(object);
  return [
    ...(stale ? [{ code: "stale", severity: "warning", about, generation, observedGeneration } as const] : []),
    ...(since === undefined
      ? []
      : [{ code: "deleting", severity: "warning", about, since, finalizers, remaining: [] } as const]),
    ...(isUnknown
      ? [{ code: "not-judged", severity: "info", about, types, ...(isKnown ? { known: true as const } : {}) } as const]
      : []),
    ...(phase === undefined ? [] : [{ code: "phase-failed", severity: "warning", about, phase } as const]),
  ];
}

function guesses({ ref: about, conditions }: Node): readonly Finding[] {
  const guessed = new Set(conditions.filter((condition) => condition.guessed === true).map(({ type }) => type));
  return [...guessed].map((type): Finding => ({ code: "guessed-sense", severity: "info", about, type }));
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
