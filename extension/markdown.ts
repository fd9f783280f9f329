import { MarkdownString } from "vscode";
import { commandsIn, markdownOf, type Part } from "../shared/render/markdown-parts.ts";

/** What VS Code shows of `parts`: no HTML, no icons, and no command but those that the parts themselves name. */
export function markdownString(parts: readonly Part[]): MarkdownString {
  const markdown = new MarkdownString(markdownOf(parts), false);
  markdown.isTrusted = { enabledCommands: commandsIn(parts) };
  markdown.supportHtml = false;
  return markdown;
}
