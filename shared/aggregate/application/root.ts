import type { Finding } from "../../model/finding.ts";
import { type KubeObject, keyOf } from "../../model/object.ts";
import type { Gate, JudgedCondition, Node, RootNode } from "../../model/report.ts";
import { conditionsAt } from "../../parse/conditions.ts";
import { at, text } from "../../parse/value.ts";
import { application } from "../../profiles/application.ts";
import type { Context, Judgement } from "../judgement.ts";
import type { Index } from "../lookup.ts";
import { oddityFindings } from "../oddities.ts";
import { rootCauseOf } from "../root-cause.ts";
import { judge, verdictBySense } from "../sense.ts";
import { driftOf, rulesOf } from "./drift.ts";
import { compositionFindings } from "./findings-composition.ts";
import { partFindings } from "./findings-parts.ts";
import { stateFindings } from "./findings-state.ts";
import { offendersOf, uncertainOf } from "./offenders.ts";
import { isApplication } from "./standing.ts";
import { assemblyPhase } from "./state.ts";
import { type Tree, treeOf } from "./tree.ts";

/** One Application: what it selects, what both rule sets make of that, and what the controller does not say. */
export function judgeApplication(object: KubeObject, index: Index, context: Context): Judgement {
  const tree = treeOf(object, index, context);
  const { composition, state, parts, verdict } = tree;
  const ruleSet = rulesOf(context.ruleSet);
  const drift = driftOf(ruleSet, state);
  const rootCause = rootCauseOf(object.ref.name, verdict, explaining(parts), {}, index);
  const conditions = judge(application, object, state.reported, true, context.senses);
  const own = conditions.filter((each) => isOthers(each) || state.worse.includes(each.type));
  const root: RootNode = {
    ...{ role: "root", label: object.ref.name, ref: object.ref, outcome: "found", required: true },
    ...{ verdict, ownVerdict: state.ownVerdict },
    conditions,
    ...{ stale: state.isStale, deleting: state.isDeleting, frozen: false },
    facts: factsOf(tree, ruleSet),
    children: parts,
    ...{ profile: "application", ruleSet },
    expected: { code: state.code, proposal: state.proposal },
    ...{ drift, driftHeld: state.driftHeld },
    ...{
      offenders: offendersOf(object.ref.name, state.isLagging ? own.filter(isOthers) : own, parts),
      uncertain: uncertainOf(object.ref.name, own, parts),
    },
    ...(rootCause === undefined ? {} : { rootCause }),
    gates: {
      ready: readyGate(tree, own),
      upgradeable: { answer: "unknown", because: [] },
      upgrade: { running: null, waitingFor: [] },
    },
    related: [],
  };
  const findings = [
    ...stateFindings(composition, state, drift),
    ...compositionFindings(tree),
    ...partFindings(tree),
    ...guessed(root),
    ...oddityFindings(object.ref, conditionsAt(object).oddities, state.reported, context.takenAt),
    ...composition.components
      .filter(({ key }) => key !== keyOf(object.ref))
      .flatMap((each) => partOddities(each.object, context)),
  ];
  return { root, findings };
}

/** Of what is not written by the controller. */
function isOthers({ type }: JudgedCondition): boolean {
  return type !== "Ready" && type !== "Error";
}

/** What the types on the Application itself mean is nobody's word but their names'. */
function guessed({ ref, conditions }: RootNode): readonly Finding[] {
  return conditions
    .filter((condition) => condition.guessed === true)
    .map(({ type }) => ({ code: "guessed-sense", severity: "info", about: ref, type }));
}

function partOddities(object: KubeObject, { takenAt }: Context): ReturnType<typeof oddityFindings> {
  const { conditions, oddities } = conditionsAt(object);
  return oddityFindings(object.ref, oddities, conditions, takenAt);
}

/** Without the Applications that are unwell for one above them only: nothing below those tells why. */
function explaining(parts: readonly Node[]): readonly Node[] {
  return parts
    .map((part) => (isApplication(part) ? { ...part, children: explaining(part.children) } : part))
    .filter(
      (part) =>
        !isApplication(part) ||
        part.ownVerdict === part.verdict ||
        part.children.some(({ verdict }) => verdict === part.verdict),
    );
}

/** It is ready when all that it selects is well; behind it stands who is not, what was not read, and its own words. */
function readyGate({ verdict, parts, state, composition }: Tree, own: readonly JudgedCondition[]): Gate {
  if (verdict === "healthy") return { answer: "yes", because: [] };
  const unlisted = composition.kinds.filter(({ outcome }) => outcome === "forbidden" || outcome === "unread");
  const because = [
    ...(state.isDeleting ? ["Deleting"] : []),
    ...(state.isStale && !state.isDeleting ? ["Stale"] : []),
    ...parts.filter((part) => part.required && part.verdict !== "healthy").map(({ label }) => label),
    ...unlisted.map(({ kind }) => kind.kind),
    ...own.filter(({ sense, status }) => verdictBySense(sense, status) !== "healthy").map(({ type }) => type),
  ];
  return { answer: verdict === "unknown" ? "unknown" : "no", because: [...new Set(because)] };
}

function factsOf({ composition, state }: Tree, ruleSet: "code" | "proposal"): Readonly<Record<string, string>> {
  const { spec, status } = composition.object;
  const version = text(at(spec, ["descriptor", "version"]));
  const type = text(at(spec, ["descriptor", "type"]));
  const reported = text(at(status, ["componentsReady"]));
  const phase = assemblyPhase(composition);
  return {
    componentsReady: state[ruleSet].componentsReady ?? "",
    ...(reported === "" ? {} : { reportedComponentsReady: reported }),
    ...(version === "" ? {} : { observedVersion: version }),
    ...(type === "" ? {} : { type }),
    ...(phase === undefined ? {} : { assemblyPhase: phase }),
  };
}
