import type { KubeObject } from "../../model/object.ts";
import type { Kind } from "../../model/profile.ts";
import type { Query } from "../../model/snapshot.ts";
import { at, list, record, text } from "../../parse/value.ts";

/** One entry of spec.componentKinds, as written and as the controller understands it. */
export interface ComponentKind extends Pick<Kind, "group" | "kind"> {
  readonly written: string;
}

/** What an Application asks for, in the way of the controller (APP controllers/application_controller.go:116-149). */
export interface Selection {
  /** Without a selector it looks at nothing (:120-123); with no labels in it, at everything of its kinds (:137). */
  readonly selects: "nothing" | "labels" | "everything";
  /** matchLabels, sorted by key as the API server gets them. */
  readonly labels: readonly (readonly [key: string, value: string])[];
  /** matchExpressions are there, and nobody reads them (:137). */
  readonly hasExpressions: boolean;
  /** In order; a kind that is listed twice is here twice, and so are its objects. */
  readonly kinds: readonly ComponentKind[];
}

/** What the spec of an Application selects; total, whatever stands there. */
export function selectionOf({ spec }: Pick<KubeObject, "spec">): Selection {
  const selector = record(at(spec, ["selector"]));
  const labels = Object.entries(record(at(selector, ["matchLabels"])) ?? {})
    .map(([key, value]) => [key, text(value)] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    selects: selector === undefined ? "nothing" : labels.length === 0 ? "everything" : "labels",
    labels,
    hasExpressions: list(at(selector, ["matchExpressions"])).length > 0,
    kinds: list(at(spec, ["componentKinds"])).flatMap((entry) => {
      const [group, kind] = [text(at(entry, ["group"])), text(at(entry, ["kind"]))];
      return kind === "" ? [] : [{ group: strippedGroup(group), kind, written: group }];
    }),
  };
}

/**
 * The group without a version (APP api/v1beta1/application_types.go:330-342): `apps/v1` is apps, `v1`, `/v1` and nothing
 * are the core group; so is, by mistake, every group that begins like a version.
 */
function strippedGroup(written: string): string {
  return isVersionLike(written) ? "" : (written.split("/")[0] ?? "");
}

function isVersionLike(written: string): boolean {
  return /^v\d/i.test(written);
}

/** A group of its own that the controller takes for a version of the core group. */
export function isTakenForVersion({ written }: ComponentKind): boolean {
  return isVersionLike(written) && !/^v\d+((alpha|beta)\d+)?$/i.test(written);
}

/**
 * The list that the controller makes of one kind, in the Application's namespace (of a cluster-scoped kind in all). Of
 * Secrets only metadata is asked for: nothing else of them counts.
 */
export function queryOf(root: KubeObject, { labels }: Selection, { group, kind }: ComponentKind): Query {
  const { namespace } = root.ref;
  return {
    ...{ verb: "list", group, kind, plural: "", versions: [], namespaced: true },
    ...(namespace === undefined ? {} : { namespace }),
    ...(labels.length === 0 ? {} : { labelSelector: labels.map(([key, value]) => `${key}=${value}`).join(",") }),
    ...(group === "" && kind === "Secret" ? { metadataOnly: true as const } : {}),
  };
}

/** In the Application's namespace or in none, and with all of its labels. */
export function matches(object: KubeObject, root: KubeObject, { labels }: Selection): boolean {
  const { namespace } = object.ref;
  if (namespace !== undefined && namespace !== root.ref.namespace) return false;
  return labels.every(([key, value]) => object.labels.get(key) === value);
}
