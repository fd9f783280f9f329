import { hasMessage, type ReportedWords } from "../model/cause/trouble.ts";
import { evidenceInBrief } from "./cause.ts";

/** `Upgradeable=False, NotNow: not on a Friday`. */
export function statusWithWords(type: string, status: string, reason: ReportedWords): string {
  const words = reportedWords(reason);
  return `${type}=${status}${words === "" ? "" : `, ${words}`}`;
}

/** The reason and the message of an object; empty where it gives neither. */
export function reportedWords(reported: ReportedWords): string {
  return reported.reason.trim() === "" && !hasMessage(reported) ? "" : evidenceInBrief(reported);
}
