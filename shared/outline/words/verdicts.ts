import { sanitizeLine } from "../../characters/sanitize.ts";
import { families } from "../../model/families.ts";
import type { Finding } from "../../model/finding/finding.ts";
import { keyOf } from "../../model/object.ts";
import type { Mark } from "../../model/outline.ts";
import type { RootNode } from "../../model/report.ts";
import type { Verdict } from "../../model/verdict.ts";
import { type AgeClock, durationPhrase } from "../ages.ts";
import { verdictMark } from "../marks.ts";
import { joinNames } from "./names.ts";
import { outcomeWords } from "./read-outcomes.ts";
import { nodeSince } from "./since.ts";
import { leadsWithUpgrade, upgradingWords } from "./upgrade.ts";

/** The state of a root, in words that follow its name. */
export interface VerdictPhrase {
  readonly mark: Mark;
  /** `is unavailable for 14m`, `has no status yet`. */
  readonly words: string;
  /** A further text, such as the operator's own message, for where there is room. */
  readonly detail?: string;
}

/** The state of a root: what overrides its verdict first (facts hco 11A, "States to tell apart"). */
export function verdictPhrase(root: RootNode, findings: readonly Finding[], clock: AgeClock): VerdictPhrase {
  const mark = verdictMark(root.verdict);
  const since = durationPhrase(nodeSince(root), clock);
  const long = since === "" ? "" : ` ${since}`;
  if (root.outcome !== "found") return { mark, words: outcomeWords[root.outcome] };
  // A list of several roots has findings about a root's parts too, which may be roots of their own.
  for (const finding of findings.filter(({ about }) => keyOf(about) === keyOf(root.ref))) {
    switch (finding.code) {
      case "deleting":
        if (root.verdict === "degraded") return { mark, words: `is degraded: deletion refused${long}`, detail: frozen };
        return { mark, words: `is being deleted${behind(durationPhrase(finding.since, clock))}`, detail: frozen };
      case "invalid-request":
        return { mark: "bad", words: `is rejected by its operator${long}`, detail: finding.message };
      case "not-yet-seen":
        // Where the parts decide, the verdict is known before the controller has written a status.
        if (families[root.profile].verdictFrom === "parts" && root.verdict !== "unknown") break;
        return { mark, words: "has no status yet", detail: "not reconciled by an operator" };
      case "installing":
        return { mark, words: `is ${root.verdict}, installing${behind(since)}` };
      default:
    }
  }
  if (root.deleting) return { mark, words: "is being deleted", detail: frozen };
  if (root.frozen && root.verdict === "progressing") return { mark, words: "is suspended", detail: suspended };
  if (leadsWithUpgrade(root)) return { mark, words: `is ${upgradingWords(root, findings, clock)}` };
  const words = `${plainStateText(root.verdict)}${restWords(root)}${long}`;
  return root.verdict === "unknown" ? { mark, words, ...unseen(root, findings) } : { mark, words };
}

/** That a healthy object rests because a user wants it so, in the word of its kind where it has one: `(stopped)`. */
function restWords({ verdict, facts }: RootNode): string {
  if (verdict !== "healthy" || facts["paused"] !== "true") return "";
  return ` (${sanitizeLine(facts["status"] ?? "paused").toLowerCase()})`;
}

/** The words for a verdict that nothing overrides. */
export function plainStateText(verdict: Verdict): string {
  return `is ${verdict === "unknown" ? "in an unknown state" : verdict}`;
}

/** The operator does not write conditions while it deletes (facts hco 1.13). */
const frozen = "conditions are not updated during deletion";

/** Greenhouse does not reconcile what its annotation suspends (facts seed-systems 2.4). */
const suspended = "Ready is not updated until the annotation is removed";

/** `KubeVirt and CDI cannot be read (forbidden)`. */
function unseen(root: RootNode, findings: readonly Finding[]): { readonly detail?: string } {
  const parts = (["forbidden", "unread"] as const).flatMap((outcome) => {
    const names = [
      ...root.children.filter((node) => node.required && node.outcome === outcome).map((node) => node.label),
      ...findings.flatMap((one) =>
        one.code === "component-kind-unread" && one.outcome === outcome ? [`components of kind ${one.kind}`] : [],
      ),
    ];
    if (names.length === 0) return [];
    const words = outcome === "unread" && names.length > 1 ? "were not read" : outcomeWords[outcome];
    return [`${joinNames(names)} ${words}`];
  });
  return parts.length === 0 ? {} : { detail: parts.join(", ") };
}

function behind(since: string): string {
  return since === "" ? "" : ` ${since}`;
}
