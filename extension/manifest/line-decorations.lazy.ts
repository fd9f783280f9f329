import {
  type DecorationOptions,
  Disposable,
  Range,
  TabInputTextDiff,
  type TextDocument,
  type TextEditor,
  ThemeColor,
  window,
  workspace,
} from "vscode";
import { systemClock } from "../../shared/io/watch/clock.ts";
import type { ManifestObject } from "../../shared/model/manifest/manifest.ts";
import { coalesceCalls } from "../platform/coalesce.ts";
import { type AgeTicker, getAgeTicker } from "../session/age-ticker.ts";
import type { ManifestSurface } from "../session/session-parts.ts";
import { type AnnotatedDocument, type AnnotationContext, getAnnotationContext } from "./annotation-context.ts";

/** The texts of one editor. Only visible objects count, even in a file of ten thousand objects. */
const maxTexts = 200;

const typingPauseMs = 300;

/** A text for the end of a line, by an offset in that line. */
interface LineText {
  readonly offset: number;
  readonly text: string;
}

/** Shows texts at the ends of lines, for fields of unhealthy components and for conditions with an unexpected status. */
export function showEndOfLine(session: ManifestSurface): Disposable {
  return new EndOfLineTexts(session);
}

class EndOfLineTexts implements Disposable {
  readonly #session: ManifestSurface;
  readonly #annotations: AnnotationContext;
  readonly #ticker: AgeTicker;
  readonly #decoration = window.createTextEditorDecorationType({
    after: { margin: "0 0 0 3ch", color: new ThemeColor("editorCodeLens.foreground") },
  });
  /** The decorations of each editor as JSON, so that equal ones are not drawn again. */
  readonly #drawn = new WeakMap<TextEditor, string>();
  readonly #drawing = coalesceCalls(() => this.#drawAll(), typingPauseMs, systemClock);
  readonly #subscriptions: Disposable;

  constructor(session: ManifestSurface) {
    this.#session = session;
    this.#annotations = getAnnotationContext(session);
    this.#ticker = getAgeTicker(session);
    this.#subscriptions = Disposable.from(
      // Disposing of the decoration also removes the texts.
      this.#decoration,
      this.#annotations.onDidChange(() => this.#drawAll()),
      window.onDidChangeVisibleTextEditors(() => this.#drawAll()),
      window.onDidChangeTextEditorVisibleRanges(this.#drawing.request),
      workspace.onDidChangeTextDocument(({ document }) => {
        if (window.visibleTextEditors.some((editor) => editor.document === document)) this.#drawing.request();
      }),
    );
    this.#drawAll();
  }

  dispose(): void {
    this.#drawing.cancel();
    this.#subscriptions.dispose();
    this.#ticker.setShowsAge(this, false);
  }

  #drawAll(): void {
    let hasTexts = false;
    for (const editor of window.visibleTextEditors) {
      if (this.#draw(editor)) hasTexts = true;
    }
    this.#ticker.setShowsAge(this, hasTexts);
  }

  /** Draws the texts of an editor. Returns whether it has some. */
  #draw(editor: TextEditor): boolean {
    const { document } = editor;
    const before = this.#drawn.get(editor) ?? "[]";
    const annotated = isCompared(editor) ? undefined : this.#annotations.read(document);
    // The texts stay until the document is parsed again.
    if (this.#session.isParsing(document)) return before !== "[]";
    const texts = annotated === undefined ? [] : listTexts(editor, annotated);
    const decorations = buildDecorations(document, texts);
    const drawn = JSON.stringify(decorations);
    if (drawn !== before) editor.setDecorations(this.#decoration, decorations);
    this.#drawn.set(editor, drawn);
    return decorations.length > 0;
  }
}

/** Returns the texts for the objects that the editor shows. */
function listTexts({ document, visibleRanges }: TextEditor, annotated: AnnotatedDocument): readonly LineText[] {
  const visibleObjects = annotated.manifest.objects.filter(({ whole }) => {
    const firstLine = document.positionAt(whole.start).line;
    const lastLine = document.positionAt(whole.end).line;
    return visibleRanges.some(({ start, end }) => firstLine <= end.line && lastLine >= start.line);
  });
  return visibleObjects.flatMap((object) => listTextsOfObject(annotated, object));
}

/** Returns the texts for the fields and conditions of an object. */
function listTextsOfObject(annotated: AnnotatedDocument, object: ManifestObject): readonly LineText[] {
  const { bundle, annotatedPlace } = annotated;
  const link = annotated.link(object);
  if (link.state !== "linked" || link.node === undefined) return [];
  const childLabels = link.node === link.root ? link.node.children.map(({ label }) => label) : [];
  const fields = bundle.listDrivingFields(object, childLabels);
  const texts: LineText[] = [];
  for (const { span, text } of bundle.drivenTexts(fields, link, annotatedPlace)) {
    texts.push({ offset: span.start, text });
  }
  for (const { type, span } of bundle.readWrittenConditions(object)) {
    const text = bundle.conditionText(type, link, annotatedPlace);
    if (text !== undefined) texts.push({ offset: span.start, text });
  }
  return texts;
}

/** Builds one decoration for each line: the first text of a line counts. */
function buildDecorations(document: TextDocument, texts: readonly LineText[]): DecorationOptions[] {
  const decorations = new Map<number, DecorationOptions>();
  for (const { offset, text } of texts) {
    if (decorations.size >= maxTexts) break;
    const { line } = document.positionAt(offset);
    if (decorations.has(line)) continue;
    const { end } = document.lineAt(line).range;
    decorations.set(line, { range: new Range(end, end), renderOptions: { after: { contentText: text } } });
  }
  return [...decorations.values()];
}

/** Whether the editor is one side of a comparison. Such editors get no texts, which would read like a difference. */
function isCompared({ document, viewColumn }: TextEditor): boolean {
  if (viewColumn === undefined) return true;
  const active = window.tabGroups.all.find((group) => group.viewColumn === viewColumn)?.activeTab?.input;
  if (!(active instanceof TabInputTextDiff)) return false;
  return [active.original, active.modified].some((uri) => uri.toString() === document.uri.toString());
}
