import { isSecret } from "../../shared/model/kind.ts";
import type { DryRunTarget } from "../../shared/model/manifest/dry-run.ts";
import { readWholeObject } from "../../shared/parse/documents/whole-object.ts";
import { inputFaultText } from "../../shared/parse/input-fault-text.ts";
import { type DryRunObstacle, damagedDocumentText, obstacleText } from "../../shared/render/words/editor/dry-run.ts";
import type { Place } from "../places/place.ts";
import type { LiveCluster } from "../places/place-source.ts";
import { translate } from "../platform/translate.ts";
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
  if (!session.settings.dryRun) return obstacleText(translate, "disabled", "");
  const target = readCommandTarget(session, words);
  const found = target === undefined ? undefined : await findWrittenObject(session, target);
  if (target === undefined || found === undefined) return obstacleText(translate, "noManifest", "");
  const written = await parsedNow(session, found);
  if (written === undefined) return obstacleText(translate, "noManifest", "");
  const placeName = describePlace(session, target.place);
  const cluster = session.liveCluster(target.place);
  const obstacle = obstacleOf(session, written, target.place, cluster !== undefined);
  if (obstacle !== undefined || cluster === undefined)
    return obstacleText(translate, obstacle ?? "notConnected", placeName);
  const read = readWholeObject(written.object);
  if ("fault" in read) return damagedDocumentText(translate, inputFaultText(read.fault));
  const { group, version, kind, name = "", namespace = cluster.chosen.namespace ?? "default" } = written.object;
  return { written, target: { group, version, kind, name, namespace }, manifest: read.value, cluster, placeName };
}

function obstacleOf(
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
async function parsedNow(session: ManifestDocuments, found: WrittenObject): Promise<WrittenObject | undefined> {
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
