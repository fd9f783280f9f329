import {
  type DecorationOptions,
  Disposable,
  Range,
  TabInputTextDiff,
  type TextEditor,
  ThemeColor,
  window,
  workspace,
} from "vscode";
import { systemClock } from "../../shared/io/watch/clock.ts";
import type { ManifestObject } from "../../shared/model/manifest/manifest.ts";
import { coalesceCalls } from "../platform/coalesce.ts";
import { getAgeTicker } from "../session/age-ticker.ts";
import type { ManifestSurface } from "../session/session-parts.ts";
import { type DocumentInPlace, getAnnotationContext, resolveDocument } from "./annotation-context.ts";

/** Maximum for one editor. Only visible objects count, even in a file of ten thousand objects. */
const mostLines = 200;

/** Milliseconds to wait after a keystroke. */
const typing = 300;

type Line = readonly [offset: number, text: string];

/** Shows texts at the ends of lines, for fields of unhealthy components and for conditions with an unexpected status. */
export function showEndOfLine(session: ManifestSurface): Disposable {
  const annotations = getAnnotationContext(session);
  const ticking = getAgeTicker(session);
  const type = window.createTextEditorDecorationType({
    after: { margin: "0 0 0 3ch", color: new ThemeColor("editorCodeLens.foreground") },
  });
  /** What each editor shows, so that nothing is drawn twice. */
  const shown = new WeakMap<TextEditor, string>();

  function linesOf({ link: linkOf, here }: DocumentInPlace, object: ManifestObject): readonly Line[] {
    const pieces = annotations.pieces();
    const link = linkOf(object);
    if (pieces === undefined || link.state !== "linked" || link.node === undefined) return [];
    const parts = link.node === link.root ? link.node.children.map(({ label }) => label) : [];
    const fields = pieces
      .drivenTexts(pieces.drivingFields(object, parts), link, here)
      .map(({ span, text }): Line => [span.start, text]);
    const conditions = pieces.writtenConditions(object).flatMap(({ type: name, span }) => {
      const text = pieces.conditionText(name, link, here);
      return text === undefined ? [] : [[span.start, text] as const];
    });
    return [...fields, ...conditions];
  }

  function draw(editor: TextEditor): boolean {
    const { document } = editor;
    const isManifest = !isCompared(editor) && session.manifest(document) !== undefined;
    if (session.isReading(document)) return (shown.get(editor) ?? "[]") !== "[]";
    const pieces = isManifest ? annotations.pieces() : undefined;
    const inPlace = pieces && resolveDocument(session, pieces, document);
    const seen = inPlace?.objects.filter(({ whole }) =>
      isSeen(editor, document.positionAt(whole.start).line, document.positionAt(whole.end).line),
    );
    const byLine = new Map<number, DecorationOptions>();
    for (const [offset, text] of (seen ?? []).flatMap((object) =>
      inPlace === undefined ? [] : linesOf(inPlace, object),
    )) {
      const line = document.positionAt(offset).line;
      if (byLine.has(line) || byLine.size >= mostLines) continue;
      const { end } = document.lineAt(line).range;
      byLine.set(line, { range: new Range(end, end), renderOptions: { after: { contentText: text } } });
    }
    const picture = JSON.stringify([...byLine].map(([line, { range, renderOptions }]) => [line, range, renderOptions]));
    if ((shown.get(editor) ?? "[]") !== picture) editor.setDecorations(type, [...byLine.values()]);
    shown.set(editor, picture);
    return byLine.size > 0;
  }

  function look(): void {
    const drawn = window.visibleTextEditors.map(draw);
    ticking.setShowsAge(type, drawn.includes(true));
  }

  const soon = coalesceCalls(look, typing, systemClock);
  look();
  return Disposable.from(
    annotations.onDidChange(look),
    window.onDidChangeVisibleTextEditors(look),
    window.onDidChangeTextEditorVisibleRanges(soon.request),
    workspace.onDidChangeTextDocument(({ document }) => {
      if (window.visibleTextEditors.some((editor) => editor.document === document)) soon.request();
    }),
    new Disposable(soon.cancel),
    // Disposing of the type also removes its decorations.
    type,
    new Disposable(() => ticking.setShowsAge(type, false)),
  );
}

function isSeen({ visibleRanges }: TextEditor, first: number, last: number): boolean {
  return visibleRanges.some(({ start, end }) => first <= end.line && last >= start.line);
}

/** Whether the editor is one side of a comparison. Such editors get no texts, which would read like a difference. */
function isCompared({ document, viewColumn }: TextEditor): boolean {
  if (viewColumn === undefined) return true;
  const active = window.tabGroups.all.find((group) => group.viewColumn === viewColumn)?.activeTab?.input;
  if (!(active instanceof TabInputTextDiff)) return false;
  return [active.original, active.modified].some((uri) => uri.toString() === document.uri.toString());
}
