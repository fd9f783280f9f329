import type { Finding } from "../model/finding.ts";
import type { RootNode } from "../model/report.ts";
import type { Paragraph, Telling } from "./page-model.ts";
import { relatedTexts } from "./rows-related.ts";
import { describe, heldWords } from "./words.ts";
import { culpritOf, isHidden } from "./words-blame.ts";
import { labels, moreWords } from "./words-labels.ts";

/** Remarks beyond these are left to `-o wide`. */
const mostNotes = 8;

/** Findings as sentences, the list cut unless everything is asked for; `wide` puts severity and code in front. */
export function notesOf(findings: readonly Finding[], { clock, wide }: Telling): readonly string[] {
  if (wide) return findings.map((finding) => `${finding.severity} ${finding.code}: ${describe(finding, clock)}`);
  const all = findings.map((finding) => describe(finding, clock));
  return all.length <= mostNotes ? all : [...all.slice(0, mostNotes), moreWords(all.length - mostNotes)];
}

/** Where the CR and its rules differ, what else was found, and where they are asked for the related objects. */
export function rootNotes(root: RootNode, findings: readonly Finding[], telling: Telling): readonly Paragraph[] {
  const { clock, wide, related = false } = telling;
  const isTold = (one: Finding): boolean => (related && one.code === "related-object") || isSaidElsewhere(one, root);
  const drift = findings.filter((finding) => finding.code === "drift");
  const notes = findings.filter((finding) => (wide ? finding.code !== "drift" : !isTold(finding)));
  const types = root.drift.map((one) => one.type).join(", ");
  const held =
    root.driftHeld !== null && types !== "" && wide ? [`${types}: no fault while ${heldWords[root.driftHeld]}`] : [];
  const all: readonly Paragraph[] = [
    { label: labels.drift, texts: drift.map((finding) => describe(finding, clock)) },
    { label: labels.drift, texts: held },
    { label: labels.note, texts: notesOf(notes, telling) },
    { label: labels.related, texts: relatedTexts(root.related, telling) },
  ];
  return all.filter(({ texts }) => texts.length > 0);
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
    case "installing":
    case "drift":
    case "components-ready-differs":
    case "injector-not-ready":
    case "not-read":
    case "reading-refused":
    case "unwell-members":
      return true;
    case "cluster-not-ready":
      return root.rootCause?.path.includes(finding.cluster) ?? false;
    case "suspended":
      return root.verdict === "progressing";
    case "not-yet-seen":
      return root.profile !== "application" || root.verdict === "unknown";
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
