import type { Finding } from "../model/finding.ts";
import type { Related, RootNode } from "../model/report.ts";
import type { Paragraph, Telling } from "./page-model.ts";
import { describe, heldWords } from "./words.ts";
import { culpritOf, isHidden } from "./words-blame.ts";
import { labels, moreWords } from "./words-labels.ts";
import { relatedWords } from "./words-reading.ts";

/** Remarks beyond these are left to `-o wide`. */
const mostNotes = 8;

/** Findings as sentences, the list cut unless everything is asked for; `wide` puts severity and code in front. */
export function notesOf(findings: readonly Finding[], { clock, wide }: Telling): readonly string[] {
  if (wide) return findings.map((finding) => `${finding.severity} ${finding.code}: ${describe(finding, clock)}`);
  const all = findings.map((finding) => describe(finding, clock));
  return all.length <= mostNotes ? all : [...all.slice(0, mostNotes), moreWords(all.length - mostNotes)];
}

/** Where the CR and its rules differ, what else was found, and in `wide` the related objects. */
export function rootNotes(root: RootNode, findings: readonly Finding[], telling: Telling): readonly Paragraph[] {
  const { clock, wide } = telling;
  const drift = findings.filter((finding) => finding.code === "drift");
  const notes = findings.filter((finding) => (wide ? finding.code !== "drift" : !isSaidElsewhere(finding, root)));
  const types = root.drift.map((one) => one.type).join(", ");
  const held =
    root.driftHeld !== null && types !== "" && wide ? [`${types}: no fault while ${heldWords[root.driftHeld]}`] : [];
  const all: readonly Paragraph[] = [
    { label: labels.drift, texts: drift.map((finding) => describe(finding, clock)) },
    { label: labels.drift, texts: held },
    { label: labels.note, texts: notesOf(notes, telling) },
    {
      label: labels.related,
      texts: wide && root.related.length > 0 ? [relatedWords(statesOf(root.related))] : [],
    },
  ];
  return all.filter(({ texts }) => texts.length > 0);
}

function statesOf(related: readonly Related[]): ReadonlyMap<Related["state"], number> {
  const counts = new Map<Related["state"], number>();
  for (const one of related) counts.set(one.state, (counts.get(one.state) ?? 0) + 1);
  return counts;
}

/** What the headline, the tables or the completeness line say already. */
function isSaidElsewhere(finding: Finding, root: RootNode): boolean {
  const part = "component" in finding ? root.children.find((node) => node.label === finding.component) : undefined;
  const isListed = part !== undefined && part.verdict !== "healthy";
  switch (finding.code) {
    case "operator-down":
    case "orphan":
    case "conversion-webhook":
    case "deletion-blocked":
    case "reconcile-failed":
    case "status-unknown":
    case "stale":
    case "upgrade-stuck":
    case "deleting":
    case "invalid-request":
    case "not-yet-seen":
    case "installing":
    case "drift":
    case "injector-not-ready":
    case "not-read":
    case "reading-refused":
      return true;
    case "component-absent":
    case "no-conditions":
    case "unknown-condition":
    case "empty-message":
      return isListed;
    case "hidden-offender":
      return (
        isListed && (part === culpritOf(root) || finding.types.some((type) => isHidden(root, finding.component, type)))
      );
    case "upgrade-stall":
    case "missing-condition":
      return root.gates.upgrade.waitingFor.includes(finding.component);
    default:
      return false;
  }
}
