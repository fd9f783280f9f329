import { isSerious, type Verdict } from "../verdict.ts";

export const severities = ["error", "warning", "info"] as const;
export type Severity = (typeof severities)[number];

/**
 * The severity of each code. A list: it depends on the evidence, and the place that sees the finding chooses. For example,
 * an absent component is an error, but only information while HyperConverged is being installed.
 */
export type SeverityTable<Code extends string> = Readonly<Record<Code, Severity | readonly Severity[]>>;

/** The severity of the finding that an object is as bad as the verdict says. */
export function severityOfVerdict(verdict: Verdict): Severity {
  if (isSerious(verdict)) return "error";
  return verdict === "unknown" ? "warning" : "info";
}
