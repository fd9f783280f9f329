import { families } from "../../model/families.ts";
import type { Finding } from "../../model/finding/finding.ts";
import { keyOf } from "../../model/object.ts";
import type { RootNode } from "../../model/report.ts";
import { alertsText } from "../../outline/alerts.ts";
import { findCulprit, isHidden } from "../words/cause/blame.ts";
import { describeFinding } from "../words/index.ts";
import { isOperatorUnknown } from "../words/report/headline.ts";
import { moreWords, paragraphLabels } from "../words/report/labels.ts";
import { qualifiedName } from "../words/report/names.ts";
import { heldDriftText } from "../words/report/read-outcomes.ts";
import type { LabelledText, PageDetail } from "./page.ts";
import { relatedTexts } from "./related-rows.ts";

/** The most remarks; only `-o wide` prints more. */
const mostNotes = 8;

/** Findings as sentences, the list cut unless everything is requested; `wide` puts severity and code in front. */
export function findingNotes(findings: readonly Finding[], { clock, wide }: PageDetail): readonly string[] {
  if (wide) return findings.map((finding) => `${finding.severity} ${finding.code}: ${describeFinding(finding, clock)}`);
  const all = findings.map((finding) =>
    finding.code === "drift"
      ? `${qualifiedName(finding.about)}: ${describeFinding(finding, clock)}`
      : describeFinding(finding, clock),
  );
  return all.length <= mostNotes ? all : [...all.slice(0, mostNotes), moreWords(all.length - mostNotes)];
}

/**
 * The notes on one root: where the CR and its rules differ, other findings, and the related objects. Where the root is
 * healthy and has no notes (`isShort`), related objects are not counted. They are listed one by one where that was
 * requested.
 */
export function rootNotes(
  root: RootNode,
  findings: readonly Finding[],
  telling: PageDetail,
  isShort: boolean,
): readonly LabelledText[] {
  const { clock, wide, related = false, alerts = wide } = telling;
  const isTold = (one: Finding): boolean => (related && one.code === "related-object") || isSaidElsewhere(one, root);
  const drift = findings.filter((finding) => finding.code === "drift");
  const isOwn = (one: Finding): boolean => keyOf(one.about) === keyOf(root.ref);
  const notes = findings.filter((finding) => (wide ? finding.code !== "drift" : !isTold(finding)));
  const types = root.drift.map((one) => one.type).join(", ");
  const held = root.driftHeld !== null && types !== "" && wide ? [heldDriftText(types, root.driftHeld)] : [];
  const isCounted = !isShort || drift.length + notes.length > 0;
  const all: readonly LabelledText[] = [
    { label: paragraphLabels.drift, texts: drift.filter(isOwn).map((finding) => describeFinding(finding, clock)) },
    // The drift of a root below this one begins with that root's name.
    {
      label: paragraphLabels.drift,
      texts: findingNotes(
        drift.filter((one) => !isOwn(one)),
        telling,
      ),
    },
    { label: paragraphLabels.drift, texts: held },
    { label: paragraphLabels.note, texts: findingNotes(notes, telling) },
    { label: paragraphLabels.alerts, texts: alerts && root.alerts.length > 0 ? [alertsText(root.alerts)] : [] },
    { label: paragraphLabels.related, texts: relatedTexts(root.related, telling, isCounted) },
  ];
  return all.filter(({ texts }) => texts.length > 0);
}

/** Whether the headline, the tables or the completeness line contain the finding already. */
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
    case "unwell-members":
      return true;
    case "damaged-input":
      return finding.truncated === true;
    case "api-not-available":
    case "webhook-without-endpoints":
      return root.causes.some(({ about }) => keyOf(about) === keyOf(finding.about));
    case "operator-unknown":
    case "operator-rollout":
      return isOperatorUnknown(finding);
    case "deleting":
      return root.deleting || keyOf(finding.about) === keyOf(root.ref);
    case "cluster-not-ready":
      return root.causes[0]?.path.includes(finding.cluster) ?? false;
    case "suspended":
      return root.verdict === "progressing";
    case "not-yet-seen":
      return families[root.profile].verdictFrom !== "parts" || root.verdict === "unknown";
    case "component-absent":
    case "workload-absent":
    case "no-conditions":
    case "unknown-condition":
    case "empty-message":
      return isListed;
    case "hidden-offender":
      return (
        isListed &&
        (part === findCulprit(root) ||
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
