import {
  ConfigurationTarget,
  l10n,
  type QuickPickItem,
  QuickPickItemKind,
  type WorkspaceFolder,
  window,
  workspace,
} from "vscode";
import type { MergedKubeconfig } from "../../shared/io/kubeconfig/load-kubeconfig.ts";
import { errorLine, loadPlaceKubeconfig } from "../places/choose-context.ts";
import type { ClusterPlace } from "../places/place.ts";
import { settingsSection } from "../platform/contributions.ts";
import { pickOne, showError, showMessage } from "../platform/messages.ts";
import { thisMachine } from "../platform/node-host.ts";
import { readFolderSettings } from "../platform/settings.ts";
import type { PlaceControl, PlaceStates } from "../session/session-parts.ts";
import { sortByName } from "../session/sort-picks.ts";

interface ContextItem extends QuickPickItem {
  /** Absent where the item names no context. */
  readonly context?: string;
}

/** Asks the user which context the sidebar shows, unless `name` is given. No request is sent before the choice. */
export async function pickContext(session: PlaceControl & PlaceStates, name?: unknown): Promise<void> {
  const { place } = session.sidebar;
  const { kubeconfig } = place.kind === "cluster" ? place : readFolderSettings();
  await pickFrom(session, kubeconfig === undefined ? {} : { kubeconfig }, name);
}

/**
 * Asks for a kubeconfig to use instead of KUBECONFIG, then for one of its contexts. `path` replaces the first question.
 */
export async function chooseKubeconfig(session: PlaceControl & PlaceStates, path?: unknown): Promise<void> {
  const title = l10n.t("Select a kubeconfig");
  const chosen = typeof path === "string" ? path : (await window.showOpenDialog({ title }))?.[0]?.fsPath;
  if (chosen !== undefined) await pickFrom(session, { kubeconfig: chosen });
}

async function pickFrom(
  session: PlaceControl & PlaceStates,
  where: Pick<ClusterPlace, "kubeconfig">,
  name?: unknown,
): Promise<void> {
  const config = await readKubeconfig(where);
  if (config === undefined) return;
  const picked =
    typeof name === "string" && config.contexts.has(name)
      ? { context: name }
      : await pickOne(buildContextItems(config, followCurrent(config)), {
          title: l10n.t("Select a context of the kubeconfig"),
          matchOnDescription: true,
          matchOnDetail: true,
        });
  if (picked === undefined || ("kind" in picked && picked.kind === QuickPickItemKind.Separator)) return;
  const { context } = picked;
  const { place } = session.sidebar;
  // Namespaces of one cluster do not apply to another.
  const isSame = place.kind === "cluster" && place.context === context && place.kubeconfig === where.kubeconfig;
  const { namespaces } = isSame ? place : readFolderSettings();
  session.showPlace({ kind: "cluster", ...where, ...(context !== undefined && { context }), namespaces });
  session.connect();
}

/** Asks for the context of a folder, and writes it to the folder's settings. */
export async function pinContext(session: PlaceControl): Promise<void> {
  const folder = await askForFolder();
  if (folder === undefined) return;
  const { kubeconfig } = readFolderSettings(folder.uri);
  const config = await readKubeconfig(kubeconfig === undefined ? {} : { kubeconfig });
  if (config === undefined) return;
  const unpin: ContextItem = { label: l10n.t("No pin"), detail: l10n.t("use the context of the sidebar") };
  const picked = await pickOne(buildContextItems(config, unpin), {
    title: l10n.t("Select the context for folder {0}", folder.name),
    matchOnDescription: true,
  });
  if (picked === undefined) return;
  const isAlone = workspace.workspaceFolders?.length === 1;
  const target = isAlone ? ConfigurationTarget.Workspace : ConfigurationTarget.WorkspaceFolder;
  await workspace.getConfiguration(settingsSection, folder.uri).update("context", picked.context, target);
  session.applyFolderSettings();
}

async function askForFolder(): Promise<WorkspaceFolder | undefined> {
  const { workspaceFolders: folders = [] } = workspace;
  const active = window.activeTextEditor;
  const own = active === undefined ? undefined : workspace.getWorkspaceFolder(active.document.uri);
  if (folders.length <= 1 || own !== undefined) {
    const [only = own] = own === undefined ? folders : [own];
    if (only === undefined) await showMessage(l10n.t("Open a folder first; a context is pinned to a folder"));
    return only;
  }
  const picked = await pickOne(
    folders.map((folder) => ({ label: folder.name, folder })),
    { title: l10n.t("Select a folder") },
  );
  return picked?.folder;
}

/** Returns the kubeconfig. Undefined after a message that it offers no context, with the reason. */
async function readKubeconfig(place: Pick<ClusterPlace, "kubeconfig">): Promise<MergedKubeconfig | undefined> {
  try {
    const config = await loadPlaceKubeconfig(place, thisMachine());
    if (config.contexts.size > 0) return config;
    await showMessage(
      l10n.t("No context in {0}; log in to a cluster, or set hcoStatus.kubeconfig", config.files.join(", ")),
    );
  } catch (error) {
    await showError(errorLine(error));
  }
  return undefined;
}

/** Returns the items: `first`, then the contexts of each file by name. */
function buildContextItems(config: MergedKubeconfig, first: ContextItem): readonly ContextItem[] {
  const byFile = Map.groupBy(config.contexts.values(), ({ file }) => file);
  const items = [...byFile].flatMap(([file, contexts]): readonly ContextItem[] => [
    { label: file, kind: QuickPickItemKind.Separator },
    ...sortByName(contexts, config.currentContext).map(({ name, cluster, user, namespace }): ContextItem => {
      const server = cluster === undefined ? undefined : config.clusters.get(cluster)?.server;
      const detail = [
        server ?? cluster,
        user === undefined ? undefined : l10n.t("as {0}", user),
        namespace === undefined ? undefined : l10n.t("namespace {0}", namespace),
      ].filter((part) => part !== undefined);
      return {
        label: name,
        ...(name === config.currentContext && { description: l10n.t("current") }),
        detail: detail.join(" · "),
        context: name,
      };
    }),
  ]);
  return [first, ...items];
}

function followCurrent({ currentContext = "" }: MergedKubeconfig): ContextItem {
  return {
    label: l10n.t("Current context"),
    detail: l10n.t("now {0}; changes with kubectl config use-context", currentContext),
  };
}
