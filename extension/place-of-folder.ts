import { type Memento, type Uri, workspace } from "vscode";
import type { Place } from "./place.ts";
import { folderSettings } from "./settings.ts";

/** Where the workspace remembers what the person chose for the sidebar. */
export const chosenPlace = "place";

/** And the last cluster among them. */
export const lastCluster = "cluster";

/**
 * What counts for a file: what its folder pins, else `view`. Without a file what the sidebar shows: what the person chose in
 * this workspace, else what the settings say, else the kubeconfig's own choice.
 */
export function placeFor(uri: Uri | undefined, remembered: Pick<Memento, "get">, view?: Place): Place {
  const folder = uri === undefined ? undefined : workspace.getWorkspaceFolder(uri)?.uri;
  if (folder === undefined && view !== undefined) return view;
  const { kubeconfig, context, namespaces, isPinned } = folderSettings(folder);
  if (folder !== undefined && !isPinned && view !== undefined) return view;
  const chosen = folder === undefined ? remembered.get(chosenPlace) : undefined;
  if (isPlace(chosen)) return chosen;
  return {
    kind: "cluster",
    ...(kubeconfig !== undefined && { kubeconfig }),
    ...(context !== undefined && { context }),
    namespaces,
  };
}

/** What was remembered may be of another version of us. */
export function isPlace(value: unknown): value is Place {
  if (typeof value !== "object" || value === null || !("kind" in value)) return false;
  if (value.kind === "files")
    return (
      "path" in value &&
      typeof value.path === "string" &&
      "holds" in value &&
      (value.holds === "gather" || value.holds === "dump")
    );
  return value.kind === "cluster" && "namespaces" in value && Array.isArray(value.namespaces);
}
