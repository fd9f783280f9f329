import { commands, Disposable, type TextDocument, Uri, window, workspace } from "vscode";
import type { ManifestObject } from "../../shared/model/manifest/manifest.ts";
import { buildObjectUri, type ObjectAddress } from "../places/object-uri.ts";
import { keyOfPlace } from "../places/place.ts";
import { commandIds as ids, uriSchemes } from "../platform/contributions.ts";
import { showMessage } from "../platform/messages.ts";
import { translate } from "../platform/translate.ts";
import { type CommandTarget, readCommandTarget } from "../session/command-target.ts";
import type { DocumentSight } from "../session/document-sight.ts";
import { followedDocuments } from "../session/followed-documents.ts";
import { isAbout, objectAt, objectsOfSameName, writtenRef } from "../session/object-in-document.ts";
import { lastingPlaceName } from "../session/place-names.ts";
import type { ExtensionHost, FollowSurface, ManifestDocuments, PlaceStates } from "../session/session-parts.ts";

/**
 * Registers the comparison of a manifest's object with the live object: the live object on the left, the manifest itself
 * on the right. The left differs only where the live object does, and follows changes of both.
 */
export function registerDiff(session: FollowSurface & ExtensionHost & ManifestDocuments & PlaceStates): Disposable {
  const documents = followedDocuments(session, uriSchemes.compared, (address, sight) =>
    sideOf(session, address, sight),
  );
  const ofFile = (uri: Uri): void => documents.again(({ compared }) => compared?.manifest === uri.toString());
  return Disposable.from(
    documents,
    session.onDidParse(ofFile),
    workspace.onDidChangeTextDocument(({ document }) => ofFile(document.uri)),
    commands.registerCommand(ids.diffWithLive, (...all: unknown[]) => diffWithLive(session, all)),
  );
}

async function sideOf(
  session: ManifestDocuments,
  { compared }: ObjectAddress,
  { object, seen }: DocumentSight,
): Promise<string> {
  if (compared === undefined) return "";
  const { comparedYaml, dataOf, isComparedInPlace, liveSide } = await import("./live-yaml.lazy.ts");
  const document = await workspace.openTextDocument(Uri.parse(compared.manifest));
  const { objects = [], text = "" } = session.manifest(document) ?? {};
  const own = objectsOfSameName(objects, compared.written)[compared.index];
  const isCurrent = seen.outcome === "found" && (seen.isFiles || seen.link === "live");
  if (
    compared.side === "live" &&
    isCurrent &&
    object !== undefined &&
    own !== undefined &&
    isComparedInPlace(own, text)
  )
    return liveSide(text, own, compared, object);
  return comparedYaml(own === undefined ? undefined : dataOf(own), object, seen, translate)[compared.side];
}

async function diffWithLive(session: ManifestDocuments & PlaceStates, all: readonly unknown[]): Promise<void> {
  const words = await import("./live-yaml.lazy.ts");
  const target = readCommandTarget(session, all);
  const own = target === undefined ? undefined : await writtenOf(session, target);
  if (target === undefined || own === undefined) {
    await showMessage(words.nothingHereWords(translate));
    return;
  }
  const written = writtenRef(own.object);
  if (written === undefined) {
    await showMessage(words.noNameWords(translate));
    return;
  }
  const place = lastingPlaceName(session, target.place, words.currentContextWords(translate));
  const { uid: _, ...ref } = target.ref;
  const { version } = own.object;
  const index = Math.max(0, objectsOfSameName(own.all, written).indexOf(own.object));
  const side = (which: "file" | "live"): Uri =>
    buildObjectUri(uriSchemes.compared, words.sideTitle(translate, ref.name, which), {
      ...{ place: keyOfPlace(target.place), ref: { ...ref, version } },
      compared: { side: which, manifest: own.uri.toString(), written, index },
    });
  await commands.executeCommand(
    "vscode.diff",
    side("live"),
    own.isInPlace ? own.uri : side("file"),
    words.diffTitle(translate, ref.name, place),
    {
      preview: true,
    },
  );
}

interface Written {
  readonly uri: Uri;
  readonly object: ManifestObject;
  readonly all: readonly ManifestObject[];
  /** The file itself can stand beside the live object. */
  readonly isInPlace: boolean;
}

/** Returns the manifest object that a command's arguments point to, else one in a visible editor. */
async function writtenOf(session: ManifestDocuments, { ref, written }: CommandTarget): Promise<Written | undefined> {
  const { isComparedInPlace } = await import("./live-yaml.lazy.ts");
  const found = (document: TextDocument, find: (all: readonly ManifestObject[]) => ManifestObject | undefined) => {
    const { objects: all = [], text = "" } = session.manifest(document) ?? {};
    const object = find(all);
    return object && { uri: document.uri, object, all, isInPlace: isComparedInPlace(object, text) };
  };
  if (written !== undefined) {
    return found(await workspace.openTextDocument(written.uri), (all) => objectAt(all, written.offset));
  }
  const editors = [window.activeTextEditor, ...window.visibleTextEditors].filter((editor) => editor !== undefined);
  for (const { document } of editors) {
    const own = found(document, (all) => all.find((one) => isAbout(one, ref)));
    if (own !== undefined) return own;
  }
  return undefined;
}
