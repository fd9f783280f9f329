import { conditionVerdict } from "../../../model/condition-age.ts";
import type { Contribution, JudgedCondition, ReportNode, RootNode } from "../../../model/report.ts";
import { formatLocal } from "../../../model/time.ts";
import { evidenceText, messageText, outdatedWords } from "../../../outline/cause.ts";
import { partState, stateWithAge } from "../../../outline/root-state.ts";
import { nodeLabel, versionWords } from "../../../outline/words/component.ts";
import { qualifiedName } from "../../../outline/words/names.ts";
import { nodeSince, worstFirst } from "../../../outline/words/since.ts";
import { type MarkdownLine, type MarkdownPart, paragraphPart } from "../hover/markdown-parts.ts";
import { ageIn, type RowWords } from "./row.ts";

/** The tooltip of a condition: its value, meaning, age, whole message, and contributors. */
export function conditionHint(
  condition: JudgedCondition,
  node: ReportNode | RootNode,
  voice: RowWords,
): readonly MarkdownPart[] {
  const { type, status, reason, message, since, outdated } = condition;
  const shares = "offenders" in node ? (node.offenders[type] ?? []) : [];
  return [
    paragraphPart(
      { as: "strong", text: `${type} ${status}` },
      timesBehind(since, voice),
      outdated ? outdatedWords : "",
    ),
    ...meaningOf(type, node, voice),
    ...(reason === "" ? [] : [paragraphPart({ as: "code", text: reason })]),
    ...meaningOf(reason, node, voice),
    ...(message.trim() === "" ? [] : [{ as: "block", text: message } as const]),
    ...contributors(shares),
  ];
}

/** The tooltip of an object: its state, age and cause, and its conditions that are not good. */
export function nodeTooltip(node: ReportNode | RootNode, voice: RowWords): readonly MarkdownPart[] {
  const since = nodeSince(node);
  const state = stateWithAge(partState(node), voice.clock);
  const { trouble } = node;
  const version = versionWords(node.facts);
  const [name, ...more] = namesOf(node);
  return [
    paragraphPart({ as: "strong", text: name }, ` ${state}${stampBehind(since, voice)}`),
    ...more.map((text) => paragraphPart(text)),
    ...(trouble === undefined ? [] : troubleParts(trouble.reason, messageText(trouble))),
    ...(trouble === undefined ? [] : meaningOf(trouble.reason, node, voice)),
    ...listOf(isToldBelow(node) ? [] : unhealthyConditionLines(node)),
    ...(version === "" ? [] : [paragraphPart(`version ${version}`)]),
  ];
}

/** The label, and kind, namespace and name where they add something. */
function namesOf(node: ReportNode | RootNode): readonly [string, ...string[]] {
  if (node.role === "container") return [nodeLabel(node)];
  const name = qualifiedName(node.ref);
  return name.endsWith(node.label) ? [name] : [node.label, name];
}

function troubleParts(reason: string, message: string): readonly MarkdownPart[] {
  return [
    ...(reason === "" ? [] : [paragraphPart({ as: "code", text: reason })]),
    ...(message.trim() === "" ? [] : [{ as: "block", text: message } as const]),
  ];
}

function meaningOf(word: string, { ref, role }: ReportNode, { meaning }: RowWords): readonly MarkdownPart[] {
  // A container has the names of its Pod, but its own reasons.
  const words = word === "" ? undefined : meaning(word, role === "container" ? { ...ref, kind: role } : ref);
  return words === undefined ? [] : [paragraphPart(words)];
}

function contributors(shares: readonly Contribution[]): readonly MarkdownPart[] {
  if (shares.length === 0) return [];
  const items = shares
    .slice(0, mostListed)
    .map((share): MarkdownLine => [{ as: "strong", text: share.component }, `: ${evidenceText(share)}`]);
  return [paragraphPart(contributeWords(shares.length)), { as: "list", items }];
}

/**
 * Whether a node's conditions have rows of their own. A changed message of one of them then does not redraw this row
 * and everything below it.
 */
export function isToldBelow({ role }: ReportNode): boolean {
  return role === "root" || role === "component" || role === "part";
}

function unhealthyConditionLines({ conditions }: ReportNode): readonly MarkdownLine[] {
  return worstFirst(conditions.filter((one) => conditionVerdict(one) !== "healthy"))
    .slice(0, mostListed)
    .map((one): MarkdownLine => [{ as: "strong", text: `${one.type} ${one.status}` }, `: ${evidenceText(one)}`]);
}

function listOf(items: readonly MarkdownLine[]): readonly MarkdownPart[] {
  return items.length === 0 ? [] : [{ as: "list", items }];
}

const mostListed = 5;

function timesBehind(since: string | undefined, voice: RowWords): string {
  const age = ageIn(voice, since);
  return age === "" ? "" : `, ${age}${stampBehind(since, voice)}`;
}

function stampBehind(since: string | undefined, { zoneAt }: RowWords): string {
  return since === undefined ? "" : ` (since ${formatLocal(since, zoneAt)})`;
}

/** The heading above the objects whose conditions form a summary. */
function contributeWords(number: number): string {
  return number === 1 ? "1 contributes:" : `${number} contribute:`;
}
