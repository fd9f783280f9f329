import { Disposable, EventEmitter, type Uri, workspace } from "vscode";
import { commandIds, uriSchemes } from "../platform/contributions.ts";
import { loadOnce } from "../platform/lazy-import.ts";
import { registerRowCommand } from "../session/register-row-command.ts";
import type { ManifestDocuments } from "../session/session-parts.ts";
import type { LogSession } from "./followed-log.ts";

/** Registers read-only documents with logs, which are read while they are visible, and the command that opens one. */
export function registerLogs(session: LogSession & ManifestDocuments): Disposable {
  const changed = new EventEmitter<Uri>();
  const bundle = loadOnce(async () => {
    const { LogDocuments, openLog } = await import("./logs.lazy.ts");
    const documents = new LogDocuments(session, changed);
    return { documents, open: (words: readonly unknown[]) => openLog(session, documents, words) };
  });
  return Disposable.from(
    changed,
    workspace.registerTextDocumentContentProvider(uriSchemes.log, {
      onDidChange: changed.event,
      provideTextDocumentContent: async (uri) => (await bundle.load()).documents.text(uri),
    }),
    registerRowCommand(commandIds.openLog, async (...words: unknown[]) => (await bundle.load()).open(words)),
    new Disposable(() => bundle.made?.documents.dispose()),
  );
}
