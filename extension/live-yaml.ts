import { commands, Disposable, languages, window, workspace } from "vscode";
import { uriOf } from "./address.ts";
import { commands as ids, schemes } from "./contributions.ts";
import { followedDocuments } from "./followed-documents.ts";
import { keyOfPlace } from "./place.ts";
import { lastingNameOf } from "./place-name.ts";
import { say } from "./say.ts";
import type { Session } from "./session.ts";
import { targetOf } from "./target.ts";
import { tell } from "./telling.ts";

/** The live YAML of one object, read-only, in place for as long as somebody looks at it. */
export function registerLiveYaml(session: Session): Disposable {
  const documents = followedDocuments(session, schemes.live, async (_, { object, seen }) => {
    const { liveYaml } = await import("./live-made.ts");
    return liveYaml(object, seen, say);
  });
  return Disposable.from(
    documents,
    commands.registerCommand(ids.openLive, (...all: unknown[]) => openLive(session, all)),
  );
}

async function openLive(session: Session, all: readonly unknown[]): Promise<void> {
  const words = await import("./live-made.ts");
  const target = targetOf(session, all);
  if (target === undefined) {
    await tell(words.nothingHereWords(say));
    return;
  }
  // The version is no part of who an object is: the same tab, whatever it was asked by.
  const { version: _, uid: __, ...ref } = target.ref;
  const place = keyOfPlace(target.place);
  const name = lastingNameOf(session, target.place, words.currentContextWords(say));
  const uri = uriOf(schemes.live, words.liveTitle(say, ref.name, name), { place, ref });
  const document = await workspace.openTextDocument(uri);
  await languages.setTextDocumentLanguage(document, "yaml");
  await window.showTextDocument(document, { preview: true });
}
