import { commands, Disposable, Uri, window, workspace } from "vscode";
import type { ManifestObject } from "../shared/model/manifest.ts";
import { type Address, uriOf } from "./address.ts";
import { commands as ids, schemes } from "./contributions.ts";
import { followedDocuments, type Sight } from "./followed-documents.ts";
import { keyOfPlace } from "./place.ts";
import { lastingNameOf } from "./place-name.ts";
import { say } from "./say.ts";
import type { Session } from "./session.ts";
import { type Target, targetOf } from "./target.ts";
import { tell } from "./telling.ts";
import { isAbout, objectAt, twinsOf, writtenRef } from "./written-object.ts";

/** A document of a manifest beside the live object, both as far as they can differ; both sides follow what changes. */
export function registerDiff(session: Session): Disposable {
  const documents = followedDocuments(session, schemes.compared, (address, sight) => sideOf(session, address, sight));
  const ofFile = (uri: Uri): void => documents.again(({ compared }) => compared?.manifest === uri.toString());
  return Disposable.from(
    documents,
    session.onDidParse(ofFile),
    workspace.onDidChangeTextDocument(({ document }) => ofFile(document.uri)),
    commands.registerCommand(ids.diffWithLive, (...all: unknown[]) => diffWithLive(session, all)),
  );
}

async function sideOf(session: Session, { compared }: Address, { object, seen }: Sight): Promise<string> {
  if (compared === undefined) return "";
  const { comparedYaml, dataOf } = await import("./live-made.ts");
  const document = await workspace.openTextDocument(Uri.parse(compared.manifest));
  const own = twinsOf(session.manifest(document)?.objects ?? [], compared.written)[compared.index];
  return comparedYaml(own === undefined ? undefined : dataOf(own), object, seen, say)[compared.side];
}

async function diffWithLive(session: Session, all: readonly unknown[]): Promise<void> {
  const words = await import("./live-made.ts");
  const target = targetOf(session, all);
  const own = target === undefined ? undefined : await writtenOf(session, target);
  if (target === undefined || own === undefined) {
    await tell(words.nothingHereWords(say));
    return;
  }
  const written = writtenRef(own.object);
  if (written === undefined) {
    await tell(words.noNameWords(say));
    return;
  }
  const place = lastingNameOf(session, target.place, words.currentContextWords(say));
  const { uid: _, ...ref } = target.ref;
  const { version } = own.object;
  const index = Math.max(0, twinsOf(own.all, written).indexOf(own.object));
  const side = (which: "file" | "live"): Uri =>
    uriOf(schemes.compared, words.sideTitle(say, ref.name, which), {
      ...{ place: keyOfPlace(target.place), ref: { ...ref, version } },
      compared: { side: which, manifest: own.uri.toString(), written, index },
    });
  await commands.executeCommand("vscode.diff", side("file"), side("live"), words.diffTitle(say, ref.name, place), {
    preview: true,
  });
}

interface Written {
  readonly uri: Uri;
  readonly object: ManifestObject;
  readonly all: readonly ManifestObject[];
}

/** Where a command says that it is written, else in an editor that somebody sees. */
async function writtenOf(session: Session, { ref, written }: Target): Promise<Written | undefined> {
  if (written !== undefined) {
    const document = await workspace.openTextDocument(written.uri);
    const all = session.manifest(document)?.objects ?? [];
    const object = objectAt(all, written.offset);
    return object === undefined ? undefined : { uri: written.uri, object, all };
  }
  const editors = [window.activeTextEditor, ...window.visibleTextEditors].filter((editor) => editor !== undefined);
  for (const { document } of editors) {
    const all = session.manifest(document)?.objects ?? [];
    const object = all.find((one) => isAbout(one, ref));
    if (object !== undefined) return { uri: document.uri, object, all };
  }
  return undefined;
}
