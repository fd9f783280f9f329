import { commands, Disposable, l10n, Uri, workspace } from "vscode";
import { sanitizeLine } from "../../shared/characters/sanitize.ts";
import { buildObjectUri, type ObjectAddress } from "../places/object-uri.ts";
import { commandIds, uriSchemes } from "../platform/contributions.ts";
import { showMessage } from "../platform/messages.ts";
import { readCommandTarget, showNoTarget } from "../session/command-target.ts";
import { buildDocumentPlace } from "../session/document-place.ts";
import type { DocumentSight } from "../session/document-sight.ts";
import { FollowedDocuments } from "../session/followed-documents.ts";
import { findSameNamed, refOfManifestObject } from "../session/object-in-document.ts";
import { registerRowCommand } from "../session/register-row-command.ts";
import type { ExtensionHost, FollowSurface, ManifestDocuments, PlaceStates } from "../session/session-parts.ts";
import { findWrittenObject, searchWrittenObject } from "../session/written-object.ts";

type Session = FollowSurface & ExtensionHost & ManifestDocuments & PlaceStates;

/**
 * Registers the comparison of a manifest's object with the live object: the live object on the left, the manifest itself
 * on the right. The left differs only where the live object does, and follows changes of both.
 */
export function registerDiff(session: Session): Disposable {
  const documents = new FollowedDocuments(session, uriSchemes.compared, (address, sight) =>
    renderSide(session, address, sight),
  );
  const refreshSidesOf = (manifest: Uri): void =>
    documents.refreshMatching(({ compared }) => compared?.manifest === manifest.toString());
  return Disposable.from(
    documents,
    session.onDidParse(refreshSidesOf),
    workspace.onDidChangeTextDocument(({ document }) => refreshSidesOf(document.uri)),
    registerRowCommand(commandIds.diffWithLive, (...commandArguments: unknown[]) =>
      diffWithLive(session, commandArguments),
    ),
  );
}

/** Returns the text of one side of a comparison. */
async function renderSide(
  session: ManifestDocuments,
  { compared }: ObjectAddress,
  { object: liveObject, seen }: DocumentSight,
): Promise<string> {
  if (compared === undefined) return "";
  const { comparedYaml, readObjectValue, dropUnkeptFields, isReducedObject, isComparedInPlace, buildLiveSide } =
    await import("./live-yaml.lazy.ts");
  const document = await workspace.openTextDocument(Uri.parse(compared.manifest));
  const { objects = [], text = "" } = session.getOrParseManifest(document) ?? {};
  const manifestObject = findSameNamed(objects, compared.written)[compared.index];
  const isCurrent = seen.outcome === "found" && (seen.isFiles || seen.link === "live");
  if (compared.side === "live" && isCurrent && liveObject !== undefined && manifestObject !== undefined) {
    if (isComparedInPlace(manifestObject, text)) return buildLiveSide(text, manifestObject, compared, liveObject);
  }
  const manifestData = manifestObject === undefined ? undefined : readObjectValue(manifestObject);
  const isReduced = liveObject !== undefined && isReducedObject(liveObject);
  const comparedData = dropUnkeptFields(manifestData, liveObject);
  return comparedYaml(comparedData, liveObject, { ...seen, isReduced })[compared.side];
}

/** Opens a diff editor for the object that a command's arguments name. */
async function diffWithLive(
  session: ManifestDocuments & PlaceStates,
  commandArguments: readonly unknown[],
): Promise<void> {
  const { isComparedInPlace, sanitizeFileName } = await import("./live-yaml.lazy.ts");
  const target = readCommandTarget(session, commandArguments);
  if (target === undefined) return showNoTarget();
  const manifest = (await findWrittenObject(session, target)) ?? (await searchWrittenObject(target));
  if (manifest === undefined) return;
  const written = refOfManifestObject(manifest.object);
  if (written === undefined) {
    await showMessage(l10n.t("This document has no name, so it cannot be compared with an object on the cluster."));
    return;
  }
  const { uid: _, ...ref } = target.ref;
  const index = Math.max(0, findSameNamed(manifest.all, written).indexOf(manifest.object));
  const { key, name: placeName } = buildDocumentPlace(session, target.place);
  const texts = target.place.kind === "files" ? collectedTexts(ref.name, placeName) : liveTexts(ref.name, placeName);

  const buildSideUri = (side: "file" | "live", title: string): Uri =>
    buildObjectUri(uriSchemes.compared, `${sanitizeFileName(title)}.yaml`, {
      place: key,
      ref: { ...ref, version: manifest.object.version },
      compared: { side, manifest: manifest.document.uri.toString(), written, index },
    });

  const isInPlace = isComparedInPlace(manifest.object, manifest.document.getText());
  const liveSide = buildSideUri("live", texts.live);
  const fileSide = isInPlace ? manifest.document.uri : buildSideUri("file", l10n.t("{0} (file)", ref.name));
  await commands.executeCommand("vscode.diff", liveSide, fileSide, sanitizeLine(texts.title), { preview: true });
}

/** The titles of the live side and of the diff editor. */
interface DiffTexts {
  readonly live: string;
  readonly title: string;
}

function liveTexts(name: string, placeName: string): DiffTexts {
  return { live: l10n.t("{0} (live)", name), title: l10n.t("{0}: live on {1} ↔ file", name, placeName) };
}

function collectedTexts(name: string, placeName: string): DiffTexts {
  return { live: l10n.t("{0} (collected)", name), title: l10n.t("{0}: collected in {1} ↔ file", name, placeName) };
}
