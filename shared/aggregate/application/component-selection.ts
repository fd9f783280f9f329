import { compareTexts } from "../../model/compare-texts.ts";
import { definedFields } from "../../model/defined-fields.ts";
import type { GroupKind } from "../../model/kind.ts";
import type { KubeObject } from "../../model/object.ts";
import type { Query } from "../../model/snapshot.ts";
import { listAt, recordAt, textAt, toText } from "../../parse/json-value.ts";

/** One entry of spec.componentKinds, as the controller understands it. */
export interface ComponentKind extends GroupKind {
  /** The field `group` of the entry as written, which may hold a version too: `apps/v1`. */
  readonly written: string;
}

/**
 * What an Application selects, as the controller understands it (kubernetes-sigs/application
 * controllers/application_controller.go:116-149).
 */
export interface ComponentSelection {
  /** Without a selector the controller reads nothing (:120-123); with an empty one, everything of its kinds (:137). */
  readonly selects: "nothing" | "labels" | "everything";
  /** matchLabels, sorted by key as the controller sends them. */
  readonly labels: readonly (readonly [key: string, value: string])[];
  /** Whether matchExpressions exist; the controller ignores them (:137). */
  readonly hasExpressions: boolean;
  /** In the order of the spec; a kind that is listed twice appears twice, and so do its objects. */
  readonly kinds: readonly ComponentKind[];
}

/** Reads what the spec of an Application selects. Malformed entries count as empty ones. */
export function readComponentSelection({ spec }: Pick<KubeObject, "spec">): ComponentSelection {
  const selector = recordAt(spec, "selector");
  const labels = Object.entries(recordAt(selector, "matchLabels") ?? {})
    .map(([key, value]) => [key, toText(value)] as const)
    .toSorted(([a], [b]) => compareTexts(a, b));
  return {
    selects: describeSelector(selector !== undefined, labels.length),
    labels,
    hasExpressions: listAt(selector, "matchExpressions").length > 0,
    kinds: readComponentKinds(spec),
  };
}

function describeSelector(hasSelector: boolean, labelCount: number): ComponentSelection["selects"] {
  if (!hasSelector) return "nothing";
  return labelCount === 0 ? "everything" : "labels";
}

/** The entries of spec.componentKinds that have a kind. */
function readComponentKinds(spec: unknown): readonly ComponentKind[] {
  const kinds = listAt(spec, "componentKinds").map((entry) => {
    const written = textAt(entry, "group");
    return { group: stripVersion(written), kind: textAt(entry, "kind"), written };
  });
  return kinds.filter(({ kind }) => kind !== "");
}

/**
 * The group without a version: `apps/v1` -> `apps`, `v1` or `/v1` -> the core group, which is empty
 * (kubernetes-sigs/application api/v1beta1/application_types.go:330-342). By a mistake of the controller, every group that
 * begins like a version is the core group too: `v1.example.com` -> the core group.
 */
function stripVersion(written: string): string {
  return isVersionLike(written) ? "" : (written.split("/")[0] ?? "");
}

function isVersionLike(written: string): boolean {
  return /^v\d/i.test(written);
}

/** Whether the controller mistakes a group for a version of the core group: `v1.example.com`. */
export function isTakenForVersion({ written }: ComponentKind): boolean {
  return isVersionLike(written) && !/^v\d+((alpha|beta)\d+)?$/i.test(written);
}

/**
 * The list request that the controller sends for one kind. It is limited to the Application's namespace, unless the kind is
 * cluster-scoped.
 */
export function makeSelectionQuery(
  application: KubeObject,
  { labels }: ComponentSelection,
  { group, kind }: ComponentKind,
): Query {
  const { namespace } = application.ref;
  const labelSelector = labels.map(([key, value]) => `${key}=${value}`).join(",");
  return {
    verb: "list",
    group,
    kind,
    plural: "",
    versions: [],
    namespaced: true,
    ...definedFields({ namespace, labelSelector: labelSelector === "" ? undefined : labelSelector }),
  };
}

/** Whether the object has all of the selector's labels, in the Application's namespace or in none. */
export function isSelected(object: KubeObject, application: KubeObject, { labels }: ComponentSelection): boolean {
  const { namespace } = object.ref;
  if (namespace !== undefined && namespace !== application.ref.namespace) return false;
  return labels.every(([key, value]) => object.labels.get(key) === value);
}
