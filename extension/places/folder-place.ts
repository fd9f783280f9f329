import { type Uri, workspace } from "vscode";
import { definedFields } from "../../shared/model/defined-fields.ts";
import { readFolderSettings } from "../platform/settings.ts";
import { type Place, readPlace } from "./place.ts";

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
  // What is stored may come from another version of the extension.
  const chosen = folder === undefined ? readPlace(remembered.get(chosenPlace)) : undefined;
  return chosen ?? { kind: "cluster", ...definedFields({ kubeconfig, context }), namespaces };
}
