import { type Disposable, FileDecoration, Uri, window } from "vscode";
import type { OutlineRow } from "../../shared/render/editor/tree/build-rows.ts";
import { uriSchemes } from "../platform/contributions.ts";

/** The largest number that fits: VS Code shows at most two characters. */
const largest = 99;

/** Returns the address by which VS Code asks for the number at the end of a row; undefined for a row without one. */
export function rowUri({ causeCount }: Pick<OutlineRow, "causeCount">): Uri | undefined {
  return causeCount === 0 ? undefined : Uri.from({ scheme: uriSchemes.row, path: `/${Math.min(causeCount, largest)}` });
}

/**
 * Registers the number of culprits at the end of the row of a root. It has no colour, which would also dim the text
 * behind the label.
 */
export function registerRowDecorations(): Disposable {
  return window.registerFileDecorationProvider({
    provideFileDecoration: ({ scheme, path }) =>
      scheme === uriSchemes.row ? new FileDecoration(path.slice(1, 3)) : undefined,
  });
}
