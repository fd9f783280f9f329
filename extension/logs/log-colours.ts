import {
  Disposable,
  OverviewRulerLane,
  Range,
  type TextEditor,
  type TextEditorDecorationType,
  ThemeColor,
  window,
} from "vscode";
import type { ColouredLine, LogStyle } from "../../shared/logs/coloured-line.ts";

/** Draws the colours of logs in editors, and marks the lines that explain them. */
export interface LogColours extends Disposable {
  /** @param first the number of the first of `lines` in the document, from 0. `explaining` are indices in `lines`. */
  draw(editor: TextEditor, first: number, lines: readonly ColouredLine[], explaining: readonly number[]): void;
}

export function createLogColours(): LogColours {
  const explained = window.createTextEditorDecorationType({
    isWholeLine: true,
    backgroundColor: new ThemeColor("editor.wordHighlightStrongBackground"),
    overviewRulerColor: new ThemeColor("editorOverviewRuler.errorForeground"),
    overviewRulerLane: OverviewRulerLane.Full,
  });
  /** By the JSON of the style. There are few: a log chooses among 13 colours. */
  const types = new Map<string, TextEditorDecorationType>();

  function typeOf(style: LogStyle): TextEditorDecorationType {
    const key = JSON.stringify(style);
    const known = types.get(key);
    if (known !== undefined) return known;
    const type = window.createTextEditorDecorationType(decorationOptions(style));
    types.set(key, type);
    return type;
  }

  return {
    draw(editor, first, lines, explaining) {
      const ranges = new Map<TextEditorDecorationType, Range[]>([...types.values()].map((type) => [type, []]));
      for (const [index, { spans }] of lines.entries())
        for (const { start, end, style } of spans) {
          const type = typeOf(style);
          const line = first + index;
          const some = ranges.get(type) ?? [];
          some.push(new Range(line, start, line, end));
          ranges.set(type, some);
        }
      for (const [type, some] of ranges) editor.setDecorations(type, some);
      editor.setDecorations(
        explained,
        explaining.map((index) => new Range(first + index, 0, first + index, 0)),
      );
    },
    dispose: () => Disposable.from(explained, ...types.values()).dispose(),
  };
}

function decorationOptions({
  colour,
  isBold,
  isItalic,
  isUnderlined,
}: LogStyle): Parameters<typeof window.createTextEditorDecorationType>[0] {
  return {
    ...(colour !== undefined && {
      color: new ThemeColor(`terminal.ansi${colour.charAt(0).toUpperCase()}${colour.slice(1)}`),
    }),
    ...(isBold && { fontWeight: "bold" }),
    ...(isItalic && { fontStyle: "italic" }),
    ...(isUnderlined && { textDecoration: "underline" }),
  };
}
