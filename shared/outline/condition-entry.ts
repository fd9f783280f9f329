import { isSameObject } from "../model/object.ts";
import type { OutlineEntry, Text, Weight } from "../model/outline.ts";
import type { Contribution, EvaluatedCondition, ReportNode, RootNode } from "../model/report.ts";
import { type AgeClock, ageText, durationPhrase } from "./ages.ts";
import { evidenceInBrief, messageText, noReason, outdatedWords, withoutEcho } from "./cause.ts";
import { partExplanationText } from "./cause-line.ts";
import type { ConditionRow } from "./condition-rows.ts";
import { conditionMark } from "./marks.ts";
import { aside, entry, joined, name, quote, spaced, word, words } from "./text.ts";

/** A condition on one line: `Available=False  14m CDINotAvailable`, its message below it. */
export function conditionEntry(row: ConditionRow, hasAge: boolean, weight: Weight): OutlineEntry {
  const { mark, type, status, since, at = "", reason, message } = row;
  const age: Text = hasAge && since !== "" ? [{ is: "age", text: since, since: at }] : [];
  return entry("condition", `condition ${type}`, {
    mark,
    weight,
    subject: subjectOf({ type, status }),
    text: spaced(age, reason === "" ? [] : [name(reason)]),
    entries: message === "" ? [] : [entry("evidence", "message", { weight: "full", text: [quote(message)] })],
  });
}

function subjectOf({ type, status }: Pick<ConditionRow, "type" | "status">): Text {
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
  const age = durationPhrase(since, clock);
  return entry("condition", `condition ${type}`, {
    mark: conditionMark(condition),
    subject: subjectOf(condition),
    text: [
      ...spaced(
        age === "" || since === undefined ? [] : [{ is: "age", text: age, since }],
        words(meaningOfMark(condition)),
      ),
      ...(outdated ? [aside(outdatedWords)] : []),
    ],
    entries: [
      ...evidenceEntry(condition),
      ...(node === undefined || root === undefined ? [] : contributions(condition, root, node, clock)),
    ],
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
  if (messageText(condition).trim() === "" && condition.reason.trim() === "") {
    return condition.abnormal ? [entry("evidence", "evidence", { text: words(noReason) })] : [];
  }
  const brief = withoutEcho(condition);
  const reason = brief.reason.trim();
  const message = messageText(brief).trim();
  const isEcho = message === "" && messageText(condition).trim() !== "";
  const shown = message === "" ? [] : [quote(message)];
  return [
    entry("evidence", "evidence", {
      subject: reason === "" ? [] : [name(reason)],
      text: isEcho ? [aside("(no message)")] : shown,
    }),
  ];
}

/** Of a root the components that contribute to the condition, of a part whether the root reports it. */
function contributions(
  { type, abnormal }: EvaluatedCondition,
  root: RootNode,
  node: ReportNode,
  clock: AgeClock,
): readonly OutlineEntry[] {
  const shares = Object.hasOwn(root.offenders, type) ? (root.offenders[type] ?? []) : [];
  if (!isSameObject(root.ref, node.ref)) {
    const own = shares.filter(({ component }) => component === node.label);
    if (own.length === 0) return [];
    const reports = own.some(({ shown }) => shown) ? "which reports it" : "which does not report it";
    return [entry("summary", "affected", { text: words(`It affects ${root.ref.kind} ${root.ref.name}, ${reports}`) })];
  }
  if (shares.length === 0) {
    return abnormal ? [entry("summary", "contributors", { text: words("No component contributes to it") })] : [];
  }
  const entries = shares.map((share) => contributor(share, root, clock));
  return [entry("section", "contributors", { subject: words("Contributing components:"), entries })];
}

/** `CDI` with `DeployFailed: …, 14m`. Of a component that gives no reason it is the cause that was found below it. */
function contributor(share: Contribution, root: RootNode, clock: AgeClock): OutlineEntry {
  const { component, since } = share;
  const age = ageText(since, clock);
  const evidence = evidenceInBrief(share);
  const part = root.children.find(({ label }) => label === component);
  const cause = evidence === noReason && part !== undefined ? partExplanationText(root, part, clock) : [];
  return entry("evidence", `contributor ${component}`, {
    subject: [name(component)],
    text: joined(", ", [
      cause.length > 0 ? cause : [quote(evidence)],
      age === "" || since === undefined ? [] : [{ is: "age", text: age, since }],
    ]),
  });
}
