import {
  type DecorationRenderOptions,
  type Disposable,
  OverviewRulerLane,
  Range,
  type TextEditor,
  type TextEditorDecorationType,
  ThemeColor,
  window,
} from "vscode";
import type { ColouredLine, LogStyle } from "../../shared/logs/coloured-line.ts";
import { capitalize } from "../../shared/model/capitalize.ts";
import { definedFields } from "../../shared/model/defined-fields.ts";

/** Draws the colours of logs in editors, and marks the lines that explain them. */
export class LogColours implements Disposable {
  readonly #explainingLine = window.createTextEditorDecorationType({
    isWholeLine: true,
    backgroundColor: new ThemeColor("editor.wordHighlightStrongBackground"),
    overviewRulerColor: new ThemeColor("editorOverviewRuler.errorForeground"),
    overviewRulerLane: OverviewRulerLane.Full,
  });
  /** By the JSON of the style. A log chooses among 13 colours, so there are few. */
  readonly #decorations = new Map<string, TextEditorDecorationType>();

  /**
   * @param firstLine the number of the first of `lines` in the document, from 0.
   * @param explaining indices in `lines`.
   */
  draw(editor: TextEditor, firstLine: number, lines: readonly ColouredLine[], explaining: readonly number[]): void {
    // A decoration that the log no longer has gets an empty list, which removes it from the editor.
    const ranges = new Map<TextEditorDecorationType, Range[]>();
    for (const decoration of this.#decorations.values()) ranges.set(decoration, []);
    for (const [index, { spans }] of lines.entries()) {
      const line = firstLine + index;
      for (const { start, end, style } of spans) {
        const decoration = this.#getDecoration(style);
        const rangesOfDecoration = ranges.get(decoration) ?? [];
        rangesOfDecoration.push(new Range(line, start, line, end));
        ranges.set(decoration, rangesOfDecoration);
      }
    }
    for (const [decoration, rangesOfDecoration] of ranges) editor.setDecorations(decoration, rangesOfDecoration);
    const explainingRanges = explaining.map((index) => new Range(firstLine + index, 0, firstLine + index, 0));
    editor.setDecorations(this.#explainingLine, explainingRanges);
  }

  dispose(): void {
    this.#explainingLine.dispose();
    for (const decoration of this.#decorations.values()) decoration.dispose();
  }

  #getDecoration(style: LogStyle): TextEditorDecorationType {
    const key = JSON.stringify(style);
    const known = this.#decorations.get(key);
    if (known !== undefined) return known;
    const decoration = window.createTextEditorDecorationType(buildDecorationOptions(style));
    this.#decorations.set(key, decoration);
    return decoration;
  }
}

function buildDecorationOptions({ colour, isBold, isItalic, isUnderlined }: LogStyle): DecorationRenderOptions {
  return definedFields({
    color: colour === undefined ? undefined : new ThemeColor(`terminal.ansi${capitalize(colour)}`),
    fontWeight: isBold ? "bold" : undefined,
    fontStyle: isItalic ? "italic" : undefined,
    textDecoration: isUnderlined ? "underline" : undefined,
  });
}
