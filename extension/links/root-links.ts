import { commands, env, l10n, type Uri } from "vscode";
import type { MergedKubeconfig } from "../../shared/io/kubeconfig/load-kubeconfig.ts";
import { definedFields } from "../../shared/model/defined-fields.ts";
import { linkPath, type RootLink, readRootLink, writeRootLink } from "../../shared/parse/root-link.ts";
import { errorLine, loadPlaceKubeconfig } from "../places/choose-context.ts";
import type { ClusterPlace } from "../places/place.ts";
import { commandIds } from "../platform/contributions.ts";
import { showBriefly, showError, showMessage } from "../platform/messages.ts";
import { thisMachine } from "../platform/node-host.ts";
import { readFolderSettings } from "../platform/settings.ts";
import { readCommandTarget } from "../session/command-target.ts";
import { describePlace } from "../session/place-names.ts";
import type {
  ExtensionHost,
  LiveClusters,
  ManifestDocuments,
  PlaceControl,
  PlaceStates,
} from "../session/session-parts.ts";

/**
 * Shows the object of a link. A link can only choose a context that the kubeconfig has. It comes from elsewhere, so it
 * asks the user before it shows another context than the sidebar, or one that is not connected: the view connects as soon
 * as it is visible. It runs no program.
 */
export async function openLink(
  session: LiveClusters & PlaceControl & PlaceStates,
  { path, query }: Uri,
): Promise<void> {
  const link = readRootLink(path, query);
  if (link === undefined) {
    await showMessage(l10n.t("This link names no object of a context, so nothing was opened."));
    return;
  }
  const shown = findShownPlace(session, link);
  const isConnected = shown !== undefined && session.liveCluster(shown) !== undefined;
  const place = isConnected ? shown : await confirmPlace(session, link, shown);
  if (place !== undefined) await commands.executeCommand(commandIds.reveal, { ...link.ref, place });
}

/** Returns the place of the sidebar. Undefined where it shows another context than that of the link. */
function findShownPlace({ sidebar }: PlaceStates, { context }: RootLink): ClusterPlace | undefined {
  const { place, name } = sidebar;
  return place.kind === "cluster" && (place.context ?? name) === context ? place : undefined;
}

/**
 * Asks the user whether to show the context of a link, or to connect to `shown`, which the sidebar shows already. Returns
 * the place. Undefined where the user refuses, and, after a message, where the kubeconfig cannot be read or does not have
 * the context.
 */
async function confirmPlace(
  session: PlaceControl & PlaceStates,
  { context }: RootLink,
  shown: ClusterPlace | undefined,
): Promise<ClusterPlace | undefined> {
  const { place } = session.sidebar;
  const settings = readFolderSettings();
  const { kubeconfig } = place.kind === "cluster" ? place : settings;
  const source = definedFields({ kubeconfig });
  let config: MergedKubeconfig;
  try {
    config = await loadPlaceKubeconfig(source, thisMachine());
  } catch (error) {
    await showError(errorLine(error));
    return undefined;
  }
  const contextEntry = config.contexts.get(context);
  if (contextEntry === undefined) {
    await showMessage(l10n.t("The link is about the context {0}, which the kubeconfig does not have.", context));
    return undefined;
  }
  const server = config.clusters.get(contextEntry.cluster ?? "")?.server ?? "";
  if (shown !== undefined) {
    const question = l10n.t("A link asks to connect to the context {0} ({1}).", context, server);
    return (await isConfirmed(question, l10n.t("Connect"))) ? shown : undefined;
  }
  const question = l10n.t("A link asks to show the context {0} ({1}).", context, server);
  if (!(await isConfirmed(question, l10n.t("Show Context")))) return undefined;
  const chosen: ClusterPlace = { kind: "cluster", ...source, context, namespaces: settings.namespaces };
  session.showPlace(chosen);
  return chosen;
}

async function isConfirmed(question: string, button: string): Promise<boolean> {
  return (await showMessage(question, button)) === button;
}

/** Copies a link to the object of a row, which opens it in another editor with the same context. */
export async function copyLink(
  session: ExtensionHost & ManifestDocuments & PlaceStates,
  passed: readonly unknown[],
): Promise<void> {
  const target = readCommandTarget(session, passed);
  const context = target?.place.kind === "cluster" ? describePlace(session, target.place) : "";
  const query = target === undefined ? "" : writeRootLink({ context, ref: target.ref });
  if (readRootLink(linkPath, query) === undefined) {
    await showMessage(l10n.t("A link requires an object of a context: select a row of HCO Status."));
    return;
  }
  await env.clipboard.writeText(`${env.uriScheme}://${session.context.extension.id}${linkPath}?${query}`);
  await showBriefly(l10n.t("Copied the link"), 3_000);
}
