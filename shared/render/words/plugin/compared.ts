import type { DocumentFault } from "../../../model/fault/document.ts";
import { documentFaultText } from "../files/document-faults.ts";
import { standardInputTitle, unreadableFileText } from "../files/files.ts";

/** The error for two sources that are both standard input. */
export const bothFromInputText = "only one of the two sources can be standard input";

/** The error for standard input that cannot be read. */
export function unreadableInputText(reason: string): string {
  return unreadableFileText(standardInputTitle, reason);
}

/** The error for an archive on standard input. */
export const archiveFromInputText = "cannot read an archive from standard input; specify its file";

/** The error for a Report or a Snapshot beside other documents in the same text. */
export function besideOthersText(where: string, kind: string | undefined, beside: string): string {
  return `cannot use ${where}: it contains other data besides its ${kind || "document"} (${beside})`;
}

/** How many documents a text has, where it should have one. */
export function documentCountText(count: number): string {
  return `${count} documents`;
}

/** The error for a document that is neither a Report nor a Snapshot. */
export function notComparableText(where: string, kind: string | undefined): string {
  return `cannot compare ${where}: it is a ${kind || "document without a kind"}, not a Report or Snapshot`;
}

/** The error for a Report that is not as the plugin writes them. */
export function unusableReportText(where: string, fault: DocumentFault): string {
  return `cannot use ${where} as a Report: ${documentFaultText(fault)}`;
}

/** The error for a flag that would evaluate a Report again. */
export function alreadyEvaluatedText(where: string, flag: string): string {
  return `${where} is a Report, which is already evaluated: --${flag} requires its source, such as a file of snapshot`;
}
