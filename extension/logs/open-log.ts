import { l10n } from "vscode";
import { podLabelsOfWorkload, queryPods } from "../../shared/aggregate/core/pod-lists.ts";
import { sanitizeFileName } from "../../shared/characters/sanitize-label.ts";
import { createReader } from "../../shared/io/reader/reader.ts";
import type { KubeObject } from "../../shared/model/object.ts";
import { foundObjects, type Query, type Reading } from "../../shared/model/snapshot.ts";
import { type LogChoice, logChoices, logsOfPod } from "../../shared/render/editor/log-choices.ts";
import { errorLine } from "../places/choose-context.ts";
import { queryFor } from "../places/object-query.ts";
import { reportsOf } from "../places/place-state.ts";
import { pickOne, showError, showMessage } from "../platform/messages.ts";
import { type CommandTarget, readCommandTarget } from "../session/command-target.ts";
import { buildDocumentPlace } from "../session/document-place.ts";
import { findPlaceState } from "../session/place-names.ts";
import type { LiveClusters, ManifestDocuments, PlaceStates } from "../session/session-parts.ts";
import type { LogDocuments } from "./log-documents.ts";
import { buildLogUri } from "./log-uri.ts";

/** Timeout of the requests for the Pods of a workload. */
const readTimeoutMs = 10_000;

type Session = LiveClusters & ManifestDocuments & PlaceStates;

/** Opens the log of a container, of a Pod or of a workload. Where there are several, the user chooses one. */
export async function openLog(session: Session, documents: LogDocuments, words: readonly unknown[]): Promise<void> {
  const target = readCommandTarget(session, words);
  if (target === undefined) {
    await showMessage(l10n.t("A log requires a container, a Pod or a workload: select a row of HCO Status."));
    return;
  }
  try {
    const choices = await findLogs(session, target);
    const logs = choices.length > 1 ? await pickLog(choices) : choices[0]?.logs;
    if (choices.length === 0)
      await showMessage(l10n.t("No container with a log is known of {0}.", `${target.ref.kind} ${target.ref.name}`));
    if (logs === undefined) return;
    const { key, name } = buildDocumentPlace(session, target.place);
    const title = logs.isPrevious
      ? l10n.t("{0} (previous run, {1})", logs.container, name)
      : l10n.t("{0} ({1})", logs.container, name);
    const address = { place: key, request: logs };
    await documents.show(buildLogUri(`${sanitizeFileName(title)}.log`, address));
  } catch (error) {
    await showError(l10n.t("Cannot find the logs: {0}", errorLine(error)));
  }
}

/** Returns the log that a target names, or else the logs that the Report knows, or else those of the Pods, read now. */
async function findLogs(session: Session, target: CommandTarget): Promise<readonly LogChoice[]> {
  if (target.logs !== undefined) return [{ logs: target.logs, isUnhealthy: false }];
  const choicesOfReports = logChoices(reportsOf(findPlaceState(session, target.place) ?? {}), target.ref);
  if (choicesOfReports.length > 0) return choicesOfReports;
  const pods = await readPods(session, target);
  return pods.flatMap(logsOfPod);
}

/** Reads a Pod, or the Pods of a workload. */
async function readPods(session: Session, { place, ref }: CommandTarget): Promise<readonly KubeObject[]> {
  const read = queryReader(session, place);
  if (read === undefined) return [];
  const [object] = foundObjects(await read(queryFor(ref)));
  if (object === undefined) return [];
  if (ref.kind === "Pod") return [object];
  const labels = podLabelsOfWorkload(object);
  if (labels.size === 0) return [];
  return foundObjects(await read(queryPods(ref.namespace, labels)));
}

function queryReader(
  session: Session,
  place: CommandTarget["place"],
): ((query: Query) => Promise<Reading>) | undefined {
  const cluster = session.liveCluster(place);
  if (cluster === undefined) return session.collected(place)?.read;
  const signal = AbortSignal.any([cluster.left, AbortSignal.timeout(readTimeoutMs)]);
  const reader = createReader(cluster.connection, cluster.discovery, { retryMode: "once" });
  return (query) => reader.read(query, signal);
}

async function pickLog(choices: readonly LogChoice[]): Promise<LogChoice["logs"] | undefined> {
  const items = choices.map(({ logs, isUnhealthy }) => ({
    label: logs.container,
    description: isUnhealthy ? l10n.t("{0} · unhealthy", logs.pod) : logs.pod,
    logs,
  }));
  const picked = await pickOne(items, { title: l10n.t("Open the log of a container"), matchOnDescription: true });
  return picked?.logs;
}
