// The functions that render what can be copied, in a bundle that is loaded with the first copy.

export { logsCommand, statusCommand } from "../../shared/render/editor/copied-command.ts";
export { renderMarkdown } from "../../shared/render/formats/markdown.ts";
