import { type Disposable, FileDecoration, Uri, window } from "vscode";
import type { OutlineRow } from "../../shared/render/editor/tree/row.ts";
import { uriSchemes } from "../platform/contributions.ts";

/** VS Code shows at most two characters. */
const maxCount = 99;

/** Returns the address by which VS Code requests the number at the end of a row; undefined for a row without one. */
export function rowUri({ causeCount }: Pick<OutlineRow, "causeCount">): Uri | undefined {
  if (causeCount === 0) return undefined;
  return Uri.from({ scheme: uriSchemes.row, path: `/${Math.min(causeCount, maxCount)}` });
}

/**
 * Registers the number of causes at the end of the row of a root. It has no colour, which would also dim the text
 * behind the label.
 */
export function registerRowDecorations(): Disposable {
  return window.registerFileDecorationProvider({
    provideFileDecoration: ({ scheme, path }) =>
      scheme === uriSchemes.row ? new FileDecoration(path.slice(1, 3)) : undefined,
  });
}
