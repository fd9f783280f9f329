import { isSameObject } from "../model/object.ts";
import type { OutlineEntry, Text, Weight } from "../model/outline.ts";
import type { Contribution, EvaluatedCondition, ReportNode, RootNode } from "../model/report.ts";
import { type AgeClock, ageSpan, ageText, durationPhrase } from "./ages.ts";
import { evidenceInBrief, messageText, noReason, outdatedWords, withoutEcho } from "./cause.ts";
import { partExplanationText } from "./cause-line.ts";
import type { ConditionRow } from "./condition-rows.ts";
import { contributionsTo } from "./cr-naming.ts";
import { conditionMark } from "./marks.ts";
import { aside, entry, joined, name, quote, spaced, word, words } from "./text.ts";

/** A condition on one line: `Available=False  14m CDINotAvailable`, its message below it. */
export function conditionEntry(row: ConditionRow, hasAge: boolean, weight: Weight): OutlineEntry {
  const { mark, type, since, at = "", reason, message } = row;
  const age: Text = hasAge && since !== "" ? [{ is: "age", text: since, since: at }] : [];
  return entry("condition", `condition ${type}`, {
    mark,
    weight,
    subject: conditionSpans(row),
    text: spaced(age, reason === "" ? [] : [name(reason)]),
    entries: message === "" ? [] : [entry("evidence", "message", { weight: "full", text: [quote(message)] })],
  });
}

/** `Available=False`. */
function conditionSpans({ type, status }: Pick<ConditionRow, "type" | "status">): Text {
  return [name(type), word("="), name(status)];
}

/**
 * A condition with all that is known of it: `Available=False for 14m (unhealthy)`. Below it stand its reason with the
 * whole message, and the components that contribute to it; of a part, whether its root reports it.
 */
export function wholeCondition(
  condition: EvaluatedCondition,
  { node, root }: { readonly node?: ReportNode | undefined; readonly root?: RootNode | undefined },
  clock: AgeClock,
): OutlineEntry {
  const { type, since, outdated } = condition;
  const state = spaced(ageSpan(durationPhrase(since, clock), since), words(meaningOfMark(condition)));
  const entries = [...evidenceEntry(condition)];
  if (node !== undefined && root !== undefined) entries.push(...contributionEntries(condition, root, node, clock));
  return entry("condition", `condition ${type}`, {
    mark: conditionMark(condition),
    subject: conditionSpans(condition),
    text: outdated ? [...state, aside(outdatedWords)] : state,
    entries,
  });
}

/** What the mark of a condition means, for where its status alone could be read either way. */
function meaningOfMark({ status, polarity, abnormal }: EvaluatedCondition): string {
  if (polarity === "info") return "(informational)";
  if (!abnormal) return "(expected)";
  if (polarity === "busy") return "(in progress)";
  if (polarity === "advice" || polarity === "caution") return "(warning)";
  return status === "Unknown" ? "" : "(unhealthy)";
}

/** The reason as the subject, the message as the text; nothing for a condition as expected without either. */
function evidenceEntry(condition: EvaluatedCondition): readonly OutlineEntry[] {
  const wholeMessage = messageText(condition).trim();
  if (wholeMessage === "" && condition.reason.trim() === "")
    return condition.abnormal ? [entry("evidence", "evidence", { text: words(noReason) })] : [];
  const brief = withoutEcho(condition);
  const reason = brief.reason.trim();
  const subject = reason === "" ? [] : [name(reason)];
  const message = messageText(brief).trim();
  if (message !== "") return [entry("evidence", "evidence", { subject, text: [quote(message)] })];
  // The message only repeats the reason.
  const text = wholeMessage === "" ? [] : [aside("(no message)")];
  return [entry("evidence", "evidence", { subject, text })];
}

/** The components that contribute to the condition of a root; whether the root reports the condition of a part. */
function contributionEntries(
  { type, abnormal }: EvaluatedCondition,
  root: RootNode,
  node: ReportNode,
  clock: AgeClock,
): readonly OutlineEntry[] {
  const contributions = contributionsTo(root, type);
  if (!isSameObject(root.ref, node.ref)) return effectOnRoot(contributions, root, node);
  if (contributions.length > 0) {
    const entries = contributions.map((contribution) => contributorEntry(contribution, root, clock));
    return [entry("section", "contributors", { subject: words("Contributing components:"), entries })];
  }
  return abnormal ? [entry("summary", "contributors", { text: words("No component contributes to it") })] : [];
}

/** `It affects HyperConverged x, which reports it`; nothing for a part that does not contribute to the root's condition. */
function effectOnRoot(
  contributions: readonly Contribution[],
  { ref }: RootNode,
  part: ReportNode,
): readonly OutlineEntry[] {
  const ofPart = contributions.filter(({ component }) => component === part.label);
  if (ofPart.length === 0) return [];
  const reports = ofPart.some(({ shown }) => shown) ? "which reports it" : "which does not report it";
  return [entry("summary", "affected", { text: words(`It affects ${ref.kind} ${ref.name}, ${reports}`) })];
}

/** `CDI` with `DeployFailed: …, 14m`. Of a component that gives no reason it is the cause that was found below it. */
function contributorEntry(contribution: Contribution, root: RootNode, clock: AgeClock): OutlineEntry {
  const { component, since } = contribution;
  const evidence = evidenceInBrief(contribution);
  const part = root.children.find(({ label }) => label === component);
  const cause = evidence === noReason && part !== undefined ? partExplanationText(root, part, clock) : [];
  const explanation = cause.length > 0 ? cause : [quote(evidence)];
  return entry("evidence", `contributor ${component}`, {
    subject: [name(component)],
    text: joined(", ", [explanation, ageSpan(ageText(since, clock), since)]),
  });
}
