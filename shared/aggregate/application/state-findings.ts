import { lastConditionOfType } from "../../model/condition.ts";
import { definedFields } from "../../model/defined-fields.ts";
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
  const { ref: about, deletedAt, finalizers } = object;
  const findings: Finding[] = [];
  if (state.isUnseen) findings.push(makeFinding(about, { code: "not-yet-seen" }));
  if (state.isStale && !state.isDeleting) {
    const generation = object.generation ?? 0;
    const observedGeneration = wholeNumberAt(object.status, "observedGeneration") ?? 0;
    findings.push(makeFinding(about, { code: "stale", generation, observedGeneration }));
  }
  if (deletedAt !== undefined) {
    const deletion = { code: "deleting", since: deletedAt, finalizers, remaining: [] } as const;
    findings.push(makeGradedFinding("warning", about, deletion));
  }
  const phase = readAssemblyPhase(composition);
  if (phase !== undefined) findings.push(makeFinding(about, { code: "assembly-phase", phase }));
  if (state.driftHeld === null) findings.push(...reportDrift(composition, state, drift));
  return [...findings, ...reportReadyDisagreement(composition, state, isHealthy, drift)];
}

/**
 * The finding that the Application reports itself as not ready while all that it selects is healthy. There is none where the
 * drift of Ready already shows the difference.
 */
function reportReadyDisagreement(
  { object: { ref }, components }: ApplicationComposition,
  { reported, driftHeld }: ApplicationState,
  isHealthy: boolean,
  drift: readonly Drift[],
): readonly Finding[] {
  const ready = lastConditionOfType(reported, "Ready");
  const isDrift = driftHeld === null && drift.some(({ type }) => type === "Ready");
  if (!isHealthy || isDrift || ready === undefined || ready.status === "True") return [];
  const { status, reason, message, since } = ready;
  const selectsItself = components.some(({ key }) => key === keyOf(ref));
  const optional = definedFields({ since, selectsItself: selectsItself ? selectsItself : undefined });
  return [makeFinding(ref, { code: "ready-disagrees", status, reason, message, ...optional })];
}

/**
 * The findings about drift: of conditions, of the count of ready components, of each component, and of the list of
 * components. They are info where the controller may not have reconciled since the last change.
 */
function reportDrift(
  composition: ApplicationComposition,
  { code, isLagging }: ApplicationState,
  drift: readonly Drift[],
): readonly Finding[] {
  const { object, components } = composition;
  const about = object.ref;
  const severity = isLagging ? "info" : "warning";
  const findings = drift.map((difference) => makeDriftFinding(severity, about, difference));
  const reported = textAt(object.status, "componentsReady");
  const expected = code.componentsReady ?? "";
  if (reported !== "" && reported !== expected) {
    findings.push(makeGradedFinding(severity, about, { code: "components-ready-differs", reported, expected }));
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

function findNewestTransition(object: KubeObject): string | undefined {
  const times = conditionsAt(object).conditions.flatMap(({ since }) => since ?? []);
  return times.toSorted().at(-1);
}

/**
 * The findings about objects that only status.components or only the selection has. None where the status has no such list.
 */
function reportMembership(
  { object, components, unlisted }: ApplicationComposition,
  severity: "warning" | "info",
): readonly Finding[] {
  if (!Array.isArray(valueAt(object.status, "components"))) return [];
  // An object that could not be read is not gone.
  const selected = new Set([...components.map((component) => component.object.ref), ...unlisted].map(reportKey));
  const gone = [...readReportedStatuses(object).keys()].filter((key) => !selected.has(key));
  const unnamed = components.filter(({ reported }) => reported === undefined);
  const unnamedKeys = unnamed.map((component) => reportKey(component.object.ref));
  const findings: Finding[] = [];
  if (gone.length > 0) {
    findings.push(makeGradedFinding(severity, object.ref, { code: "component-gone", ...limitNames(gone) }));
  }
  if (unnamedKeys.length > 0) {
    findings.push(makeGradedFinding(severity, object.ref, { code: "component-unlisted", ...limitNames(unnamedKeys) }));
  }
  return findings;
}

/** The first few of the names, and the count of all. */
export function limitNames(names: readonly string[]): { readonly names: readonly string[]; readonly count: number } {
  return { names: names.slice(0, maxNames), count: names.length };
}
