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

/** Findings about the Application itself, and about differences between its status and its components. */
export function listApplicationFindings(
  composition: ApplicationComposition,
  state: ApplicationState,
  drift: readonly Drift[],
  isHealthy: boolean,
): readonly Finding[] {
  const { object } = composition;
  const { ref: about, generation, deletedAt, finalizers } = object;
  const phase = readAssemblyPhase(composition);
  return [
    ...(state.isUnseen ? [makeFinding(about, { code: "not-yet-seen" })] : []),
    ...(state.isStale && !state.isDeleting
      ? [
          makeFinding(about, {
            code: "stale",
            generation: generation ?? 0,
            observedGeneration: wholeNumberAt(object.status, "observedGeneration") ?? 0,
          }),
        ]
      : []),
    ...(deletedAt === undefined
      ? []
      : [makeGradedFinding("warning", about, { code: "deleting", since: deletedAt, finalizers, remaining: [] })]),
    ...(phase === undefined ? [] : [makeFinding(about, { code: "assembly-phase", phase })]),
    ...(state.driftHeld === null ? reportDrift(composition, state, drift) : []),
    ...reportReadyDisagreement(composition, state, isHealthy, drift),
  ];
}

/**
 * The finding that the Application reports itself as not ready while all that it selects is healthy. Where its controller
 * would now report something else, the difference says so.
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
  return [
    makeFinding(ref, {
      code: "ready-disagrees",
      status,
      reason,
      message,
      ...definedFields({ since }),
      ...(selectsItself && { selectsItself }),
    }),
  ];
}

/**
 * Drift of conditions, of the count, and of each component. If the controller may lag by two minutes, the severity is
 * lower.
 */
function reportDrift(
  composition: ApplicationComposition,
  { code, isLagging }: ApplicationState,
  drift: readonly Drift[],
): readonly Finding[] {
  const { object, components } = composition;
  const about = object.ref;
  const severity = isLagging ? "info" : "warning";
  const reported = textAt(object.status, "componentsReady");
  const expected = code.componentsReady ?? "";
  return [
    ...drift.map((each) => makeDriftFinding(severity, about, each)),
    ...(reported === "" || reported === expected
      ? []
      : [makeGradedFinding(severity, about, { code: "components-ready-differs", reported, expected })]),
    ...components
      .filter((each) => each.reported !== undefined && each.reported !== each.code.status)
      .map((each) =>
        makeGradedFinding(severity, each.object.ref, {
          code: "component-differs",
          reported: each.reported ?? "",
          expected: each.code.status,
          ...(isLagging ? {} : readNewestChange(each.object)),
        }),
      ),
    ...reportMembership(composition, severity),
  ];
}

function readNewestChange(object: KubeObject): { readonly since?: string } {
  const times = conditionsAt(object).conditions.flatMap(({ since }) => (since === undefined ? [] : [since]));
  const newest = times.toSorted().at(-1);
  return definedFields({ since: newest });
}

/**
 * Findings where status.components and the selection differ in either direction, if the status has such a list at all.
 */
function reportMembership(
  { object, components, unlisted }: ApplicationComposition,
  severity: "warning" | "info",
): readonly Finding[] {
  if (!Array.isArray(valueAt(object.status, "components"))) return [];
  // An object that could not be read is not gone.
  const selected = new Set([...components.map((each) => each.object.ref), ...unlisted].map(reportKey));
  const gone = [...readReportedStatuses(object).keys()].filter((key) => !selected.has(key));
  const unnamed = components.filter((each) => each.reported === undefined).map((each) => reportKey(each.object.ref));
  return [
    ...(gone.length === 0
      ? []
      : [makeGradedFinding(severity, object.ref, { code: "component-gone", ...limitNames(gone) })]),
    ...(unnamed.length === 0
      ? []
      : [makeGradedFinding(severity, object.ref, { code: "component-unlisted", ...limitNames(unnamed) })]),
  ];
}

/** The first few of the names, and the count of all. */
export function limitNames(names: readonly string[]): { readonly names: readonly string[]; readonly count: number } {
  return { names: names.slice(0, maxNames), count: names.length };
}

const maxNames = 5;
