import { l10n } from "vscode";
import { isSecret } from "../../shared/model/kind.ts";
import type { DryRunTarget } from "../../shared/model/manifest/dry-run.ts";
import { readWholeObject } from "../../shared/parse/documents/whole-object.ts";
import { inputFaultText } from "../../shared/parse/input-fault-text.ts";
import type { Place } from "../places/place.ts";
import type { LiveCluster } from "../places/place-source.ts";
import { readCommandTarget } from "../session/command-target.ts";
import { describePlace, findPlaceState } from "../session/place-names.ts";
import type { LiveClusters, ManifestDocuments, PlaceStates, SettingsSource } from "../session/session-parts.ts";
import { findWrittenObject, type WrittenObject } from "../session/written-object.ts";

/** The fields that identify an object in its document. */
const identityFields = ["group", "kind", "namespace", "name"] as const;

/** What a dry run needs of the session. */
export interface DryRunSession extends LiveClusters, ManifestDocuments, PlaceStates, SettingsSource {}

/** What one dry run sends, and where. */
export interface DryRunSubject {
  readonly written: WrittenObject;
  readonly target: DryRunTarget;
  readonly manifest: unknown;
  readonly cluster: LiveCluster;
  /** The name of the place for the user. */
  readonly placeName: string;
}

/** Returns the subject of a dry run, or why there is none, in one sentence. */
export async function findSubject(
  session: DryRunSession,
  commandArguments: readonly unknown[],
): Promise<DryRunSubject | string> {
  if (!session.settings.dryRun) return l10n.t("Dry runs are disabled by the setting hcoStatus.dryRun.");
  const target = readCommandTarget(session, commandArguments);
  const parsed = target && (await findWrittenObject(session, target));
  const written = parsed && (await waitForParsing(session, parsed));
  if (target === undefined || written === undefined) return l10n.t("No manifest here: place the cursor in a manifest.");
  const placeName = describePlace(session, target.place);
  const obstacle = findObstacle(session, written, target.place, placeName);
  if (obstacle !== undefined) return obstacle;
  const cluster = session.liveCluster(target.place);
  if (cluster === undefined)
    return l10n.t("Not connected to {0}: connect first, then run the command again.", placeName);
  const whole = readWholeObject(written.object);
  if ("fault" in whole) return l10n.t("This document cannot be sent: {0}.", inputFaultText(whole.fault));
  const { group, version, kind, name = "", namespace = cluster.chosen.namespace ?? "default" } = written.object;
  return { written, target: { group, version, kind, name, namespace }, manifest: whole.value, cluster, placeName };
}

/** Returns the first reason of the place, the name or the content why no dry run is sent; undefined where there is none. */
function findObstacle(
  session: PlaceStates,
  { object }: WrittenObject,
  place: Place,
  placeName: string,
): string | undefined {
  if (place.kind === "files") return l10n.t("A dry run requires a cluster, but {0} is a file.", placeName);
  if (findPlaceState(session, place)?.barred === "untrusted")
    return l10n.t("This workspace is not trusted, so no request is sent.");
  const incompleteText = l10n.t(
    "This document contains template placeholders or was too large to read, so a dry run would mislead.",
  );
  if (object.state === "template") return incompleteText;
  if (object.state !== "named") return l10n.t("This document has no complete name, so a dry run has no object.");
  if (isSecret(object)) return l10n.t("The extension sends and shows no Secret, so it makes no dry run of one.");
  return object.hasTemplate || object.isPartial ? incompleteText : undefined;
}

/** Waits until a document is parsed as it is now, after a keystroke, and returns the same object of it. */
async function waitForParsing(session: ManifestDocuments, parsed: WrittenObject): Promise<WrittenObject | undefined> {
  const { document, object } = parsed;
  if (!session.isParsing(document)) return parsed;
  await new Promise<void>((resolve) => {
    const subscription = session.onDidParse(() => {
      if (session.isParsing(document)) return;
      subscription.dispose();
      resolve();
    });
  });
  const objects = session.getOrParseManifest(document)?.objects ?? [];
  const same = objects.find((candidate) => identityFields.every((field) => candidate[field] === object[field]));
  return same && { document, object: same, all: objects };
}
