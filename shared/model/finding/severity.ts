import { isSerious, type Verdict } from "../verdict.ts";

export const severities = ["error", "warning", "info"] as const;
export type Severity = (typeof severities)[number];

/** The severity of the finding that an object is as bad as the verdict says. */
export function severityOfVerdict(verdict: Verdict): Severity {
  if (isSerious(verdict)) return "error";
  return verdict === "unknown" ? "warning" : "info";
}
