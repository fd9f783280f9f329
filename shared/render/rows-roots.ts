import type { Finding } from "../model/finding.ts";
import type { RootNode } from "../model/report.ts";
import type { Verdict } from "../model/verdict.ts";
import type { Mark } from "./marks.ts";
import { sinceOf } from "./since.ts";
import { ageOf, type Clock } from "./words-age.ts";
import { causeWords } from "./words-blame.ts";
import { evidenceText } from "./words-cause.ts";
import { nameOf } from "./words-names.ts";
import { whyOf } from "./words-part.ts";
import { silentLines } from "./words-silence.ts";
import { phraseOf } from "./words-verdict.ts";

/** One root of several. */
export interface RootRow {
  readonly mark: Mark;
  /** `hyperconverged/kubevirt-hyperconverged`, with the group where another kind of the list is called so too. */
  readonly name: string;
  /** Empty for a cluster-scoped one, and where all lie in the same: then it stands above. */
  readonly namespace: string;
  readonly verdict: Verdict;
  /** Age of the verdict, or empty. */
  readonly since: string;
  /** The moment it counts from. */
  readonly at?: string;
  /** Its cause or its state, in its own words; empty where all is well. */
  readonly why: string;
  /** All of it in a sentence. */
  readonly sentence: string;
}

/** A row for each root, in their order. */
export function rootRows(
  roots: readonly RootNode[],
  findingsOf: (root: RootNode) => readonly Finding[],
  clock: Clock,
): readonly RootRow[] {
  const groups = Map.groupBy(roots, ({ ref }) => ref.kind);
  const isAmbiguous = (root: RootNode): boolean =>
    (groups.get(root.ref.kind) ?? []).some(({ ref }) => ref.group !== root.ref.group);
  const isSame = placeOf(roots) !== undefined;
  return roots.map((root) => {
    const row = rootRow(root, findingsOf(root), clock, isAmbiguous(root));
    return isSame ? { ...row, namespace: "" } : row;
  });
}

/** The namespace that all of them lie in, if they do. */
export function placeOf(roots: readonly RootNode[]): string | undefined {
  const [first, ...others] = new Set(roots.map(({ ref }) => ref.namespace));
  return others.length === 0 ? first : undefined;
}

function rootRow(root: RootNode, findings: readonly Finding[], clock: Clock, isAmbiguous: boolean): RootRow {
  const { ref, verdict } = root;
  const { mark, words } = phraseOf(root, findings, clock);
  const since = sinceOf(root);
  const state = mark === "good" ? "" : stateOf(root, findings, clock);
  const why = [state, ...silentLines(findings)].filter((piece) => piece !== "").join("; ");
  const type = ref.kind.toLowerCase();
  return {
    mark,
    name: `${isAmbiguous && ref.group !== "" ? `${type}.${ref.group}` : type}/${ref.name}`,
    namespace: ref.namespace ?? "",
    verdict,
    since: ageOf(since, clock),
    ...(since === undefined ? {} : { at: since }),
    why,
    sentence: `${nameOf(ref)} ${words}`,
  };
}

/** What overrides its verdict, else its cause, else what it says itself. */
function stateOf(root: RootNode, findings: readonly Finding[], clock: Clock): string {
  const { words, detail } = phraseOf(root, findings, clock);
  const isPlain = words.startsWith(`is ${root.verdict}`) || words.startsWith("is in an unknown state");
  const said = detail === undefined ? "" : evidenceText({ reason: "", message: detail });
  if (!isPlain) return [words.replace(/^is /, ""), said].filter((piece) => piece !== "").join(": ");
  return causeWords(root, clock) ?? (said || whyOf(root, findings, false));
}
