import { commands, Disposable, l10n, Uri, workspace } from "vscode";
import { sanitizeLine } from "../../shared/characters/sanitize.ts";
import { buildObjectUri, type ObjectAddress } from "../places/object-uri.ts";
import { placeKey } from "../places/place.ts";
import { commandIds as ids, uriSchemes } from "../platform/contributions.ts";
import { showMessage } from "../platform/messages.ts";
import { readCommandTarget } from "../session/command-target.ts";
import type { DocumentSight } from "../session/document-sight.ts";
import { provideFollowedDocuments } from "../session/followed-documents.ts";
import { findSameNamed, refOfManifestObject } from "../session/object-in-document.ts";
import { lastingPlaceName } from "../session/place-names.ts";
import type { ExtensionHost, FollowSurface, ManifestDocuments, PlaceStates } from "../session/session-parts.ts";
import { findWrittenObject, searchWrittenObject } from "../session/written-object.ts";

/**
 * Registers the comparison of a manifest's object with the live object: the live object on the left, the manifest itself
 * on the right. The left differs only where the live object does, and follows changes of both.
 */
export function registerDiff(session: FollowSurface & ExtensionHost & ManifestDocuments & PlaceStates): Disposable {
  const documents = provideFollowedDocuments(session, uriSchemes.compared, (address, sight) =>
    openSide(session, address, sight),
  );
  const ofFile = (uri: Uri): void => documents.again(({ compared }) => compared?.manifest === uri.toString());
  return Disposable.from(
    documents,
    session.onDidParse(ofFile),
    workspace.onDidChangeTextDocument(({ document }) => ofFile(document.uri)),
    commands.registerCommand(ids.diffWithLive, (...all: unknown[]) => diffWithLive(session, all)),
  );
}

async function openSide(
  session: ManifestDocuments,
  { compared }: ObjectAddress,
  { object, seen }: DocumentSight,
): Promise<string> {
  if (compared === undefined) return "";
  const { comparedYaml, dataOf, isComparedInPlace, buildLiveSide } = await import("./live-yaml.lazy.ts");
  const document = await workspace.openTextDocument(Uri.parse(compared.manifest));
  const { objects = [], text = "" } = session.manifest(document) ?? {};
  const own = findSameNamed(objects, compared.written)[compared.index];
  const isCurrent = seen.outcome === "found" && (seen.isFiles || seen.link === "live");
  if (
    compared.side === "live" &&
    isCurrent &&
    object !== undefined &&
    own !== undefined &&
    isComparedInPlace(own, text)
  )
    return buildLiveSide(text, own, compared, object);
  return comparedYaml(own === undefined ? undefined : dataOf(own), object, seen)[compared.side];
}

async function diffWithLive(session: ManifestDocuments & PlaceStates, all: readonly unknown[]): Promise<void> {
  const words = await import("./live-yaml.lazy.ts");
  const target = readCommandTarget(session, all);
  if (target === undefined) {
    await showMessage(
      l10n.t("No Kubernetes object here: place the cursor in a manifest, or select a row of HCO Status."),
    );
    return;
  }
  const own = (await findWrittenObject(session, target)) ?? (await searchWrittenObject(target));
  if (own === undefined) return;
  const written = refOfManifestObject(own.object);
  if (written === undefined) {
    await showMessage(l10n.t("This document has no name, so it cannot be compared with an object on the cluster."));
    return;
  }
  const place = lastingPlaceName(session, target.place, l10n.t("current context"));
  const { uid: _, ...ref } = target.ref;
  const { version } = own.object;
  const index = Math.max(0, findSameNamed(own.all, written).indexOf(own.object));
  const isInPlace = words.isComparedInPlace(own.object, own.document.getText());
  const isFiles = target.place.kind === "files";
  const titles = {
    file: l10n.t("{0} (file)", ref.name),
    live: isFiles ? l10n.t("{0} (collected)", ref.name) : l10n.t("{0} (live)", ref.name),
  };
  const title = isFiles
    ? l10n.t("{0}: collected in {1} ↔ file", ref.name, place)
    : l10n.t("{0}: live on {1} ↔ file", ref.name, place);
  const side = (which: "file" | "live"): Uri =>
    buildObjectUri(uriSchemes.compared, `${words.sanitizeFileName(titles[which])}.yaml`, {
      place: placeKey(target.place),
      ref: { ...ref, version },
      compared: { side: which, manifest: own.document.uri.toString(), written, index },
    });
  await commands.executeCommand(
    "vscode.diff",
    side("live"),
    isInPlace ? own.document.uri : side("file"),
    sanitizeLine(title),
    {
      preview: true,
    },
  );
}
