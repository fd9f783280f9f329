import { conditionVerdict, worstFirst } from "../model/condition-age.ts";
import type { Finding } from "../model/finding/finding.ts";
import { keyOf } from "../model/object.ts";
import type { OutlineEntry, Text } from "../model/outline.ts";
import type { ReportNode, RootNode } from "../model/report.ts";
import type { AgeClock } from "./ages.ts";
import { messageText } from "./cause.ts";
import { partExplanationText } from "./cause-line.ts";
import { wholeCondition } from "./condition-entry.ts";
import { verdictMark } from "./marks.ts";
import { partState, stateSpans } from "./root-state.ts";
import { entry, joined, name, phrase, quote, spaced, words } from "./text.ts";
import { explainUnhealthy, nodeLabel, versionText } from "./words/component.ts";
import { qualifiedName } from "./words/names.ts";

/**
 * An object by itself: `CDI unavailable for 14m`. Below it stand its kind, namespace and name where its label lacks them,
 * what it reports, its conditions that are not as expected, unless `hasConditions` says that other rows have them, and
 * its version.
 */
export function nodeEntry(node: ReportNode, clock: AgeClock, hasConditions: boolean): OutlineEntry {
  const { trouble } = node;
  const [label, ...others] = namesOfNode(node);
  const version = versionText(node.facts);
  const unhealthy = hasConditions
    ? []
    : node.conditions.filter((condition) => conditionVerdict(condition) !== "healthy");
  return entry("node", `node ${keyOf(node.ref)}`, {
    mark: verdictMark(node.verdict),
    subject: [name(label)],
    text: stateSpans(partState(node), clock),
    about: node.ref,
    entries: [
      ...others.map((text) => entry("summary", "name", { text: [name(text)] })),
      ...(trouble === undefined ? [] : [reported(trouble.reason, messageText(trouble))]),
      ...worstFirst(unhealthy).map((condition) => wholeCondition(condition, {}, clock)),
      ...(version.length === 0 ? [] : [entry("summary", "version", { text: phrase`version ${version}` })]),
    ],
  });
}

function reported(reason: string, message: string): OutlineEntry {
  return entry("evidence", "evidence", {
    subject: reason === "" ? [] : [name(reason)],
    text: message.trim() === "" ? [] : [quote(message)],
  });
}

/** The label, and kind, namespace and name where they add something. */
function namesOfNode(node: ReportNode): readonly [string, ...string[]] {
  if (node.role === "container") return [nodeLabel(node)];
  const whole = qualifiedName(node.ref);
  return whole.endsWith(node.label) ? [whole] : [node.label, whole];
}

/** An unhealthy part on one line: `CDI` with `unavailable for 14m: container cdi-controller CrashLoopBackOff`. */
export function unhealthyPartEntry(
  node: ReportNode,
  root: RootNode | undefined,
  findings: readonly Finding[],
  clock: AgeClock,
): OutlineEntry {
  return entry("part", `part ${keyOf(node.ref)}`, {
    mark: verdictMark(node.verdict),
    subject: [name(node.label)],
    text: joined(": ", [spaced(stateSpans(partState(node), clock)), partReason(node, root, findings, clock)]),
    about: node.ref,
  });
}

/** Why a part is unhealthy: the cause of its root that leads to it, else what its own conditions report. */
export function partReason(
  node: ReportNode,
  root: RootNode | undefined,
  findings: readonly Finding[],
  clock: AgeClock,
): Text {
  const cause = root === undefined ? [] : partExplanationText(root, node, clock);
  return cause.length > 0 ? cause : words(explainUnhealthy(node, findings, false));
}
