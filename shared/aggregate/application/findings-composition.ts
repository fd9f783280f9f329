import type { Finding } from "../../model/finding.ts";
import { keyOf } from "../../model/object.ts";
import { coreKinds } from "../../profiles/core-kinds.ts";
import type { Composition, ListedKind } from "./components.ts";
import { type ComponentKind, isTakenForVersion } from "./selection.ts";
import type { Tree } from "./tree.ts";

/** How an Application comes to its components, where that surprises: the controller is silent about all of it (1.2, 1.6). */
export function compositionFindings({ composition, cycles, cut }: Tree): readonly Finding[] {
  const { object, components } = composition;
  const about = object.ref;
  return [
    ...selectorFindings(composition),
    ...kindFindings(composition),
    ...clusterWide(composition),
    ...(components.some(({ key }) => key === keyOf(about))
      ? [{ code: "selects-itself" as const, severity: "warning" as const, about }]
      : []),
    ...cycles.map(
      ({ ref }): Finding => ({
        code: "selects-in-a-circle",
        severity: "warning",
        about,
        through: `${ref.kind} ${ref.name}`,
      }),
    ),
    ...(cut === 0 ? [] : [{ code: "nested-too-many" as const, severity: "info" as const, about, count: cut }]),
  ];
}

function selectorFindings({ object, selection, components, listingErrors }: Composition): readonly Finding[] {
  const about = object.ref;
  const { selects, hasExpressions, kinds } = selection;
  const why = selects === "nothing" ? "no-selector" : kinds.length === 0 ? "no-kinds" : "no-match";
  return [
    ...(components.length === 0 && listingErrors.length === 0
      ? [{ code: "nothing-selected" as const, severity: "warning" as const, about, why } as const]
      : []),
    ...(selects === "everything"
      ? [{ code: "selects-everything" as const, severity: "warning" as const, about, hasExpressions }]
      : []),
    ...(selects === "labels" && hasExpressions
      ? [{ code: "expressions-ignored" as const, severity: "warning" as const, about }]
      : []),
  ];
}

/** Of each kind once, whatever it is called in the spec. */
function kindFindings({ object, selection, kinds }: Composition): readonly Finding[] {
  const about = object.ref;
  const byKind = Map.groupBy(selection.kinds, nameOf);
  const taken = selection.kinds.filter(isTakenForVersion);
  const twice = [...byKind].filter(([, entries]) => entries.length > 1);
  const asked = [...new Map(kinds.map((each) => [nameOf(each.kind), each])).values()];
  return [
    ...taken.map(
      ({ kind, written }): Finding => ({
        code: "group-taken-for-version",
        severity: "warning",
        about,
        kind,
        group: written,
      }),
    ),
    ...twice.map(
      ([kind, { length: times }]): Finding => ({
        code: "component-kind-twice",
        severity: "warning",
        about,
        kind,
        times,
      }),
    ),
    ...asked.flatMap((each) => unlisted(each, about)),
  ];
}

function unlisted({ kind: asked, outcome, cause }: ListedKind, about: Finding["about"]): readonly Finding[] {
  const { group } = asked;
  const kind = nameOf(asked);
  if (outcome === "noSuchKind") return [{ code: "component-kind-missing", severity: "warning", about, kind, group }];
  if (outcome === "found") return [];
  return [{ code: "component-kind-unread", severity: "warning", about, kind, group, outcome, cause }];
}

/** Kinds without namespaces are matched by label in the whole cluster (1.2, "namespace"). */
function clusterWide({ object, components }: Composition): readonly Finding[] {
  // A manifest may leave the namespace to kubectl.
  if (object.ref.namespace === undefined) return [];
  const outside = components
    .map((each) => each.object.ref)
    .filter((ref) => ref.namespace === undefined && !isNamespaced(ref));
  return [...Map.groupBy(outside, nameOf)].map(
    ([kind, { length: count }]): Finding => ({
      ...{ code: "selected-cluster-wide", severity: "info", about: object.ref, kind, count },
    }),
  );
}

function isNamespaced(ref: { readonly group: string; readonly kind: string }): boolean {
  return coreKinds.some(({ group, kind, namespaced }) => namespaced && group === ref.group && kind === ref.kind);
}

function nameOf({ group, kind }: Pick<ComponentKind, "group" | "kind">): string {
  return group === "" ? kind : `${kind}.${group}`;
}
