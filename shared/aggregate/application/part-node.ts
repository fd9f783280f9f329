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
import type { Context } from "../judgement.ts";
import type { Index } from "../lookup.ts";
import { judge, verdictBySense } from "../sense.ts";
import type { Component } from "./components.ts";
import { extendedStatus, isCore } from "./readiness-proposal.ts";

/** A part as a person judges it, with what both rule sets make of it beside. */
export function partNode(component: Component, index: Index, context: Context): Node {
  const { object } = component;
  const node = hasRule(object.ref) ? coreNode(object, index, context.takenAt, "part") : ruleless(object, context);
  return asPart(node, component);
}

/** The same node with the Application's view of it; what was selected is required. */
export function asPart(node: Node, { object, times, code, proposal, reported }: Component): Node {
  return {
    ...node,
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
  const conditions = judge(familyOf(object), object, read, generationCounts, senses);
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

/** The profile that knows the kind, else the words of the proposal, which are meant for every resource. */
function familyOf({ ref }: KubeObject): Profile {
  const all: readonly Profile[] = Object.values(profiles);
  const knows = (kind: { readonly group: string; readonly kind: string }): boolean =>
    kind.group === ref.group && kind.kind === ref.kind;
  return all.find(({ roots, components }) => roots.some(knows) || components.some(knows)) ?? application;
}
