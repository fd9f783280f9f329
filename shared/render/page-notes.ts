import type { Finding } from "../model/finding.ts";
import { keyOf } from "../model/object.ts";
import type { RootNode } from "../model/report.ts";
import type { Paragraph, Telling } from "./page-model.ts";
import { relatedTexts } from "./rows-related.ts";
import { describe, heldWords } from "./words.ts";
import { culpritOf, isHidden } from "./words-blame.ts";
import { labels, moreWords } from "./words-labels.ts";
import { nameOf } from "./words-names.ts";

/** Remarks beyond these are left to `-o wide`. */
const mostNotes = 8;

/** Findings as sentences, the list cut unless everything is asked for; `wide` puts severity and code in front. */
export function notesOf(findings: readonly Finding[], { clock, wide }: Telling): readonly string[] {
  if (wide) return findings.map((finding) => `${finding.severity} ${finding.code}: ${describe(finding, clock)}`);
  const all = findings.map((finding) =>
    finding.code === "drift" ? `${nameOf(finding.about)}: ${describe(finding, clock)}` : describe(finding, clock),
  );
  return all.length <= mostNotes ? all : [...all.slice(0, mostNotes), moreWords(all.length - mostNotes)];
}

/**
 * Where the CR and its rules differ, what else was found, and the related objects: how many were looked at wherever there is
 * more to tell than that all is well, one by one where they are asked for.
 */
export function rootNotes(
  root: RootNode,
  findings: readonly Finding[],
  telling: Telling,
  isShort: boolean,
): readonly Paragraph[] {
  const { clock, wide, related = false } = telling;
  const isTold = (one: Finding): boolean => (related && one.code === "related-object") || isSaidElsewhere(one, root);
  const drift = findings.filter((finding) => finding.code === "drift");
  const isOwn = (one: Finding): boolean => keyOf(one.about) === keyOf(root.ref);
  const notes = findings.filter((finding) => (wide ? finding.code !== "drift" : !isTold(finding)));
  const types = root.drift.map((one) => one.type).join(", ");
  const held =
    root.driftHeld !== null && types !== "" && wide ? [`${types}: no fault while ${heldWords[root.driftHeld]}`] : [];
  const isCounted = !isShort || drift.length + notes.length > 0;
  const all: readonly Paragraph[] = [
    { label: labels.drift, texts: drift.filter(isOwn).map((finding) => describe(finding, clock)) },
    // Of a root that stands below this one it is not plain whose it is.
    {
      label: labels.drift,
      texts: notesOf(
        drift.filter((one) => !isOwn(one)),
        telling,
      ),
    },
    { label: labels.drift, texts: held },
    { label: labels.note, texts: notesOf(notes, telling) },
    { label: labels.related, texts: relatedTexts(root.related, telling, isCounted) },
  ];
  return all.filter(({ texts }) => texts.length > 0);
}

/** What the headline, the tables or the completeness line say already. */
function isSaidElsewhere(finding: Finding, root: RootNode): boolean {
  const part = "component" in finding ? root.children.find((node) => node.label === finding.component) : undefined;
  const isListed = part !== undefined && part.verdict !== "healthy";
  switch (finding.code) {
    case "operator-down":
    case "component-operator-down":
    case "component-workload-down":
    case "orphan":
    case "conversion-webhook":
    case "deletion-blocked":
    case "reconcile-failed":
    case "status-unknown":
    case "stale":
    case "upgrade-stuck":
    case "invalid-request":
    case "installing":
    case "drift":
    case "components-ready-differs":
    case "injector-not-ready":
    case "not-read":
    case "reading-refused":
    case "unwell-members":
      return true;
    case "deleting":
      return root.deleting || keyOf(finding.about) === keyOf(root.ref);
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
        isListed &&
        (part === culpritOf(root) ||
          finding.types.every((type) => type === "Upgradeable") ||
          finding.types.some((type) => isHidden(root, finding.component, type)))
      );
    case "upgrade-stall":
    case "missing-condition":
      return root.gates.upgrade.waitingFor.includes(finding.component);
    default:
      return false;
  }
}
