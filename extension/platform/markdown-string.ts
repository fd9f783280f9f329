import { MarkdownString } from "vscode";
import { commandsIn, type MarkdownPart, renderMarkdownParts } from "../../shared/render/editor/hover/markdown-parts.ts";

/**
 * Returns the Markdown that VS Code shows for `parts`. It has no HTML, no icons, and only the commands that the parts
 * name.
 */
export function toMarkdownString(parts: readonly MarkdownPart[]): MarkdownString {
  const markdown = new MarkdownString(renderMarkdownParts(parts), false);
  markdown.isTrusted = { enabledCommands: commandsIn(parts) };
  markdown.supportHtml = false;
  return markdown;
}
