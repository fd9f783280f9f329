import { definedFields } from "../../shared/model/defined-fields.ts";
import { toRecord } from "../../shared/parse/json-value.ts";
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

/** Returns the place that a value describes; undefined for a value of another shape. */
export function readPlace(value: unknown): Place | undefined {
  const { kind, holds, path, kubeconfig, context, namespaces } = toRecord(value) ?? {};
  const isFiles = kind === "files" && (holds === "must-gather" || holds === "dump");
  if (isFiles && typeof path === "string") return { kind, holds, path };
  if (kind !== "cluster" || !Array.isArray(namespaces)) return undefined;
  if (!namespaces.every((namespace) => typeof namespace === "string")) return undefined;
  if (kubeconfig !== undefined && typeof kubeconfig !== "string") return undefined;
  if (context !== undefined && typeof context !== "string") return undefined;
  return { kind, namespaces, ...definedFields({ kubeconfig, context }) };
}

/** Returns a key that is equal for equal places. */
export function placeKey(place: Place): string {
  if (place.kind === "files") return JSON.stringify(["files", place.holds, place.path]);
  const { kubeconfig = "", context = "", namespaces } = place;
  return JSON.stringify(["cluster", kubeconfig, context, ...namespaces.toSorted()]);
}

/**
 * Returns the place as a suggested command names it. The command names the context even if the place does not, because another
 * shell may have another current context.
 * @param name the name of the current context; empty where it is not known.
 */
export function commandPlace(place: Place, name: string): CommandPlace {
  if (place.kind === "files") return place;
  const { kubeconfig, context = name } = place;
  return { kind: "cluster", ...definedFields({ kubeconfig, context: context || undefined }) };
}
