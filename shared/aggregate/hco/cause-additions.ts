import { definedFields } from "../../model/defined-fields.ts";
import type { Finding } from "../../model/finding/finding.ts";
import { describeObject, listAllOfKind } from "../../model/next-step.ts";
import { isSameObject } from "../../model/object.ts";
import type { Cause, Related } from "../../model/report.ts";
import { foundObject } from "../../model/snapshot.ts";
import type { HcoComponent } from "./components.ts";

/** What the evaluation knows of components beside their present states. */
export interface ComponentHistory {
  /** The findings that name other objects of a component's kind. */
  readonly sameKindFindings: readonly Finding[];
  /** The objects that the CR records. */
  readonly related: readonly Related[];
  /** The components that were deleted and created again. */
  readonly recreated: readonly HcoComponent[];
}

/** A cause with the evidence that its component was deleted or created again, or has other objects of its kind beside it. */
export function addComponentHistory(cause: Cause, history: ComponentHistory): Cause {
  const causeWithOthers = addOthersOfKind(cause, history.sameKindFindings);
  return markAsRecreated(markAsDeleted(causeWithOthers, history.related), history.recreated);
}

/**
 * The cause of a component that has other objects of its kind beside it, with their names as evidence and with the
 * command that lists them all as the first next step. Any other cause stays as it is.
 */
function addOthersOfKind(cause: Cause, sameKindFindings: readonly Finding[]): Cause {
  const names = sameKindFindings.flatMap((finding) =>
    finding.code === "another-of-kind" && finding.component === cause.component ? finding.others : [],
  );
  const isAboutComponent = cause.path.length === 2;
  if (names.length === 0 || !isAboutComponent) return cause;
  const { kind } = cause.about;
  return {
    ...cause,
    evidence: [...cause.evidence, { is: "others", kind, names }],
    next: [...listAllOfKind(cause.about), ...describeObject(cause.about)],
  };
}

/** The cause of a component that does not exist, marked as deleted where the CR still records the component. */
function markAsDeleted(cause: Cause, related: readonly Related[]): Cause {
  const isGone = related.some(({ state, ref }) => state === "gone" && isSameObject(ref, cause.about));
  if (!isGone) return cause;
  const evidence = cause.evidence.map((clause) =>
    clause.is === "not-found" && clause.outcome === "absent" ? { ...clause, isDeleted: true as const } : clause,
  );
  return { ...cause, evidence };
}

/**
 * The cause of a component that was deleted and created again and has no conditions yet: its evidence says so, and its
 * time is that of the creation.
 */
function markAsRecreated(cause: Cause, recreated: readonly HcoComponent[]): Cause {
  const component = recreated.find(({ lookup }) => isSameObject(lookup.ref, cause.about));
  const hasNoCondition = cause.evidence.some(({ is }) => is === "no-condition");
  if (component === undefined || !hasNoCondition) return cause;
  const since = cause.since ?? foundObject(component.lookup)?.createdAt;
  const evidence = cause.evidence.map((clause) =>
    clause.is === "no-condition" ? ({ is: "recreated" } as const) : clause,
  );
  return { ...cause, evidence, ...definedFields({ since }) };
}
