import { conditionOf } from "../../model/condition.ts";
import type { KubeObject } from "../../model/object.ts";
import type { ComponentRow, SenseRow } from "../../model/profile.ts";
import type { JudgedCondition, Node } from "../../model/report.ts";
import { type Verdict, worst } from "../../model/verdict.ts";
import { at, text, wholeNumber } from "../../parse/value.ts";
import { hco } from "../../profiles/hco.ts";
import { meaningOf } from "../../profiles/matrix.ts";
import { isOlderThanSpec } from "../freshness.ts";
import type { Index } from "../lookup.ts";
import { judge, verdictBySense } from "../sense.ts";
import type { Component } from "./components.ts";
import { workloadsOf } from "./ways.ts";
import { absentNode, workloadNode } from "./workloads.ts";

/**
 * The node of one component of a HyperConverged, with its workloads and all that was read below them; its verdict is
 * {@link componentVerdict}, whatever they are.
 */
export function componentNode(
  component: Component,
  index: Index,
  namespaces: readonly string[],
  takenAt: string,
  senses: readonly SenseRow[] = [],
): Node {
  const node = bareNode(component, senses);
  const children = workloadsOf(component, index, namespaces).flatMap((lookup): readonly Node[] => {
    if (lookup.outcome === "found") return [workloadNode(lookup.object, index, takenAt)];
    // Its status lists also what it no longer makes: what is gone explains only what is unwell.
    return lookup.outcome === "absent" && node.verdict !== "healthy" ? [absentNode(lookup)] : [];
  });
  return { ...node, children };
}

/** The same without anything below it: what the component says of itself, or why it says nothing. */
function bareNode(component: Component, senses: readonly SenseRow[] = []): Node {
  const { lookup, row, isCalledFor } = component;
  const shared = { role: "component" as const, label: row.component, required: isCalledFor, children: [] };
  if (lookup.outcome !== "found") {
    const isAbsent = lookup.outcome === "absent" || lookup.outcome === "noSuchKind";
    const verdict: Verdict = isAbsent ? "unavailable" : "unknown";
    return {
      ...shared,
      ref: lookup.ref,
      outcome: lookup.outcome,
      verdict,
      ownVerdict: verdict,
      conditions: [],
      stale: false,
      deleting: false,
      frozen: false,
      facts: versions(component),
    };
  }
  const { object } = lookup;
  const conditions = judge(hco, object, component.conditions, !row.generationCountsStatus, senses);
  const [deleting, frozen] = [object.deletedAt !== undefined, isPaused(object)];
  const stale = !row.generationCountsStatus && isOlderThanSpec(object, component.conditions);
  const verdict = componentVerdict(row, conditions, stale || deleting || frozen);
  return {
    ...shared,
    ref: object.ref,
    outcome: "found",
    verdict,
    ownVerdict: verdict,
    conditions,
    ...meaning(conditions),
    stale,
    deleting,
    frozen,
    facts: { ...versions(component), ...(object.deletedAt === undefined ? {} : { deletedAt: object.deletedAt }) },
  };
}

/**
 * What a component's own conditions make of it. None at all, or none that says Available, is unavailable (both documents
 * and the operator assume so); Unknown is unknown whatever the operator makes of it; Degraded with a reason that means
 * "is being updated", on a component that is Available and Progressing, is only progressing (facts hco 6, 12). `isUnsettled`:
 * stale, being deleted or paused, so at least progressing.
 */
function componentVerdict(row: ComponentRow, conditions: readonly JudgedCondition[], isUnsettled: boolean): Verdict {
  if (!conditions.some((condition) => condition.type === "Available")) return "unavailable";
  const isUpdating = updates(row, conditions);
  const verdicts = conditions.map((condition): Verdict => {
    const { type, status, sense, guessed } = condition;
    if (type === "Degraded" && status === "True" && isUpdating) return "progressing";
    if (type === "Progressing" && status === "Unknown") return "unknown";
    return guessed === true ? "healthy" : verdictBySense(sense, status);
  });
  return worst([...verdicts, isUnsettled ? "progressing" : "healthy"]);
}

function updates(row: ComponentRow, conditions: readonly JudgedCondition[]): boolean {
  const is = (type: string, status: string): boolean =>
    conditions.every((condition) => condition.type !== type || condition.status === status);
  return (
    is("Available", "True") &&
    conditionOf(conditions, "Progressing")?.status === "True" &&
    conditions.every((each) => each.type !== "Degraded" || row.updatingReasons.includes(each.reason))
  );
}

/** SSP stops working on annotation `kubevirt.io/operator.paused` and says so in status.paused. */
export function isPaused(object: KubeObject): boolean {
  return object.annotations.get("kubevirt.io/operator.paused") === "true" || at(object.status, ["paused"]) === true;
}

/** The matrix's sentence for its triple, where all three are known. */
export function meaning(conditions: readonly JudgedCondition[]): { readonly meaning?: string } {
  const [available, progressing, degraded] = ["Available", "Progressing", "Degraded"].map((type) => {
    const statuses = new Set(conditions.filter((each) => each.type === type).map((each) => each.status));
    // Duplicates that contradict each other leave the type not known.
    return statuses.size === 1 ? [...statuses][0] : undefined;
  });
  const sentence = meaningOf(available, progressing, degraded);
  return sentence === undefined ? {} : { meaning: sentence };
}

function versions({ observedVersion, expectedVersion, lookup }: Component): Readonly<Record<string, string>> {
  const status = lookup.outcome === "found" ? lookup.object.status : undefined;
  const phase = text(at(status, ["phase"]));
  // controller-lifecycle-operator-sdk, pkg/sdk/api/types.go: the version that its operator is taking it to.
  const target = text(at(status, ["targetVersion"]));
  // KubeVirt counts virtual machines that still run in a pod of the version before.
  const outdated = wholeNumber(at(status, ["outdatedVirtualMachineInstanceWorkloads"])) ?? 0;
  return {
    ...(observedVersion === "" ? {} : { observedVersion }),
    ...(expectedVersion === undefined ? {} : { expectedVersion }),
    ...(target === "" || target === observedVersion ? {} : { targetVersion: target }),
    ...(phase === "" ? {} : { phase }),
    ...(outdated > 0 ? { outdatedWorkloads: String(outdated) } : {}),
  };
}
