import { l10n } from "vscode";
import { errorLine, loadPlaceKubeconfig } from "../../places/choose-context.ts";
import { listContextPlaces } from "../../places/contexts/context-places.ts";
import type { Place } from "../../places/place.ts";
import { showError, showMessage } from "../../platform/messages.ts";
import type { HostMachine } from "../../platform/node-host.ts";
import { readFolderSettings } from "../../platform/settings.ts";
import { type ContextList, updateContextList } from "./context-list.ts";

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
    const next = updateContextList(listContextPlaces(config, selected, readFolderSettings().namespaces), before);
    if (next === undefined)
      await showMessage(
        l10n.t("No context in {0}; log in to a cluster, or set hcoStatus.kubeconfig", config.files.join(", ")),
      );
    return next;
  } catch (error) {
    if (before === undefined) await showError(errorLine(error));
    return before;
  }
}
