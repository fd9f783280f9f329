import { keyOf, type Ref } from "../object.ts";
import type { Gate } from "../report.ts";
import type { Finding } from "./finding.ts";
import type { GateCode } from "./row.ts";

/**
 * Whether an upgrade may go on, by these findings: the worst of their effects. Rows whose code the user accepts do not
 * count, so a finding blocks as long as another row is left.
 */
export function upgradeAnswer(
  findings: readonly Finding[],
  accepted: ReadonlySet<GateCode> = new Set(),
): "yes" | "no" | "unknown" {
  const effects =
    accepted.size === 0
      ? findings.map(({ effects }) => effects.upgrade)
      : findings.flatMap(({ rows }) => rows.filter(({ code }) => !accepted.has(code)).map(({ effect }) => effect));
  if (effects.includes("blocks")) return "no";
  return effects.includes("unknown") ? "unknown" : "yes";
}

/** The names of everything that blocks a gate, or leaves it unknown, in order. */
export function blockingNames({ because, blockedBy = because }: Gate): readonly string[] {
  return blockedBy;
}

/** The findings that concern a root: its own, and those about the input as a whole. */
export function findingsOf({ ref }: { readonly ref: Ref }, findings: readonly Finding[]): readonly Finding[] {
  const key = keyOf(ref);
  return findings.filter(({ root }) => root === undefined || keyOf(root) === key);
}
