import type { RequestedKind } from "../aggregate/snapshot/queries.ts";
import { definedFields, trueFlags } from "../model/defined-fields.ts";
import type { GoalName } from "../model/finding/effect.ts";
import type { FindingOf } from "../model/finding/finding.ts";
import { type BlockingFinding, type GoalFinding, makeGoalFinding, withEffect } from "../model/finding/goal.ts";
import { makeGradedFinding } from "../model/finding/make-finding.ts";
import { isSameKind } from "../model/kind.ts";
import { isSameObject, type Ref } from "../model/object.ts";
import type { Report, RootNode } from "../model/report.ts";
import { deploymentKind, hcoProfile } from "../profiles/hco/profile.ts";
import { knownRoots } from "../profiles/root-kinds.ts";
import { findDeletion } from "./blocking-findings.ts";

/**
 * The findings that objects are missing: requested ones by name, or roots that were found before. Without any of these, one
 * finding for each requested kind if there is no root at all.
 */
export function listMissingObjects(
  { roots }: Report,
  requested: readonly RequestedKind[] | undefined,
  foundBefore: readonly Ref[],
): readonly GoalFinding[] {
  const missing =
    requested === undefined
      ? listVanishedRoots(roots, foundBefore)
      : requested.flatMap((request) => listMissingByName(request, roots, foundBefore));
  if (missing.length > 0) return missing;
  // A component may be found before its HyperConverged, or be left over from a deleted one.
  const areOnlyComponents = requested === undefined && roots.every(({ ref }) => isComponentKind(ref));
  if (roots.length > 0 && !areOnlyComponents) return [];
  const kinds = requested?.map(({ kind }) => kind) ?? [hcoProfile.root];
  const refs = new Map(kinds.map(({ group, kind }) => [kind, { group, kind, name: "" }]));
  return [...refs.values()].map((ref) => makeMissingObject(ref, false));
}

/** The findings about roots that were found before and are gone, but for components. */
function listVanishedRoots(roots: readonly RootNode[], foundBefore: readonly Ref[]): readonly GoalFinding[] {
  return foundBefore
    .filter((ref) => !isComponentKind(ref) && !roots.some((root) => isSameObject(root.ref, ref)))
    .map(({ group, kind, name }) => makeMissingObject({ group, kind, name }, true));
}

function listMissingByName(
  { kind: { kind, group }, name }: RequestedKind,
  roots: readonly RootNode[],
  foundBefore: readonly Ref[],
): readonly GoalFinding[] {
  if (name === undefined) return [];
  const isRequested = (ref: Ref): boolean => ref.kind === kind && ref.group === group && ref.name === name;
  if (roots.some(({ ref }) => isRequested(ref))) return [];
  return [makeMissingObject({ group, kind, name }, foundBefore.some(isRequested))];
}

function makeMissingObject(about: Ref, wasFound: boolean): GoalFinding {
  return makeGoalFinding(about, {
    code: "missing-object",
    ...trueFlags({ wasFound }),
  });
}

function isComponentKind(kind: Ref): boolean {
  return hcoProfile.components.some((row) => isSameKind(row, kind));
}

/**
 * The findings about roots that still exist and must be deleted, with the components that refuse to be deleted. Where roots
 * were found before, only these count, and no leftovers or later objects.
 */
export function listUndeletedRoots(report: Report, foundBefore: readonly Ref[]): readonly BlockingFinding[] {
  const counted = report.roots.filter(
    ({ ref }) => foundBefore.length === 0 || foundBefore.some((one) => isSameObject(one, ref)),
  );
  return counted.flatMap((root) =>
    listUndeletedRoot(root, report).map((finding) => withEffect({ ...finding, root: root.ref }, "deletion", "blocks")),
  );
}

function listUndeletedRoot(root: RootNode, { findings }: Report): readonly BlockingFinding[] {
  if (!root.deleting) return [makeGoalFinding(root.ref, { code: "not-deleted" })];
  const deletion = findDeletion(root, findings);
  if (deletion.code !== "deleting") return [deletion];
  const refusals = findings.filter(
    (finding) => finding.code === "deletion-blocked" && deletion.remaining.includes(finding.component),
  );
  return [deletion, ...refusals];
}

/** The findings about required objects that could not be read, one for each gap of the Report. */
export function listUnreadObjects({ completeness }: Report, goal: GoalName): readonly FindingOf<"not-read">[] {
  return completeness.gaps.flatMap((gap): readonly FindingOf<"not-read">[] => {
    const { outcome, group, kind, namespace, name = "", cause = "", required } = gap;
    if (!required || (outcome !== "forbidden" && outcome !== "unread")) return [];
    const about = { group, kind, ...definedFields({ namespace }), name };
    const finding = makeGradedFinding("warning", about, { code: "not-read", outcome, cause });
    return [withEffect(finding, goal, "unknown") as FindingOf<"not-read">];
  });
}

/** Whether the finding is one of {@link listUnreadObjects}. Those about parts of a root, or an upgrade, say more. */
export function isUnreadObject({ code, component, rows }: BlockingFinding): boolean {
  return code === "not-read" && component === undefined && rows.length === 0;
}

/** Whether only the user's permissions keep the finding from being known. */
export function isForbiddenToKnow(finding: BlockingFinding, goal: GoalName): boolean {
  if (finding.code === "not-read") return finding.outcome === "forbidden";
  if (goal !== "upgrade") return false;
  return finding.rows.some((row) => row.code === "IncompleteReading" && row.outcome === "forbidden");
}

/**
 * Whether the finding is about the operator's unread Deployment, which does not matter for objects that are known to exist.
 */
export function isOperatorUnread({ about }: BlockingFinding): boolean {
  return about.kind === deploymentKind.kind;
}

/** Whether the list that was not read may hold more of the roots. */
export function isRootUnread({ about }: BlockingFinding, requested: readonly RequestedKind[] | undefined): boolean {
  const kinds = requested?.map(({ kind }) => kind.kind) ?? [
    hcoProfile.root.kind,
    ...knownRoots.map(({ kind }) => kind),
  ];
  return kinds.includes(about.kind);
}

/** Whether an object that was not read has a finding of its own among those about the parts of roots. */
export function isReportedByPart({ about }: BlockingFinding, blocking: readonly BlockingFinding[]): boolean {
  return blocking.some(
    (finding) => finding.code === "not-read" && finding.component !== undefined && finding.about.kind === about.kind,
  );
}
