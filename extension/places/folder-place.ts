import { type Uri, workspace } from "vscode";
import { definedFields } from "../../shared/model/defined-fields.ts";
import { readFolderSettings } from "../platform/settings.ts";
import type { Place } from "./place.ts";

/** The key under which the workspace stores the place that the user chose for the sidebar. */
export const chosenPlace = "place";

/** The key of the last cluster among the chosen places. */
export const lastCluster = "cluster";

/** What the workspace stores, by key. */
interface StoredPlaces {
  get(key: string): unknown;
}

/**
 * Returns the place for a file, or without a `uri` the place of the sidebar. `view` is the place that the sidebar shows.
 * - For a file: the place that its folder pins, else `view`.
 * - For the sidebar: the user's choice in this workspace, else the settings, else the kubeconfig's current context.
 */
export function placeFor(uri: Uri | undefined, remembered: StoredPlaces, view?: Place): Place {
  const folder = uri === undefined ? undefined : workspace.getWorkspaceFolder(uri)?.uri;
  if (folder === undefined && view !== undefined) return view;
  const { kubeconfig, context, namespaces, isPinned } = readFolderSettings(folder);
  if (folder !== undefined && !isPinned && view !== undefined) return view;
  const chosen = folder === undefined ? remembered.get(chosenPlace) : undefined;
  if (isPlace(chosen)) return chosen;
  return { kind: "cluster", ...definedFields({ kubeconfig, context }), namespaces };
}

/** Whether a stored value is a place. It may come from another version of the extension. */
export function isPlace(value: unknown): value is Place {
  if (typeof value !== "object" || value === null || !("kind" in value)) return false;
  if (value.kind === "files") {
    const hasPath = "path" in value && typeof value.path === "string";
    return hasPath && "holds" in value && (value.holds === "must-gather" || value.holds === "dump");
  }
  return value.kind === "cluster" && "namespaces" in value && Array.isArray(value.namespaces);
}
