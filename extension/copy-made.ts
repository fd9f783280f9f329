// What can be copied is made here, in a bundle that is loaded with the first copy.

export { logsCommand, statusCommand } from "../shared/render/copied-command.ts";
export { renderMarkdown } from "../shared/render/markdown.ts";
export {
  copiedReportWords,
  copiedWords,
  noLogsWords,
  nothingHereWords,
  nothingToCopyWords,
} from "../shared/render/words-live.ts";
