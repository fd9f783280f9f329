import { conditionOf } from "../../model/condition.ts";
import type { KubeObject, Ref } from "../../model/object.ts";
import type { Lookup } from "../../model/snapshot.ts";
import { compareVerdicts, type Verdict } from "../../model/verdict.ts";
import { conditionsAt } from "../../parse/conditions.ts";
import { at, list, text } from "../../parse/value.ts";
import { nodes } from "../../profiles/core-kinds.ts";
import type { Index } from "../lookup.ts";
import { node } from "./cluster.ts";
import { containersOf } from "./containers.ts";

/** A pod that has not started may wait for the claims of its volumes. */
export function waitsForClaims(pod: KubeObject): boolean {
  return text(at(pod.status, ["phase"])) === "Pending" && claimNames(pod).length > 0;
}

/** A pod that finds no node, whose node does not report, or that does not end on it. */
export function waitsForNode(pod: KubeObject): boolean {
  const { conditions } = conditionsAt(pod);
  const phase = text(at(pod.status, ["phase"]));
  if (phase === "Succeeded" || phase === "Failed") return false;
  if (phase === "Unknown" || pod.deletedAt !== undefined) return true;
  if (conditionOf(conditions, "PodScheduled")?.reason === "Unschedulable") return true;
  if (conditionOf(conditions, "DisruptionTarget")?.status === "True") return true;
  // The node controller says that a pod is not ready while its containers' last words are that they are.
  const isReady = conditionOf(conditions, "Ready")?.status === "True";
  return phase === "Running" && !isReady && containersOf(pod).every((each) => at(each.status, ["ready"]) === true);
}

/** The claims that a pod which has not started refers to: found, or certainly not there. */
export function claimsFor(pod: KubeObject, index: Index): readonly Lookup[] {
  if (!waitsForClaims(pod)) return [];
  const { namespace } = pod.ref;
  const place = namespace === undefined ? {} : { namespace };
  const refs = claimNames(pod).map((name): Ref => ({ group: "", kind: "PersistentVolumeClaim", ...place, name }));
  return refs.map((ref) => index.find(ref)).filter(isCertain);
}

/** The node of an unwell pod; of one that finds none the worst of those that are not as they should be, at most five. */
export function nodesFor(pod: KubeObject, verdict: Verdict, index: Index): readonly Lookup[] {
  if (verdict === "healthy") return [];
  const name = text(at(pod.spec, ["nodeName"]));
  if (name !== "") return [index.find({ group: "", kind: "Node", name })].filter(isCertain);
  if (!waitsForNode(pod)) return [];
  const known = unwellNodes.get(index) ?? unwellOf(index);
  unwellNodes.set(index, known);
  return known;
}

function unwellOf(index: Index): readonly Lookup[] {
  return index
    .all(nodes)
    .map((object) => ({ object, verdict: node(object).verdict }))
    .filter((each) => each.verdict !== "healthy")
    .toSorted((a, b) => compareVerdicts(a.verdict, b.verdict))
    .slice(0, 5)
    .map(({ object }): Lookup => ({ ref: object.ref, outcome: "found", object }));
}

/** A thousand pods may find no node. */
const unwellNodes = new WeakMap<Index, readonly Lookup[]>();

function isCertain({ outcome }: Lookup): boolean {
  return outcome === "found" || outcome === "absent";
}

/** By name, and those of generic ephemeral volumes, which are called after their pod and volume (core/v1 types.go). */
function claimNames({ ref, spec }: KubeObject): readonly string[] {
  const names = list(at(spec, ["volumes"])).map((volume) => {
    const isEphemeral = at(volume, ["ephemeral"]) !== undefined;
    return isEphemeral
      ? `${ref.name}-${text(at(volume, ["name"]))}`
      : text(at(volume, ["persistentVolumeClaim", "claimName"]));
  });
  return [...new Set(names)].filter((name) => name !== "");
}
