import { type Disposable, FileDecoration, ThemeColor, Uri, window } from "vscode";
import type { OutlineRow } from "../../shared/render/editor/tree/build-rows.ts";
import type { RowMark } from "../../shared/render/terminal/verdict-marks.ts";
import { uriSchemes } from "../platform/contributions.ts";

/** The colour of a row's label, by its mark. Icon and words say the same without colours. */
const colours: Partial<Record<RowMark, string>> = {
  bad: "list.errorForeground",
  remark: "list.warningForeground",
  unknown: "list.warningForeground",
};

/** Returns the address by which VS Code asks for the colour of a row; undefined for a row without one. */
export function rowUri({ mark, context }: Pick<OutlineRow, "mark" | "context">): Uri | undefined {
  const isTold = context.includes("root") || context.includes("culprit");
  return isTold && colours[mark] !== undefined ? Uri.from({ scheme: uriSchemes.row, path: `/${mark}` }) : undefined;
}

/** Registers the colours of unhealthy roots and culprits. */
export function registerRowDecorations(): Disposable {
  return window.registerFileDecorationProvider({
    provideFileDecoration({ scheme, path }) {
      const colour = scheme === uriSchemes.row ? colours[path.slice(1) as RowMark] : undefined;
      return colour === undefined ? undefined : new FileDecoration(undefined, undefined, new ThemeColor(colour));
    },
  });
}
