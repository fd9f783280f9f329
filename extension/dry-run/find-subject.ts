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
export async function findSubject(session: DryRunSession, words: readonly unknown[]): Promise<DryRunSubject | string> {
  if (!session.settings.dryRun) return obstacleText("disabled", "");
  const target = readCommandTarget(session, words);
  const found = target === undefined ? undefined : await findWrittenObject(session, target);
  if (target === undefined || found === undefined) return obstacleText("noManifest", "");
  const written = await parseAgain(session, found);
  if (written === undefined) return obstacleText("noManifest", "");
  const placeName = describePlace(session, target.place);
  const cluster = session.liveCluster(target.place);
  const obstacle = findObstacle(session, written, target.place, cluster !== undefined);
  if (obstacle !== undefined || cluster === undefined) return obstacleText(obstacle ?? "notConnected", placeName);
  const read = readWholeObject(written.object);
  if ("fault" in read) return l10n.t("This document cannot be sent: {0}.", inputFaultText(read.fault));
  const { group, version, kind, name = "", namespace = cluster.chosen.namespace ?? "default" } = written.object;
  return { written, target: { group, version, kind, name, namespace }, manifest: read.value, cluster, placeName };
}

function findObstacle(
  session: PlaceStates,
  { object }: WrittenObject,
  place: Place,
  isConnected: boolean,
): DryRunObstacle | undefined {
  if (place.kind === "files") return "files";
  if (findPlaceState(session, place)?.barred === "untrusted") return "untrusted";
  if (object.state !== "named") return object.state === "template" ? "incomplete" : "unnamed";
  if (isSecret(object)) return "secret";
  if (object.hasTemplate || object.isPartial) return "incomplete";
  return isConnected ? undefined : "notConnected";
}

/** Returns the object as the document holds it now: a document may still be parsed after a keystroke. */
async function parseAgain(session: ManifestDocuments, found: WrittenObject): Promise<WrittenObject | undefined> {
  const { document, object } = found;
  if (!session.isReading(document)) return found;
  await new Promise<void>((resolve) => {
    const listening = session.onDidParse(() => {
      if (session.isReading(document)) return;
      listening.dispose();
      resolve();
    });
  });
  const all = session.manifest(document)?.objects ?? [];
  const same = all.find((one) => identities.every((part) => one[part] === object[part]));
  return same && { document, object: same, all };
}

/** What identifies an object in its document. */
const identities = ["group", "kind", "namespace", "name"] as const;

/** Why a dry run was not sent. */
type DryRunObstacle =
  | "disabled"
  | "files"
  | "untrusted"
  | "notConnected"
  | "noManifest"
  | "unnamed"
  | "secret"
  | "incomplete";

function obstacleText(obstacle: DryRunObstacle, place: string): string {
  switch (obstacle) {
    case "disabled":
      return l10n.t("Dry runs are disabled by the setting hcoStatus.dryRun.");
    case "files":
      return l10n.t("A dry run requires a cluster, but {0} is a file.", place);
    case "untrusted":
      return l10n.t("This workspace is not trusted, so no request is sent.");
    case "notConnected":
      return l10n.t("Not connected to {0}: connect first, then run the command again.", place);
    case "noManifest":
      return l10n.t("No manifest here: place the cursor in a manifest.");
    case "unnamed":
      return l10n.t("This document has no complete name, so a dry run has no object.");
    case "secret":
      return l10n.t("The extension sends and shows no Secret, so it makes no dry run of one.");
    case "incomplete":
      return l10n.t(
        "This document contains template placeholders or was too large to read, so a dry run would mislead.",
      );
  }
}
