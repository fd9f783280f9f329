import type { Finding } from "../../model/finding/finding.ts";
import { makeFinding } from "../../model/finding/severity.ts";
import { keyOf } from "../../model/object.ts";
import { coreKinds } from "../../tables/core-kinds.ts";
import { type ComponentKind, isTakenForVersion } from "./component-selection.ts";
import { type ApplicationComposition, areComponentsSkipped, type ListedKind } from "./composition.ts";
import type { ApplicationTree } from "./owner-tree.ts";

/**
 * Findings about surprising ways in which an Application selects components: the controller reports none of them (1.2,
 * 1.6).
 */
export function compositionFindings({ composition, cycles, cut }: ApplicationTree): readonly Finding[] {
  const { object, components } = composition;
  const about = object.ref;
  return [
    ...selectorFindings(composition),
    ...kindFindings(composition),
    ...clusterWide(composition),
    ...unreadSecrets(composition),
    ...(components.some(({ key }) => key === keyOf(about)) ? [makeFinding(about, { code: "selects-itself" })] : []),
    ...cycles.map(({ ref }) => makeFinding(about, { code: "selects-in-a-circle", through: `${ref.kind} ${ref.name}` })),
    ...(cut === 0 ? [] : [makeFinding(about, { code: "nested-too-many", count: cut })]),
  ];
}

function selectorFindings(composition: ApplicationComposition): readonly Finding[] {
  const about = composition.object.ref;
  const { selects, hasExpressions } = composition.selection;
  const why = whyNothingIsSelected(composition);
  return [
    ...(why === undefined ? [] : [makeFinding(about, { code: "nothing-selected", why })]),
    ...(selects === "everything" ? [makeFinding(about, { code: "selects-everything", hasExpressions })] : []),
    ...(selects === "labels" && hasExpressions ? [makeFinding(about, { code: "expressions-ignored" })] : []),
  ];
}

/** Why an Application has no components; undefined where it has some, or where their lists could not be read. */
export function whyNothingIsSelected(
  composition: ApplicationComposition,
): "no-selector" | "no-kinds" | "no-match" | "unread" | undefined {
  const { selection, components, listingErrors } = composition;
  if (components.length > 0 || listingErrors.length > 0) return undefined;
  if (selection.selects === "nothing") return "no-selector";
  if (selection.kinds.length === 0) return "no-kinds";
  return areComponentsSkipped(composition) ? "unread" : "no-match";
}

/** The finding about Secrets that count although they were not read. */
function unreadSecrets({ object, components }: ApplicationComposition): readonly Finding[] {
  const count = components.filter(({ isUnread }) => isUnread === true).length;
  return count === 0 ? [] : [makeFinding(object.ref, { code: "secrets-not-read", count })];
}

/** Findings for each kind once, however the spec spells it. */
function kindFindings({ object, selection, kinds }: ApplicationComposition): readonly Finding[] {
  const about = object.ref;
  const byKind = Map.groupBy(selection.kinds, kindName);
  const taken = selection.kinds.filter(isTakenForVersion);
  const twice = [...byKind].filter(([, entries]) => entries.length > 1);
  const asked = [...new Map(kinds.map((each) => [kindName(each.kind), each])).values()];
  return [
    ...taken.map(({ kind, written }) => makeFinding(about, { code: "group-taken-for-version", kind, group: written })),
    ...twice.map(([kind, { length: times }]) => makeFinding(about, { code: "component-kind-twice", kind, times })),
    ...asked.flatMap((each) => unlisted(each, about)),
  ];
}

function unlisted({ kind: asked, outcome, cause }: ListedKind, about: Finding["about"]): readonly Finding[] {
  const { group } = asked;
  const kind = kindName(asked);
  if (outcome === "noSuchKind") return [makeFinding(about, { code: "component-kind-missing", kind, group })];
  if (outcome === "found") return [];
  return [makeFinding(about, { code: "component-kind-unread", kind, group, outcome, cause })];
}

/** Findings about kinds without namespaces: they are matched by label in the whole cluster (1.2, "namespace"). */
function clusterWide({ object, components }: ApplicationComposition): readonly Finding[] {
  // A manifest may leave the namespace to kubectl.
  if (object.ref.namespace === undefined) return [];
  const outside = components
    .map((each) => each.object.ref)
    .filter((ref) => ref.namespace === undefined && !isNamespaced(ref));
  return [...Map.groupBy(outside, kindName)].map(([kind, { length: count }]) =>
    makeFinding(object.ref, { code: "selected-cluster-wide", kind, count }),
  );
}

function isNamespaced(ref: { readonly group: string; readonly kind: string }): boolean {
  return coreKinds.some(({ group, kind, namespaced }) => namespaced && group === ref.group && kind === ref.kind);
}

function kindName({ group, kind }: Pick<ComponentKind, "group" | "kind">): string {
  return group === "" ? kind : `${kind}.${group}`;
}
