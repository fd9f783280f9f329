import { definedFields } from "../../model/defined-fields.ts";
import { progressMessages } from "../../tables/progress-reports.ts";

/** The versions that a component names while its operator creates or replaces its workloads. */
export interface ProgressReport {
  readonly from?: string;
  readonly to?: string;
}

/** The progress that a reason and a message report, by the table. Undefined where they report anything else. */
export function progressReport(reason: string, message: string): ProgressReport | undefined {
  const pattern = Object.hasOwn(progressMessages, reason) ? progressMessages[reason] : undefined;
  if (pattern === undefined) return undefined;
  const match = new RegExp(pattern).exec(message.trim());
  if (match === null) return undefined;
  const { from, to } = match.groups ?? {};
  return definedFields({ from, to });
}
