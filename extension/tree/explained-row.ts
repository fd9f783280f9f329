import { type Disposable, Uri, window, workspace } from "vscode";
import { uriSchemes } from "../platform/contributions.ts";

// Read-only documents with what a row says and what its code means. The address has both, so that a window that VS Code
// opens again shows the same.

/** Characters of a row's text in an address. */
const maxTextLength = 4_000;

/** Opens the document of a row. @param text the whole text of the row, harmless. */
export async function showExplanation(code: string, text: string): Promise<void> {
  const query = JSON.stringify([code, text.slice(0, maxTextLength)]);
  const uri = Uri.from({ scheme: uriSchemes.explained, path: `/${code.replaceAll(/[^\w-]/g, "")}`, query });
  await window.showTextDocument(await workspace.openTextDocument(uri), { preview: true });
}

export function registerExplainedRows(): Disposable {
  return workspace.registerTextDocumentContentProvider(uriSchemes.explained, {
    async provideTextDocumentContent({ query }) {
      const [code, text] = parseQuery(query);
      const { explainedText } = await import("./explained-row.lazy.ts");
      return explainedText(code, text);
    },
  });
}

function parseQuery(query: string): readonly [code: string, text: string] {
  try {
    const [code, text]: readonly unknown[] = JSON.parse(query);
    return typeof code === "string" && typeof text === "string" ? [code, text] : ["", ""];
  } catch {
    return ["", ""];
  }
}
