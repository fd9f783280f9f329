import { lastConditionOfType } from "../../model/condition.ts";
import { definedFields, trueFlags } from "../../model/defined-fields.ts";
import type { Drift } from "../../model/drift.ts";
import type { Finding } from "../../model/finding/finding.ts";
import { makeFinding, makeGradedFinding } from "../../model/finding/make-finding.ts";
import { type KubeObject, keyOf } from "../../model/object.ts";
import { conditionsAt } from "../../parse/conditions.ts";
import { textAt, valueAt, wholeNumberAt } from "../../parse/json-value.ts";
import { makeDriftFinding } from "../evaluation/shared-findings.ts";
import { type ApplicationState, readAssemblyPhase } from "./application-state.ts";
import { type ApplicationComposition, readReportedStatuses, reportKey } from "./composition.ts";

/** The most names that a finding lists. */
const maxNames = 5;

/** The findings about the Application itself, and about differences between its status and its components. */
export function listApplicationFindings(
  composition: ApplicationComposition,
  state: ApplicationState,
  drift: readonly Drift[],
  isHealthy: boolean,
): readonly Finding[] {
  const { object } = composition;
  const { ref, deletedAt, finalizers } = object;
  const findings: Finding[] = [];
  if (state.isUnreconciled) findings.push(makeFinding(ref, { code: "not-yet-seen" }));
  if (state.isStale && !state.isDeleting) {
    const generation = object.generation ?? 0;
    const observedGeneration = wholeNumberAt(object.status, "observedGeneration") ?? 0;
    findings.push(makeFinding(ref, { code: "stale", generation, observedGeneration }));
  }
  if (deletedAt !== undefined) {
    const deletion = { code: "deleting", since: deletedAt, finalizers, remaining: [] } as const;
    findings.push(makeGradedFinding("warning", ref, deletion));
  }
  const phase = readAssemblyPhase(composition);
  if (phase !== undefined) findings.push(makeFinding(ref, { code: "assembly-phase", phase }));
  if (state.driftHeld === null) findings.push(...reportDrift(composition, state, drift));
  return [...findings, ...reportReadyDisagreement(composition, state, isHealthy, drift)];
}

/**
 * The finding that the Application reports itself as not ready while everything that it selects is healthy. Empty if the
 * drift of Ready already shows the difference.
 */
function reportReadyDisagreement(
  { object: { ref }, components }: ApplicationComposition,
  { reported, driftHeld }: ApplicationState,
  isHealthy: boolean,
  drift: readonly Drift[],
): readonly Finding[] {
  const ready = lastConditionOfType(reported, "Ready");
  if (!isHealthy || ready === undefined || ready.status === "True") return [];
  const isReadyInDrift = driftHeld === null && drift.some(({ type }) => type === "Ready");
  if (isReadyInDrift) return [];
  const { status, reason, message, since } = ready;
  const selectsItself = components.some(({ key }) => key === keyOf(ref));
  const optionalEvidence = { ...definedFields({ since }), ...trueFlags({ selectsItself }) };
  return [makeFinding(ref, { code: "ready-disagrees", status, reason, message, ...optionalEvidence })];
}

/**
 * The findings about drift: of conditions, of the count of ready components, of each component, and of the list of
 * components. They are warnings, or info if the controller may not have reconciled since the last change.
 */
function reportDrift(
  composition: ApplicationComposition,
  { code, isLagging }: ApplicationState,
  drift: readonly Drift[],
): readonly Finding[] {
  const { object, components } = composition;
  const severity = isLagging ? "info" : "warning";
  const findings = drift.map((difference) => makeDriftFinding(severity, object.ref, difference));
  const reportedCount = textAt(object.status, "componentsReady");
  const expectedCount = code.componentsReady ?? "";
  if (reportedCount !== "" && reportedCount !== expectedCount) {
    const evidence = { reported: reportedCount, expected: expectedCount };
    findings.push(makeGradedFinding(severity, object.ref, { code: "components-ready-differs", ...evidence }));
  }
  for (const component of components) {
    const expectedStatus = component.code.status;
    if (component.reported === undefined || component.reported === expectedStatus) continue;
    const since = isLagging ? undefined : findNewestTransition(component.object);
    const evidence = { reported: component.reported, expected: expectedStatus, ...definedFields({ since }) };
    findings.push(makeGradedFinding(severity, component.object.ref, { code: "component-differs", ...evidence }));
  }
  return [...findings, ...reportMembership(composition, severity)];
}

/** The time of the newest transition of a condition. Undefined without any time. */
function findNewestTransition(object: KubeObject): string | undefined {
  const times = conditionsAt(object).conditions.flatMap(({ since }) => since ?? []);
  return times.toSorted().at(-1);
}

/** The findings about objects that only status.components or only the selection has. Empty if the status has no such list. */
function reportMembership(
  { object, components, unlisted }: ApplicationComposition,
  severity: "warning" | "info",
): readonly Finding[] {
  if (!Array.isArray(valueAt(object.status, "components"))) return [];
  const selectedKeys = components.map((component) => reportKey(component.object.ref));
  // An object that could not be read may still be selected.
  const possibleKeys = new Set([...selectedKeys, ...unlisted.map(reportKey)]);
  const goneKeys = [...readReportedStatuses(object).keys()].filter((key) => !possibleKeys.has(key));
  const unreportedKeys = components
    .filter(({ reported }) => reported === undefined)
    .map((component) => reportKey(component.object.ref));
  const findings: Finding[] = [];
  if (goneKeys.length > 0) {
    findings.push(makeGradedFinding(severity, object.ref, { code: "component-gone", ...limitNames(goneKeys) }));
  }
  if (unreportedKeys.length > 0) {
    const evidence = { code: "component-unlisted", ...limitNames(unreportedKeys) } as const;
    findings.push(makeGradedFinding(severity, object.ref, evidence));
  }
  return findings;
}

/** The first `maxNames` names, and the count of all. */
export function limitNames(names: readonly string[]): { readonly names: readonly string[]; readonly count: number } {
  return { names: names.slice(0, maxNames), count: names.length };
}
