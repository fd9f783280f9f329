import { Disposable, window, workspace } from "vscode";
import { systemClock } from "../../shared/io/watch/clock.ts";

/** Milliseconds after a keystroke until the objects that a document names are read. */
const typing = 800;

/**
 * Calls `look` when other documents become visible, or when visible documents may name other objects. The second case
 * waits for a pause in typing.
 */
export function onVisibleDocuments(look: () => void): Disposable {
  let forgetTyping: (() => void) | undefined;
  return Disposable.from(
    window.onDidChangeVisibleTextEditors(look),
    workspace.onDidChangeTextDocument(({ document }) => {
      if (!window.visibleTextEditors.some((editor) => editor.document === document)) return;
      forgetTyping?.();
      forgetTyping = systemClock.after(typing, look);
    }),
    new Disposable(() => forgetTyping?.()),
  );
}
