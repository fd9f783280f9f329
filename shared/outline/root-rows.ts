import type { Finding } from "../model/finding/finding.ts";
import type { Mark } from "../model/outline.ts";
import type { RootNode } from "../model/report.ts";
import type { Verdict } from "../model/verdict.ts";
import { type AgeClock, ageText, durationPhrase } from "./ages.ts";
import { causeWords } from "./blame.ts";
import { evidenceText } from "./cause.ts";
import { describeFinding } from "./findings/describe.ts";
import { silentLines } from "./findings/operator-silence.ts";
import { plainText } from "./text.ts";
import { whyUnhealthy } from "./words/component.ts";
import { isOperatorUnknown } from "./words/headline.ts";
import { qualifiedName } from "./words/names.ts";
import { nodeSince } from "./words/since.ts";
import { plainStateText, verdictPhrase } from "./words/verdicts.ts";

/** The row of one root among several. */
export interface RootRow {
  readonly mark: Mark;
  /** `hyperconverged/kubevirt-hyperconverged`, with the group where another kind in the list has the same name. */
  readonly name: string;
  /** The namespace. Empty for a cluster-scoped root, and where all roots share one, which then stands above. */
  readonly namespace: string;
  readonly verdict: Verdict;
  /** Age of the verdict, or empty. */
  readonly since: string;
  /** The moment from which the age counts. */
  readonly at?: string;
  /** Its cause or its state; empty where it is healthy. */
  readonly why: string;
  /** The whole row as a sentence. */
  readonly sentence: string;
}

/** A row for each root, in their order. */
export function rootRows(
  roots: readonly RootNode[],
  findingsOf: (root: RootNode) => readonly Finding[],
  clock: AgeClock,
): readonly RootRow[] {
  const groups = new Map<string, Set<string>>();
  for (const { ref } of roots) groups.set(ref.kind, (groups.get(ref.kind) ?? new Set()).add(ref.group));
  const isAmbiguous = ({ ref }: RootNode): boolean => (groups.get(ref.kind)?.size ?? 0) > 1;
  const isSame = commonNamespace(roots) !== undefined;
  return roots.map((root) => {
    const row = rootRow(root, findingsOf(root), clock, isAmbiguous(root));
    return isSame ? { ...row, namespace: "" } : row;
  });
}

/** The namespace that all roots share; undefined where they share none. */
function commonNamespace(roots: readonly RootNode[]): string | undefined {
  const [first, ...others] = new Set(roots.map(({ ref }) => ref.namespace));
  return others.length === 0 ? first : undefined;
}

function rootRow(root: RootNode, findings: readonly Finding[], clock: AgeClock, isAmbiguous: boolean): RootRow {
  const { ref, verdict } = root;
  const { mark, words } = verdictPhrase(root, findings, clock);
  const since = nodeSince(root);
  const state = mark === "good" ? "" : stateOf(root, findings, clock);
  const why = [state, ...silentLines(findings).map(plainText)].filter((piece) => piece !== "").join("; ");
  const type = ref.kind.toLowerCase();
  return {
    mark,
    name: `${isAmbiguous && ref.group !== "" ? `${type}.${ref.group}` : type}/${ref.name}`,
    namespace: ref.namespace ?? "",
    verdict,
    since: ageText(since, clock),
    ...(since === undefined ? {} : { at: since }),
    why,
    sentence: `${qualifiedName(ref)} ${words}`,
  };
}

/** What overrides its verdict, else its cause, else what its conditions report. */
function stateOf(root: RootNode, findings: readonly Finding[], clock: AgeClock): string {
  const { words, detail } = verdictPhrase(root, findings, clock);
  const isPlain = words.startsWith(plainStateText(root.verdict));
  const evidence = detail === undefined ? "" : evidenceText({ reason: "", message: detail });
  const age = durationPhrase(nodeSince(root), clock);
  if (!isPlain)
    return [withoutSince(words.replace(/^is /, ""), age), evidence].filter((piece) => piece !== "").join(": ");
  const unknown = findings.find(isOperatorUnknown);
  const unread = root.verdict === "unknown" && unknown !== undefined ? describeFinding(unknown, clock) : "";
  const cause = causeWords(root, clock);
  return (cause && withoutSince(cause, age)) ?? (evidence || unread || whyUnhealthy(root, findings, false));
}

/** The words without their age where the column beside them has the same age. */
function withoutSince(words: string, age: string): string {
  const ending = age === "" ? undefined : [`, ${age}`, ` ${age}`].find((each) => words.endsWith(each));
  return ending === undefined ? words : words.slice(0, -ending.length);
}
