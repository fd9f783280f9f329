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
import { systemClock } from "../shared/io/watch/clock.ts";
import type { ManifestObject } from "../shared/model/manifest.ts";
import { type Beheld, beholding, besideOf } from "./beside.ts";
import { coalesced } from "./coalesced.ts";
import { say } from "./say.ts";
import type { Session } from "./session.ts";
import { switched } from "./switched.ts";
import { tickingOf } from "./ticking.ts";

/** At the end of the lines of fields whose component is unwell, and of conditions that are not as they should be. */
export function registerEndOfLine(session: Session): Disposable {
  return switched(
    session,
    ({ endOfLine }) => endOfLine,
    () => endOfLine(session),
  );
}

/** Of one editor; a file of ten thousand objects has no more lines than somebody can see. */
const mostLines = 200;

/** Milliseconds after a keystroke. */
const typing = 300;

type Line = readonly [offset: number, text: string];

function endOfLine(session: Session): Disposable {
  const beside = besideOf(session);
  const ticking = tickingOf(session);
  const type = window.createTextEditorDecorationType({
    after: { margin: "0 0 0 3ch", color: new ThemeColor("editorCodeLens.foreground") },
  });
  /** What an editor shows, so that nothing is drawn twice. */
  const shown = new WeakMap<TextEditor, string>();

  function linesOf({ link: linkOf, here }: Beheld, object: ManifestObject): readonly Line[] {
    const pieces = beside.pieces();
    const link = linkOf(object);
    if (pieces === undefined || link.state !== "linked" || link.node === undefined) return [];
    const parts = link.node === link.root ? link.node.children.map(({ label }) => label) : [];
    const fields = pieces
      .drivenTexts(say, pieces.drivingFields(object, parts), link, here)
      .map(({ span, text }): Line => [span.start, text]);
    const conditions = pieces.writtenConditions(object).flatMap(({ type: name, span }) => {
      const text = pieces.conditionText(say, name, link, here);
      return text === undefined ? [] : [[span.start, text] as const];
    });
    return [...fields, ...conditions];
  }

  function draw(editor: TextEditor): boolean {
    const { document } = editor;
    const isManifest = !isCompared(editor) && session.manifest(document) !== undefined;
    const pieces = isManifest ? beside.pieces() : undefined;
    const beheld = pieces && beholding(session, pieces, document);
    const seen = beheld?.objects.filter(({ whole }) =>
      isSeen(editor, document.positionAt(whole.start).line, document.positionAt(whole.end).line),
    );
    const byLine = new Map<number, DecorationOptions>();
    for (const [offset, text] of (seen ?? []).flatMap((object) =>
      beheld === undefined ? [] : linesOf(beheld, object),
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
    ticking.need(type, drawn.includes(true));
  }

  const soon = coalesced(look, typing, systemClock);
  look();
  return Disposable.from(
    beside.onDidChange(look),
    window.onDidChangeVisibleTextEditors(look),
    window.onDidChangeTextEditorVisibleRanges(soon.request),
    workspace.onDidChangeTextDocument(({ document }) => {
      if (window.visibleTextEditors.some((editor) => editor.document === document)) soon.request();
    }),
    new Disposable(soon.cancel),
    // Takes what it has drawn with it.
    type,
    new Disposable(() => ticking.need(type, false)),
  );
}

function isSeen({ visibleRanges }: TextEditor, first: number, last: number): boolean {
  return visibleRanges.some(({ start, end }) => first <= end.line && last >= start.line);
}

/** Sides of a comparison are left alone: what is drawn at the end of a line reads like a difference. */
function isCompared({ document, viewColumn }: TextEditor): boolean {
  if (viewColumn === undefined) return true;
  const active = window.tabGroups.all.find((group) => group.viewColumn === viewColumn)?.activeTab?.input;
  if (!(active instanceof TabInputTextDiff)) return false;
  return [active.original, active.modified].some((uri) => uri.toString() === document.uri.toString());
}
