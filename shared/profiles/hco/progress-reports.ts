import { progressMessages } from "../../tables/progress-reports.ts";

/** What a component reports while its operator creates or replaces its workloads, with the versions that it names. */
export interface ProgressReport {
  readonly from?: string;
  readonly to?: string;
}

/** The progress that a reason and a message report. Undefined where they report something else too. */
export function progressReport(reason: string, message: string): ProgressReport | undefined {
  const pattern = Object.hasOwn(progressMessages, reason) ? progressMessages[reason] : undefined;
  if (pattern === undefined) return undefined;
  const found = new RegExp(pattern).exec(message.trim());
  if (found === null) return undefined;
  const { from, to } = found.groups ?? {};
  return {
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
  };
}
