import {
  ConfigurationTarget,
  l10n,
  type QuickPickItem,
  QuickPickItemKind,
  type WorkspaceFolder,
  window,
  workspace,
} from "vscode";
import type { ContextEntry } from "../../shared/io/kubeconfig/entries.ts";
import type { MergedKubeconfig } from "../../shared/io/kubeconfig/load-kubeconfig.ts";
import { definedFields } from "../../shared/model/defined-fields.ts";
import { errorLine, loadPlaceKubeconfig } from "../places/choose-context.ts";
import { settingsSection } from "../platform/contributions.ts";
import { pickOne, showError, showMessage } from "../platform/messages.ts";
import { thisMachine } from "../platform/node-host.ts";
import { readContextMarks, readFolderSettings } from "../platform/settings.ts";
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
  await showContextOf(session, kubeconfig, name);
}

/**
 * Asks for a kubeconfig to use instead of KUBECONFIG, then for one of its contexts. `path` replaces the first question.
 */
export async function chooseKubeconfig(session: PlaceControl & PlaceStates, path?: unknown): Promise<void> {
  const kubeconfig = typeof path === "string" ? path : await askForKubeconfig();
  if (kubeconfig !== undefined) await showContextOf(session, kubeconfig);
}

async function askForKubeconfig(): Promise<string | undefined> {
  const uris = await window.showOpenDialog({ title: l10n.t("Select a kubeconfig") });
  return uris?.[0]?.fsPath;
}

/** Shows a context of a kubeconfig in the sidebar, and connects. @param kubeconfig undefined: KUBECONFIG. */
async function showContextOf(
  session: PlaceControl & PlaceStates,
  kubeconfig: string | undefined,
  name?: unknown,
): Promise<void> {
  const config = await readKubeconfig(kubeconfig);
  if (config === undefined) return;
  const isKnownName = typeof name === "string" && config.contexts.has(name);
  const choice = isKnownName ? { context: name } : await askForContext(config);
  if (choice === undefined) return;
  const { context } = choice;
  const { place } = session.sidebar;
  // Namespaces of one cluster do not apply to another.
  const isSamePlace = place.kind === "cluster" && place.context === context && place.kubeconfig === kubeconfig;
  const { namespaces } = isSamePlace ? place : readFolderSettings();
  session.showPlace({ kind: "cluster", ...definedFields({ kubeconfig, context }), namespaces });
  session.connect();
}

async function askForContext(config: MergedKubeconfig): Promise<Pick<ContextItem, "context"> | undefined> {
  const followCurrent: ContextItem = {
    label: l10n.t("Current context"),
    detail: l10n.t("now {0}; changes with kubectl config use-context", config.currentContext ?? ""),
  };
  const item = await pickOne([followCurrent, ...(await listContextItems(config))], {
    title: l10n.t("Select a context of the kubeconfig"),
    matchOnDescription: true,
    matchOnDetail: true,
  });
  return item?.kind === QuickPickItemKind.Separator ? undefined : item;
}

/** Asks for the context of a folder, and writes it to the folder's settings. */
export async function pinContext(session: PlaceControl): Promise<void> {
  const folder = await chooseFolder();
  if (folder === undefined) return;
  const config = await readKubeconfig(readFolderSettings(folder.uri).kubeconfig);
  if (config === undefined) return;
  const noPin: ContextItem = { label: l10n.t("No pin"), detail: l10n.t("use the context of the sidebar") };
  const item = await pickOne([noPin, ...(await listContextItems(config))], {
    title: l10n.t("Select the context for folder {0}", folder.name),
    matchOnDescription: true,
  });
  if (item === undefined) return;
  const isOnlyFolder = workspace.workspaceFolders?.length === 1;
  const target = isOnlyFolder ? ConfigurationTarget.Workspace : ConfigurationTarget.WorkspaceFolder;
  await workspace.getConfiguration(settingsSection, folder.uri).update("context", item.context, target);
  session.applyFolderSettings();
}

/** Returns the folder of the active file, or else the only folder, or else the one that the user selects. */
async function chooseFolder(): Promise<WorkspaceFolder | undefined> {
  const document = window.activeTextEditor?.document;
  const folderOfDocument = document === undefined ? undefined : workspace.getWorkspaceFolder(document.uri);
  if (folderOfDocument !== undefined) return folderOfDocument;
  const { workspaceFolders: folders = [] } = workspace;
  if (folders.length === 0) {
    await showMessage(l10n.t("Open a folder first; a context is pinned to a folder"));
    return undefined;
  }
  if (folders.length === 1) return folders[0];
  const items = folders.map((folder) => ({ label: folder.name, folder }));
  const picked = await pickOne(items, { title: l10n.t("Select a folder") });
  return picked?.folder;
}

/** Returns a kubeconfig. Undefined after a message that it offers no context, with the reason. */
async function readKubeconfig(kubeconfig: string | undefined): Promise<MergedKubeconfig | undefined> {
  try {
    const config = await loadPlaceKubeconfig(definedFields({ kubeconfig }), thisMachine());
    if (config.contexts.size > 0) return config;
    await showMessage(
      l10n.t("No context in {0}; log in to a cluster, or set hcoStatus.kubeconfig", config.files.join(", ")),
    );
  } catch (error) {
    await showError(errorLine(error));
  }
  return undefined;
}

/**
 * Returns the contexts of each file by name, with the marks that the user gave them, the current one first, and the file
 * as a separator above them.
 */
async function listContextItems(config: MergedKubeconfig): Promise<readonly ContextItem[]> {
  const { markedContext } = await import("../../shared/render/editor/context-mark.ts");
  const marks = readContextMarks();
  const items: ContextItem[] = [];
  for (const [file, contexts] of Map.groupBy(config.contexts.values(), (context) => context.file)) {
    items.push({ label: file, kind: QuickPickItemKind.Separator });
    for (const context of sortByName(contexts, config.currentContext)) {
      items.push({ ...buildContextItem(config, context), label: markedContext(context.name, marks) });
    }
  }
  return items;
}

function buildContextItem(config: MergedKubeconfig, context: ContextEntry): ContextItem {
  const { name, cluster, user, namespace } = context;
  const server = cluster === undefined ? undefined : config.clusters.get(cluster)?.server;
  const details: string[] = [];
  if (server !== undefined) details.push(server);
  else if (cluster !== undefined) details.push(cluster);
  if (user !== undefined) details.push(l10n.t("as {0}", user));
  if (namespace !== undefined) details.push(l10n.t("namespace {0}", namespace));
  const description = name === config.currentContext ? l10n.t("current") : undefined;
  return { label: name, ...definedFields({ description }), detail: details.join(" · "), context: name };
}
