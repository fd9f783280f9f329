import type { CommandPlace } from "../../shared/render/editor/copied-command.ts";

/** The source of Reports: a cluster or files. */
export type Place = ClusterPlace | FilesPlace;

export interface ClusterPlace {
  readonly kind: "cluster";
  /** Replaces KUBECONFIG: one file, or several as KUBECONFIG lists them. */
  readonly kubeconfig?: string;
  /** Absent: the context that current-context names. */
  readonly context?: string;
  /** Empty: all namespaces. */
  readonly namespaces: readonly string[];
}

/** A must-gather (a folder or an archive), or a dump: a file of objects, or a folder of such files. */
export interface FilesPlace {
  readonly kind: "files";
  readonly holds: "must-gather" | "dump";
  readonly path: string;
}

/** Returns a key that is equal for equal places. */
export function placeKey(place: Place): string {
  return JSON.stringify(
    place.kind === "files"
      ? ["files", place.holds, place.path]
      : ["cluster", place.kubeconfig ?? "", place.context ?? "", ...place.namespaces.toSorted()],
  );
}

/**
 * Returns the place as a suggested command names it. `name`: that of its context, because another shell may have another
 * current context. Empty: none is known.
 */
export function commandPlace(place: Place, name: string): CommandPlace {
  if (place.kind === "files") return place;
  const { kubeconfig, context = name } = place;
  return { kind: "cluster", ...(kubeconfig !== undefined && { kubeconfig }), ...(context !== "" && { context }) };
}
