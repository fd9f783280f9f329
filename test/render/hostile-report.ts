import type { Report } from "../../shared/model/report.ts";
import { pick } from "../random.ts";
import { hostileText } from "./hostile-text.ts";
import { samples } from "./samples.ts";

/** Texts that are words of the contract, not of a cluster. */
const fixed: ReadonlySet<string> = new Set([
  "apiVersion",
  "kind",
  "is",
  "takenAt",
  "since",
  "verdict",
  "ownVerdict",
  "outcome",
  "role",
  "status",
  "polarity",
  "profile",
  "ruleSet",
  "driftHeld",
  "rule",
  "answer",
  "state",
  "severity",
  "code",
  "verb",
  "what",
  "reported",
  "expected",
  "last",
  "systemHealthStatus",
  "running",
  "from",
  "upgrade",
  "deletion",
  "effect",
  "componentsReady",
  "notIn",
  "goesOn",
]);

/** One of the samples with every text that a cluster could have written replaced by a hostile one. */
export function hostileReport(next: () => number): Report {
  return replaceTexts(pick(next, Object.values(samples)), (text) => (next() < 0.3 ? text : hostileText(next)));
}

/** The Report with every text that a cluster could have written replaced. */
export function replaceTexts(report: Report, replace: (text: string) => string): Report {
  const walk = (value: unknown, key: string): unknown => {
    if (typeof value === "string") return fixed.has(key) ? value : replace(value);
    if (Array.isArray(value)) return value.map((entry) => walk(entry, key));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, walk(entry, name)]));
  };
  return walk(report, "") as Report;
}
