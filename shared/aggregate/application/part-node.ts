import type { KubeObject } from "../../model/object.ts";
import type { Profile } from "../../model/profile.ts";
import type { Node } from "../../model/report.ts";
import { worst } from "../../model/verdict.ts";
import { conditionsAt } from "../../parse/conditions.ts";
import { application } from "../../profiles/application.ts";
import { components as operatorComponents } from "../../profiles/hco-components.ts";
import { profiles } from "../../profiles/index.ts";
import { hasRule } from "../core/health.ts";
import { coreNode } from "../core/tree.ts";
import { isOlderThanSpec } from "../freshness.ts";
import { failedPhase } from "../generic/phase.ts";
import type { Context } from "../judgement.ts";
import type { Index } from "../lookup.ts";
import { judge, verdictBySense } from "../sense.ts";
import type { Component, Composition } from "./components.ts";
import { extendedStatus, isCore } from "./readiness-proposal.ts";

/** A part as a person judges it, with what both rule sets make of it beside. */
export function partNode(component: Component, index: Index, context: Context): Node {
  const { object, code } = component;
  const nodes = known.get(context) ?? new WeakMap<KubeObject, Node>();
  known.set(context, nodes);
  const node = nodes.get(object) ?? nodeOf(object, index, context);
  nodes.set(object, node);
  const part = asPart(node, component);
  // Such as a ServiceMonitor: to say nothing is no fault of it (proposal, "Aggregating status": left out of the aggregate).
  return isSilent(object, node) && code.status !== "Unknown" ? { ...part, required: false } : part;
}

const known = new WeakMap<Context, WeakMap<KubeObject, Node>>();

function nodeOf(object: KubeObject, index: Index, context: Context): Node {
  return hasRule(object.ref) ? coreNode(object, index, context.takenAt, "part") : ruleless(object, context);
}

/** A custom resource that no family of ours knows, without a single condition. */
function isSilent(object: KubeObject, { conditions, deleting, stale }: Node): boolean {
  const saysNothing = conditions.length === 0 && !deleting && !stale && failedPhase(object) === undefined;
  return saysNothing && !isCore(object) && familyOf(object) === undefined;
}

/** The same node with the Application's view of it; what cannot be read by the controller is not known to be well. */
export function asPart(node: Node, { object, times, code, proposal, reported }: Component): Node {
  const { error } = code;
  return {
    ...node,
    ...(error === undefined
      ? {}
      : { verdict: worst([node.verdict, "unknown"]), ownVerdict: worst([node.ownVerdict, "unknown"]) }),
    ...(error === undefined || node.trouble !== undefined ? {} : { trouble: { reason: "Unreadable", message: error } }),
    role: "part",
    required: true,
    facts: {
      ...node.facts,
      ...extendedStatus(object),
      ...(reported === undefined ? {} : { reportedStatus: reported }),
    },
    judged: { code: code.status, proposal },
    ...(times === 1 ? {} : { times }),
  };
}

/**
 * Of Kubernetes' own kinds without a rule, such as a ConfigMap, it is enough that it was found: whether the file it lies in
 * comes from a server, the Application itself tells.
 */
function ruleless(object: KubeObject, context: Context): Node {
  const node = customNode(object, context);
  if (!isCore(object) || node.conditions.length > 0) return node;
  return { ...node, ...sameVerdict(node.deleting ? "progressing" : "healthy") };
}

/** Any custom resource: by what its conditions mean in its own family; none that means anything is unknown. */
export function customNode(object: KubeObject, { senses }: Context): Node {
  const row = operatorComponents.find(({ group, kind }) => group === object.ref.group && kind === object.ref.kind);
  // Where generation grows with every status it tells nothing.
  const generationCounts = row?.generationCountsStatus !== true;
  const read = conditionsAt(object).conditions;
  const conditions = judge(familyOf(object) ?? application, object, read, generationCounts, senses);
  const [stale, deleting] = [generationCounts && isOlderThanSpec(object, read), object.deletedAt !== undefined];
  const isKnown = conditions.some(({ sense }) => sense !== "info");
  const verdict = worst([
    ...conditions.map(({ sense, status }) => verdictBySense(sense, status)),
    isKnown ? "healthy" : "unknown",
    stale || deleting ? "progressing" : "healthy",
  ]);
  return {
    ...{ role: "part", label: object.ref.name, ref: object.ref, outcome: "found", required: true },
    ...sameVerdict(verdict),
    ...{ conditions, stale, deleting, frozen: false, facts: {}, children: [] },
  };
}

function sameVerdict(verdict: Node["verdict"]): Pick<Node, "verdict" | "ownVerdict"> {
  return { verdict, ownVerdict: verdict };
}

/**
 * A part of a kind that could not be listed, or that a file names and does not hold (report.md, "Sources"), as far as
 * status.components tells of it; whether it is selected now, and how it is, nobody knows.
 */
export function unlistedNodes({ object, unlisted }: Composition): readonly Node[] {
  const { namespace } = object.ref;
  return unlisted.map(({ group, kind, name, status, outcome }): Node => {
    const ref = { group, kind, ...(namespace === undefined ? {} : { namespace }), name };
    return {
      ...{ role: "part", label: name, ref, outcome, required: true, ...sameVerdict("unknown"), conditions: [] },
      ...{ stale: false, deleting: false, frozen: false, facts: { reportedStatus: status }, children: [] },
    };
  });
}

/** The profile that knows the kind; of all others the words of the proposal hold, which are meant for every resource. */
function familyOf({ ref }: KubeObject): Profile | undefined {
  const all: readonly Profile[] = Object.values(profiles);
  const knows = (kind: { readonly group: string; readonly kind: string }): boolean =>
    kind.group === ref.group && kind.kind === ref.kind;
  return all.find(({ roots, components }) => roots.some(knows) || components.some(knows));
}
