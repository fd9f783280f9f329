import type { Finding } from "../../model/finding.ts";
import type { Drift } from "../../model/report.ts";
import { at, text, wholeNumber } from "../../parse/value.ts";
import { type Composition, reportedStatuses, reportKey } from "./components.ts";
import { type ApplicationState, assemblyPhase } from "./state.ts";

/** What is to be said about the Application itself, and where it and its components do not say the same. */
export function stateFindings(
  composition: Composition,
  state: ApplicationState,
  drift: readonly Drift[],
): readonly Finding[] {
  const { object } = composition;
  const { ref: about, generation, deletedAt, finalizers } = object;
  const phase = assemblyPhase(composition);
  return [
    ...(state.isUnseen ? [{ code: "not-yet-seen" as const, severity: "warning" as const, about }] : []),
    ...(state.isStale && !state.isDeleting
      ? [
          {
            code: "stale" as const,
            severity: "warning" as const,
            about,
            generation: generation ?? 0,
            observedGeneration: wholeNumber(at(object.status, ["observedGeneration"])) ?? 0,
          },
        ]
      : []),
    ...(deletedAt === undefined
      ? []
      : [
          {
            code: "deleting" as const,
            severity: "warning" as const,
            about,
            since: deletedAt,
            finalizers,
            remaining: [],
          },
        ]),
    ...(phase === undefined ? [] : [{ code: "assembly-phase" as const, severity: "warning" as const, about, phase }]),
    ...(state.driftHeld === null ? driftFindings(composition, state, drift) : []),
  ];
}

/** Of conditions, of the count, and of each component; the controller may be two minutes behind, which is said. */
function driftFindings(
  composition: Composition,
  { code, isLagging }: ApplicationState,
  drift: readonly Drift[],
): readonly Finding[] {
  const { object, components } = composition;
  const about = object.ref;
  const severity = isLagging ? "info" : "warning";
  const reported = text(at(object.status, ["componentsReady"]));
  const expected = code.componentsReady ?? "";
  return [
    ...drift.map((each): Finding => driftFinding(each, about, severity)),
    ...(reported === "" || reported === expected
      ? []
      : [{ code: "components-ready-differs" as const, severity, about, reported, expected } as const]),
    ...components
      .filter((each) => each.reported !== undefined && each.reported !== each.code.status)
      .map(
        (each): Finding => ({
          ...{ code: "component-differs", severity, about: each.object.ref },
          ...{ reported: each.reported ?? "", expected: each.code.status },
        }),
      ),
    ...membershipFindings(composition, severity),
  ];
}

function driftFinding(
  { type, what, reported, expected }: Drift,
  about: Finding["about"],
  severity: Finding["severity"],
): Finding {
  return {
    ...{ code: "drift", severity, about, type, what },
    ...(reported === undefined ? {} : { reportedReason: reported.reason, reportedStatus: reported.status }),
    ...(expected === undefined ? {} : { expectedReason: expected.reason, expectedStatus: expected.status }),
  };
}

/** Who stands in status.components and is not selected now, and the other way round; where it has such a list at all. */
function membershipFindings(
  { object, components, unlisted }: Composition,
  severity: Finding["severity"],
): readonly Finding[] {
  if (!Array.isArray(at(object.status, ["components"]))) return [];
  // What could not be looked at is not gone.
  const selected = new Set([...components.map((each) => each.object.ref), ...unlisted].map(reportKey));
  const gone = [...reportedStatuses(object).keys()].filter((key) => !selected.has(key));
  const unnamed = components.filter((each) => each.reported === undefined).map((each) => reportKey(each.object.ref));
  return [
    ...(gone.length === 0
      ? []
      : [{ code: "component-gone" as const, severity, about: object.ref, ...someNames(gone) }]),
    ...(unnamed.length === 0
      ? []
      : [{ code: "component-unlisted" as const, severity, about: object.ref, ...someNames(unnamed) }]),
  ];
}

/** The first few names of many, and how many there are. */
export function someNames(names: readonly string[]): { readonly names: readonly string[]; readonly count: number } {
  return { names: names.slice(0, mostNames), count: names.length };
}

const mostNames = 5;
