import type { Finding } from "../model/finding.ts";
import type { Contribution, JudgedCondition, Node, Related, RootNode } from "../model/report.ts";
import { conditionVerdict } from "../model/since.ts";
import { type Inline, type Part, paragraph } from "./markdown-parts.ts";
import { ageIn, type Voice } from "./outline-row.ts";
import { sinceOf, worstFirst } from "./since.ts";
import { describe } from "./words.ts";
import { causeWords } from "./words-blame.ts";
import { evidenceText, outdatedWords } from "./words-cause.ts";
import { nameOf } from "./words-names.ts";
import { nodeLabel, versionWords } from "./words-part.ts";
import { contributeWords, relatedWord, sinceWords, verdictFor, versionSentence } from "./words-tree.ts";

/** What a condition says, what that means, since when, its whole message, and who contributes to it. */
export function conditionHint(condition: JudgedCondition, node: Node | RootNode, voice: Voice): readonly Part[] {
  const { type, status, reason, message, since, outdated } = condition;
  const shares = "offenders" in node ? (node.offenders[type] ?? []) : [];
  return [
    paragraph({ as: "strong", text: `${type} ${status}` }, timesBehind(since, voice), outdated ? outdatedWords : ""),
    ...meaningOf(type, node, voice),
    ...(reason === "" ? [] : [paragraph({ as: "code", text: reason })]),
    ...meaningOf(reason, node, voice),
    ...(message.trim() === "" ? [] : [{ as: "block", text: message } as const]),
    ...contributors(shares, voice),
  ];
}

/** How an object is, since when, why, and what it says that is not as it should be. */
export function nodeHint(node: Node | RootNode, voice: Voice): readonly Part[] {
  const { say, clock } = voice;
  const since = sinceOf(node);
  const verdict = verdictFor(say, node.verdict, ageIn(voice, since));
  const cause = "gates" in node ? causeWords(node, clock) : undefined;
  const { trouble, meaning } = node;
  const version = versionWords(node.facts);
  const [name, ...more] = namesOf(node);
  return [
    paragraph({ as: "strong", text: name }, ` ${verdict}${stampBehind(since, voice)}`),
    ...more.map((text) => paragraph(text)),
    ...(cause === undefined ? [] : [paragraph(cause)]),
    ...(trouble === undefined ? [] : troubleParts(trouble.reason, trouble.message)),
    ...(meaning === undefined ? [] : [paragraph(meaning)]),
    ...(trouble === undefined ? [] : meaningOf(trouble.reason, node, voice)),
    ...listOf(isToldBelow(node) ? [] : unwellWords(node)),
    ...(version === "" ? [] : [paragraph(versionSentence(say, version))]),
  ];
}

/** What it is called, and its kind, namespace and name where that says more. */
function namesOf(node: Node | RootNode): readonly [string, ...string[]] {
  if (node.role === "container") return [nodeLabel(node)];
  const name = nameOf(node.ref);
  return name.endsWith(node.label) ? [name] : [node.label, name];
}

export function relatedHint(entry: Related, { say }: Voice): readonly Part[] {
  const name = entry.ref.name === "" ? entry.ref.kind : nameOf(entry.ref);
  return [paragraph({ as: "strong", text: name }, ` ${relatedWord(say, entry.state)}`)];
}

export function findingHint(finding: Finding, voice: Voice): readonly Part[] {
  const meaning = voice.meaning(finding.code, finding.about);
  return [
    paragraph({ as: "strong", text: finding.code }, ` ${nameOf(finding.about)}`),
    paragraph(describe(finding, voice.clock)),
    ...(meaning === undefined ? [] : [paragraph(meaning)]),
  ];
}

function troubleParts(reason: string, message: string): readonly Part[] {
  return [
    ...(reason === "" ? [] : [paragraph({ as: "code", text: reason })]),
    ...(message.trim() === "" ? [] : [{ as: "block", text: message } as const]),
  ];
}

function meaningOf(word: string, { ref, role }: Node, { meaning }: Voice): readonly Part[] {
  // A container bears the names of its Pod, and its words are its own.
  const words = word === "" ? undefined : meaning(word, role === "container" ? { ...ref, kind: role } : ref);
  return words === undefined ? [] : [paragraph(words)];
}

function contributors(shares: readonly Contribution[], { say }: Voice): readonly Part[] {
  if (shares.length === 0) return [];
  const items = shares
    .slice(0, mostListed)
    .map((share): Inline => [{ as: "strong", text: share.component }, `: ${evidenceText(share)}`]);
  return [paragraph(contributeWords(say, shares.length)), { as: "list", items }];
}

/** Its conditions are rows of their own: with another message of one of them this row is not drawn anew, and all below it. */
export function isToldBelow({ role }: Node): boolean {
  return role === "root" || role === "component" || role === "part";
}

function unwellWords({ conditions }: Node): readonly Inline[] {
  return worstFirst(conditions.filter((one) => conditionVerdict(one) !== "healthy"))
    .slice(0, mostListed)
    .map((one): Inline => [{ as: "strong", text: `${one.type} ${one.status}` }, `: ${evidenceText(one)}`]);
}

function listOf(items: readonly Inline[]): readonly Part[] {
  return items.length === 0 ? [] : [{ as: "list", items }];
}

const mostListed = 5;

function timesBehind(since: string | undefined, voice: Voice): string {
  const age = ageIn(voice, since);
  return age === "" ? "" : `, ${age}${stampBehind(since, voice)}`;
}

function stampBehind(since: string | undefined, { say }: Voice): string {
  return since === undefined ? "" : ` (${sinceWords(say, since)})`;
}
