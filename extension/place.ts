/** Where Reports come from. */
export type Place = ClusterPlace | FilesPlace;

export interface ClusterPlace {
  readonly kind: "cluster";
  /** In place of KUBECONFIG: one file, or several as KUBECONFIG lists them. */
  readonly kubeconfig?: string;
  /** Absent: whatever current-context names. */
  readonly context?: string;
  /** Empty: all namespaces. */
  readonly namespaces: readonly string[];
}

/** A must-gather (a folder or an archive), or a dump: a file of objects, or a folder of such files. */
export interface FilesPlace {
  readonly kind: "files";
  readonly holds: "gather" | "dump";
  readonly path: string;
}

/** The same text for the same place. */
export function keyOfPlace(place: Place): string {
  return JSON.stringify(
    place.kind === "files"
      ? ["files", place.holds, place.path]
      : ["cluster", place.kubeconfig ?? "", place.context ?? "", ...place.namespaces.toSorted()],
  );
}
