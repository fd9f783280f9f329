import { definedFields } from "../../model/defined-fields.ts";
import type { GroupKind } from "../../model/kind.ts";
import type { KubeObject } from "../../model/object.ts";
import type { Query } from "../../model/snapshot.ts";
import { listAt, recordAt, textAt, toText } from "../../parse/json-value.ts";

/** One entry of spec.componentKinds, as written and as the controller understands it. */
export interface ComponentKind extends GroupKind {
  readonly written: string;
}

/**
 * What an Application selects, as the controller understands it (APP controllers/application_controller.go:116-149).
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

/** What the spec of an Application selects; never throws, whatever the spec holds. */
export function readComponentSelection({ spec }: Pick<KubeObject, "spec">): ComponentSelection {
  const selector = recordAt(spec, "selector");
  const labels = Object.entries(recordAt(selector, "matchLabels") ?? {})
    .map(([key, value]) => [key, toText(value)] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const selectsByLabels = labels.length === 0 ? "everything" : "labels";
  return {
    selects: selector === undefined ? "nothing" : selectsByLabels,
    labels,
    hasExpressions: listAt(selector, "matchExpressions").length > 0,
    kinds: listAt(spec, "componentKinds").flatMap((entry) => {
      const group = textAt(entry, "group");
      const kind = textAt(entry, "kind");
      return kind === "" ? [] : [{ group: stripVersion(group), kind, written: group }];
    }),
  };
}

/**
 * The group without a version (APP api/v1beta1/application_types.go:330-342). `apps/v1` is apps; `v1`, `/v1` and the
 * empty text are the core group. By mistake, every group that begins like a version is the core group too.
 */
function stripVersion(written: string): string {
  return isVersionLike(written) ? "" : (written.split("/")[0] ?? "");
}

function isVersionLike(written: string): boolean {
  return /^v\d/i.test(written);
}

/** Whether the controller mistakes a group for a version of the core group. */
export function isTakenForVersion({ written }: ComponentKind): boolean {
  return isVersionLike(written) && !/^v\d+((alpha|beta)\d+)?$/i.test(written);
}

/**
 * The list request that the controller sends for one kind, in the Application's namespace (for a cluster-scoped kind in
 * all).
 */
export function makeSelectionQuery(
  root: KubeObject,
  { labels }: ComponentSelection,
  { group, kind }: ComponentKind,
): Query {
  const { namespace } = root.ref;
  return {
    verb: "list",
    group,
    kind,
    plural: "",
    versions: [],
    namespaced: true,
    ...definedFields({ namespace }),
    ...(labels.length > 0 && { labelSelector: labels.map(([key, value]) => `${key}=${value}`).join(",") }),
  };
}

/** Whether the object has all of the selector's labels, in the Application's namespace or in none. */
export function isSelected(object: KubeObject, root: KubeObject, { labels }: ComponentSelection): boolean {
  const { namespace } = object.ref;
  if (namespace !== undefined && namespace !== root.ref.namespace) return false;
  return labels.every(([key, value]) => object.labels.get(key) === value);
}
