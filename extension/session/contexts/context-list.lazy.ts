import { l10n } from "vscode";
import { lineFromError, loadPlaceKubeconfig } from "../../places/choose-context.ts";
import { contextPlaces } from "../../places/contexts/context-places.ts";
import type { Place } from "../../places/place.ts";
import { showMessage, tellError } from "../../platform/messages.ts";
import type { HostMachine } from "../../platform/node-host.ts";
import { folderSettings } from "../../platform/settings.ts";
import { type ContextList, nextContextList } from "./context-list.ts";

/**
 * Reads the contexts of the kubeconfig that `selected` names. It sends no request. A file that cannot be read leaves
 * `before`. Undefined after a message where there is nothing to list and nothing before.
 */
export async function readContextList(
  selected: Place,
  machine: HostMachine,
  before: ContextList | undefined,
): Promise<ContextList | undefined> {
  // Only a stored place of another version of the extension can be files.
  if (selected.kind === "files") return before;
  try {
    const config = await loadPlaceKubeconfig(selected, machine);
    const next = nextContextList(contextPlaces(config, selected, folderSettings().namespaces), before);
    if (next === undefined)
      await showMessage(
        l10n.t("No context in {0}; log in to a cluster, or set hcoStatus.kubeconfig", config.files.join(", ")),
      );
    return next;
  } catch (error) {
    if (before === undefined) await tellError(lineFromError(error));
    return before;
  }
}
