import type { Finding } from "../model/finding.ts";
import type { Related, RootNode } from "../model/report.ts";
import { labelled, type Style } from "./style.ts";
import { describe, heldWords } from "./words.ts";
import { culpritOf, isHidden } from "./words-blame.ts";
import { labels, moreWords } from "./words-labels.ts";
import { relatedWords } from "./words-reading.ts";

/** Remarks beyond these are left to `-o wide`. */
const mostNotes = 8;

/** Where the CR and its rules differ, what else was found, and in `wide` the related objects. */
export function noteLines(root: RootNode, findings: readonly Finding[], style: Style): readonly string[] {
  const drift = findings.filter((finding) => finding.code === "drift").map(describe);
  const held = root.driftHeld !== null && root.drift.length > 0 && style.wide;
  const notes = findings.filter((finding) => (style.wide ? finding.code !== "drift" : !isSaidElsewhere(finding, root)));
  return [
    ...paragraphs(labels.drift, drift, style),
    ...(held && root.driftHeld !== null
      ? labelled(
          labels.drift,
          `${root.drift.map((one) => one.type).join(", ")}: no fault while ${heldWords[root.driftHeld]}`,
          style,
        )
      : []),
    ...paragraphs(labels.note, sentences(notes, style), style),
    ...(style.wide && root.related.length > 0
      ? labelled(labels.related, relatedWords(statesOf(root.related)), style)
      : []),
  ];
}

/** Findings as notes, the list cut unless everything is asked for; `wide` puts severity and code in front. */
export function sentences(findings: readonly Finding[], style: Style): readonly string[] {
  if (style.wide) return findings.map((finding) => `${finding.severity} ${finding.code}: ${describe(finding)}`);
  const all = findings.map(describe);
  return all.length <= mostNotes ? all : [...all.slice(0, mostNotes), moreWords(all.length - mostNotes)];
}

/** The label before the first paragraph only, and where there are several a dot before each. */
export function paragraphs(label: string, texts: readonly string[], style: Style): readonly string[] {
  const bullet = texts.length > 1 ? `${style.glyphs.dot} ` : "";
  return texts.flatMap((text, index) => labelled(index === 0 ? label : "", text, style, bullet));
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

function statesOf(related: readonly Related[]): ReadonlyMap<Related["state"], number> {
  const counts = new Map<Related["state"], number>();
  for (const one of related) counts.set(one.state, (counts.get(one.state) ?? 0) + 1);
  return counts;
}
