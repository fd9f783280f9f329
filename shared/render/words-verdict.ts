import type { Finding } from "../model/finding.ts";
import { keyOf } from "../model/object.ts";
import type { RootNode } from "../model/report.ts";
import { type Mark, markOf } from "./marks.ts";
import { sinceOf } from "./since.ts";
import { type Clock, lasting } from "./words-age.ts";
import { listOf } from "./words-names.ts";
import { outcomeWords } from "./words-outcome.ts";
import { leadsWithUpgrade, upgradingWords } from "./words-upgrade.ts";

/** How a root is, to stand behind its name. */
export interface Phrase {
  readonly mark: Mark;
  /** `is unavailable, for 14m`, `has no status yet`. */
  readonly words: string;
  /** What somebody else said about it, for where there is room. */
  readonly detail?: string;
}

/** How a root is: what overrides its verdict first (facts hco 11A, "States to tell apart"). */
export function phraseOf(root: RootNode, findings: readonly Finding[], clock: Clock): Phrase {
  const mark = markOf(root.verdict);
  const since = lasting(sinceOf(root), clock);
  const long = since === "" ? "" : `, ${since}`;
  if (root.outcome !== "found") return { mark, words: outcomeWords[root.outcome] };
  // In a list of several roots there are findings about its parts, which may be roots of their own.
  for (const finding of findings.filter(({ about }) => keyOf(about) === keyOf(root.ref))) {
    switch (finding.code) {
      case "deleting":
        return { mark, words: `is being deleted${behind(lasting(finding.since, clock))}`, detail: frozen };
      case "invalid-request":
        return { mark: "bad", words: "is refused by its operator", detail: finding.message };
      case "not-yet-seen":
        // The parts of an Application tell how it is, whether anybody counts them or not.
        if (root.profile === "application" && root.verdict !== "unknown") break;
        return { mark, words: "has no status yet", detail: "no operator has looked at it" };
      case "installing":
        return { mark, words: `is ${root.verdict}, installing${behind(since)}` };
      default:
    }
  }
  if (root.deleting) return { mark, words: "is being deleted", detail: frozen };
  if (root.frozen && root.verdict === "progressing") return { mark, words: "is suspended", detail: suspended };
  if (leadsWithUpgrade(root)) return { mark, words: `is ${upgradingWords(root, findings, clock)}` };
  if (root.verdict !== "unknown") return { mark, words: `is ${root.verdict}${long}` };
  return { mark, words: `is in an unknown state${long}`, ...unseen(root, findings) };
}

/** The operator does not write conditions while it deletes (facts hco 1.13). */
const frozen = "its conditions say nothing new since";

/** Greenhouse does not look at what its annotation suspends (facts seed-systems 2.4). */
const suspended = "its Ready stays as it was until the annotation goes";

/** `KubeVirt and CDI cannot be read with your rights`. */
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
    return [`${listOf(names)} ${words}`];
  });
  return parts.length === 0 ? {} : { detail: parts.join(", ") };
}

function behind(since: string): string {
  return since === "" ? "" : ` ${since}`;
}
