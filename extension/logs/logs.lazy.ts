// Documents with logs, in a bundle that is loaded with the first one.

export { logDocuments } from "./log-documents.ts";
export { openLog } from "./open-log.ts";
