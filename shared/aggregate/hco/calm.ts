import type { Condition } from "../../model/condition.ts";
import type { KubeObject } from "../../model/object.ts";
import { at, wholeNumber } from "../../parse/value.ts";
import { deployments } from "../../profiles/hco.ts";
import { isOlderThanSpec } from "../freshness.ts";
import type { Index } from "../lookup.ts";
import { isPaused } from "./component-node.ts";
import type { Component } from "./components.ts";
import { elsewhere } from "./ways.ts";

/**
 * Surely nobody is unwell: every component says all good of itself, every Deployment beside them has all it wants. Asked
 * in each run before the nodes are judged, which costs as much as judging the whole Report; any doubt is no.
 */
export function isCalm(components: readonly Component[], namespaces: readonly string[], index: Index): boolean {
  const isHere = components.every((component) => elsewhere(component, namespaces).length === 0);
  const areWhole = namespaces.every((namespace) => index.all(deployments, namespace).every(isWhole));
  return isHere && areWhole && components.every(isGood);
}

function isGood({ lookup, row, conditions }: Component): boolean {
  if (lookup.outcome !== "found") return true;
  const { object } = lookup;
  const isSettled = object.deletedAt === undefined && !isPaused(object);
  const isFresh = row.generationCountsStatus || !isOlderThanSpec(object, conditions);
  const isAvailable = conditions.some(({ type }) => type === "Available");
  return isSettled && isFresh && isAvailable && conditions.every(isAsItShouldBe);
}

function isAsItShouldBe({ type, status }: Condition): boolean {
  return status === (type === "Progressing" || type === "Degraded" ? "False" : "True");
}

function isWhole({ deletedAt, generation, spec, status }: KubeObject): boolean {
  const wanted = wholeNumber(at(spec, ["replicas"])) ?? 1;
  const counted = ["replicas", "readyReplicas", "availableReplicas", "updatedReplicas"];
  const isObserved = wholeNumber(at(status, ["observedGeneration"])) === generation;
  const isThere = deletedAt === undefined && isObserved && wanted > 0;
  return isThere && counted.every((count) => wholeNumber(at(status, [count])) === wanted);
}
