// Documents with logs, in a bundle that is loaded with the first one.

export { LogDocuments } from "./log-documents.ts";
export { openLog } from "./open-log.ts";
