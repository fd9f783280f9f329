import { commands, env, l10n, type Uri } from "vscode";
import type { MergedKubeconfig } from "../../shared/io/kubeconfig/load-kubeconfig.ts";
import { definedFields } from "../../shared/model/defined-fields.ts";
import { linkPath, readRootLink, writeRootLink } from "../../shared/parse/root-link.ts";
import { errorLine, loadPlaceKubeconfig } from "../places/choose-context.ts";
import type { ClusterPlace, Place } from "../places/place.ts";
import { commandIds } from "../platform/contributions.ts";
import { showBriefly, showError, showMessage } from "../platform/messages.ts";
import { thisMachine } from "../platform/node-host.ts";
import { readFolderSettings } from "../platform/settings.ts";
import { type CommandTarget, readCommandTarget } from "../session/command-target.ts";
import { describePlace } from "../session/place-names.ts";
import type {
  ExtensionHost,
  LiveClusters,
  ManifestDocuments,
  PlaceControl,
  PlaceStates,
} from "../session/session-parts.ts";

/**
 * Shows the object of a link, such as `vscode://PUBLISHER.EXTENSION/open?context=prod&kind=HyperConverged&name=a`. A link may
 * come from a web page, so it runs no program, can only choose a context that the kubeconfig has, and connects to none before
 * the user agrees.
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
  const place = await askToShowContext(session, link.context);
  if (place !== undefined) await commands.executeCommand(commandIds.reveal, { ...link.ref, place });
}

/**
 * Shows a context in the sidebar, which connects to it as soon as it is visible. Asks the user before, unless the sidebar is
 * already connected to the context. Returns the place of the context. Returns undefined if the user refuses, and, after a
 * message, if the kubeconfig has no such context.
 */
async function askToShowContext(
  session: LiveClusters & PlaceControl & PlaceStates,
  context: string,
): Promise<Place | undefined> {
  const { place, name } = session.sidebar;
  const isShown = place.kind === "cluster" && (place.context ?? name) === context;
  const isConnected = isShown && session.liveCluster(place) !== undefined;
  if (isConnected) return place;

  const settings = readFolderSettings();
  // The sidebar may show a cluster of another kubeconfig than that of the settings.
  const { kubeconfig } = place.kind === "cluster" ? place : settings;
  const server = await readServer(context, kubeconfig);
  if (server === undefined) return undefined;
  if (isShown) {
    const question = l10n.t("A link asks to connect to the context {0} ({1}).", context, server);
    return (await isConfirmed(question, l10n.t("Connect"))) ? place : undefined;
  }
  const question = l10n.t("A link asks to show the context {0} ({1}).", context, server);
  if (!(await isConfirmed(question, l10n.t("Show Context")))) return undefined;
  const { namespaces } = settings;
  const placeOfLink: ClusterPlace = { kind: "cluster", ...definedFields({ kubeconfig }), context, namespaces };
  session.showPlace(placeOfLink);
  return placeOfLink;
}

/**
 * Reads the address of a context's API server, which is empty if the kubeconfig does not have it. Returns undefined, after a
 * message, if the kubeconfig does not have the context or cannot be read.
 */
async function readServer(context: string, kubeconfig: string | undefined): Promise<string | undefined> {
  let config: MergedKubeconfig;
  try {
    config = await loadPlaceKubeconfig(definedFields({ kubeconfig }), thisMachine());
  } catch (error) {
    await showError(errorLine(error));
    return undefined;
  }
  const contextEntry = config.contexts.get(context);
  if (contextEntry === undefined) {
    await showMessage(l10n.t("The link is about the context {0}, which the kubeconfig does not have.", context));
    return undefined;
  }
  return config.clusters.get(contextEntry.cluster ?? "")?.server ?? "";
}

async function isConfirmed(question: string, button: string): Promise<boolean> {
  return (await showMessage(question, button)) === button;
}

/** Copies a link to the object of a row, which opens it in another editor with the same context. */
export async function copyLink(
  session: ExtensionHost & ManifestDocuments & PlaceStates,
  commandArguments: readonly unknown[],
): Promise<void> {
  const query = writeQuery(session, readCommandTarget(session, commandArguments));
  // A name with an invisible character is never opened, so it is not copied either.
  if (query === undefined || readRootLink(linkPath, query) === undefined) {
    await showMessage(l10n.t("A link requires an object of a context: select a row of HCO Status."));
    return;
  }
  await env.clipboard.writeText(`${env.uriScheme}://${session.context.extension.id}${linkPath}?${query}`);
  await showBriefly(l10n.t("Copied the link"), 3_000);
}

/** Returns the query of a link to an object: `context=prod&kind=…`. Undefined for an object of files, which have no context. */
function writeQuery(session: PlaceStates, target: CommandTarget | undefined): string | undefined {
  if (target?.place.kind !== "cluster") return undefined;
  return writeRootLink({ context: describePlace(session, target.place), ref: target.ref });
}
