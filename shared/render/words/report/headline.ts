import type { Finding, FindingCode } from "../../../model/finding/finding.ts";
import { keyOf } from "../../../model/object.ts";
import type { RootNode } from "../../../model/report.ts";
import type { AgeClock } from "../../../outline/ages.ts";
import { evidenceText } from "../../../outline/cause.ts";
import type { VerdictMark } from "../../terminal/verdict-marks.ts";
import { silentLines } from "../cause/operator-silence.ts";
import { describeFinding } from "../finding/describe.ts";
import { readyOtherwise } from "./application.ts";
import { isUpgrading, leadsWithUpgrade, upgradingWords } from "./upgrade.ts";
import { verdictPhrase } from "./verdicts.ts";

/** One line of the headline. */
export interface HeadlineLead {
  readonly mark: VerdictMark;
  readonly text: string;
}

/** The headline, in this order: whether the CR's status is current, the state, what blocks the root. */
export function headlineLeads(root: RootNode, findings: readonly Finding[], clock: AgeClock): readonly HeadlineLead[] {
  const said = (mark: VerdictMark, codes: readonly FindingCode[]): readonly HeadlineLead[] =>
    codes
      .flatMap((code) => findings.filter((one) => one.code === code))
      .map((one) => ({ mark, text: describeFinding(one, clock) }));
  const isBelow = isUpgrading(root) && !leadsWithUpgrade(root);
  return [
    ...findings
      .filter((one) => one.code === "operator-down")
      .map((one) => ({
        mark: one.restarting ? ("busy" as const) : ("bad" as const),
        text: describeFinding(one, clock),
      })),
    ownLead(root, findings, clock),
    ...findings
      .filter(isOperatorUnknown)
      .map((one) => ({ mark: "unknown" as const, text: describeFinding(one, clock) })),
    ...readyOtherwise(root).map((text) => ({ mark: "remark" as const, text })),
    ...silentLines(findings).map((text) => ({ mark: "remark" as const, text })),
    ...(isBelow ? [{ mark: "busy" as const, text: upgradingWords(root, findings, clock) }] : []),
    ...said("bad", ["upgrade-stuck", "deletion-blocked"]),
    // Where another version could be read, nothing is known to be wrong with the object itself.
    ...findings
      .filter((one) => one.code === "conversion-webhook")
      .map((one) => ({
        mark: one.severity === "error" ? ("bad" as const) : ("remark" as const),
        text: describeFinding(one, clock),
      })),
    ...failures(findings, clock),
    ...said("remark", ["stale"]),
    // Only its own: in a table of several roots the Organization stands in other trees too.
    ...findings
      .filter((one) => one.code === "unwell-members" && keyOf(one.about) === keyOf(root.ref))
      .map((one) => ({ mark: "remark" as const, text: describeFinding(one, clock) })),
  ];
}

/**
 * Whether the operator, or its roll-out, is unknown because a cluster's evidence is missing. What a plain file leaves out
 * is a note.
 */
export function isOperatorUnknown(finding: Finding): boolean {
  if (finding.code === "operator-rollout") return finding.state === "unknown";
  return finding.code === "operator-unknown" && finding.isGiven === undefined;
}

/** `HyperConverged kubevirt-hyperconverged is unavailable for 14m`. */
function ownLead(root: RootNode, findings: readonly Finding[], clock: AgeClock): HeadlineLead {
  const { mark, words, detail } = verdictPhrase(root, findings, clock);
  const more = detail === undefined ? "" : `: ${evidenceText({ reason: "", message: detail })}`;
  return { mark, text: `${root.ref.kind} ${root.ref.name} ${words}${more}` };
}

/** The lines about a failed reconcile; a transient failure gives no alarm. */
function failures(findings: readonly Finding[], clock: AgeClock): readonly HeadlineLead[] {
  return findings.flatMap((one) =>
    one.code === "reconcile-failed" || one.code === "status-unknown"
      ? [{ mark: one.transient ? ("busy" as const) : ("bad" as const), text: describeFinding(one, clock) }]
      : [],
  );
}
