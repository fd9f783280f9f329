import type { Finding, FindingCode } from "../model/finding.ts";
import { keyOf } from "../model/object.ts";
import type { RootNode } from "../model/report.ts";
import type { Mark } from "./marks.ts";
import type { Clock } from "./words-age.ts";
import { readyOtherwise } from "./words-application.ts";
import { evidenceText } from "./words-cause.ts";
import { describe } from "./words-finding.ts";
import { silentLines } from "./words-silence.ts";
import { isUpgrading, leadsWithUpgrade, upgradingWords } from "./words-upgrade.ts";
import { phraseOf } from "./words-verdict.ts";

/** One line of the headline. */
export interface Lead {
  readonly mark: Mark;
  readonly text: string;
}

/** What a person must know first, in this order: is the CR's word worth anything, how is it, what stops it. */
export function leadsOf(root: RootNode, findings: readonly Finding[], clock: Clock): readonly Lead[] {
  const said = (mark: Mark, codes: readonly FindingCode[]): readonly Lead[] =>
    codes
      .flatMap((code) => findings.filter((one) => one.code === code))
      .map((one) => ({ mark, text: describe(one, clock) }));
  const isBelow = isUpgrading(root) && !leadsWithUpgrade(root);
  return [
    ...said("bad", ["operator-down"]),
    ownLead(root, findings, clock),
    ...readyOtherwise(root).map((text) => ({ mark: "remark" as const, text })),
    ...silentLines(findings).map((text) => ({ mark: "remark" as const, text })),
    ...(isBelow ? [{ mark: "busy" as const, text: upgradingWords(root, findings, clock) }] : []),
    ...said("bad", ["upgrade-stuck", "deletion-blocked"]),
    // Where another version could be read, nothing is known to be wrong with the object itself.
    ...findings
      .filter((one) => one.code === "conversion-webhook")
      .map((one) => ({
        mark: one.severity === "error" ? ("bad" as const) : ("remark" as const),
        text: describe(one, clock),
      })),
    ...failures(findings, clock),
    ...said("remark", ["stale"]),
    // Its own: in a table of several roots the Organization stands in other trees too.
    ...findings
      .filter((one) => one.code === "unwell-members" && keyOf(one.about) === keyOf(root.ref))
      .map((one) => ({ mark: "remark" as const, text: describe(one, clock) })),
  ];
}

/** `HyperConverged kubevirt-hyperconverged is unavailable, for 14m`. */
function ownLead(root: RootNode, findings: readonly Finding[], clock: Clock): Lead {
  const { mark, words, detail } = phraseOf(root, findings, clock);
  const more = detail === undefined ? "" : `: ${evidenceText({ reason: "", message: detail })}`;
  return { mark, text: `${root.ref.kind} ${root.ref.name} ${words}${more}` };
}

/** A failed round; what mends itself is no alarm. */
function failures(findings: readonly Finding[], clock: Clock): readonly Lead[] {
  return findings.flatMap((one) =>
    one.code === "reconcile-failed" || one.code === "status-unknown"
      ? [{ mark: one.transient ? ("busy" as const) : ("bad" as const), text: describe(one, clock) }]
      : [],
  );
}
