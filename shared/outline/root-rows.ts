import type { Finding } from "../model/finding/finding.ts";
import type { Mark } from "../model/outline.ts";
import type { RootNode } from "../model/report.ts";
import type { Verdict } from "../model/verdict.ts";
import { type AgeClock, ageText } from "./ages.ts";
import { evidenceText } from "./cause.ts";
import { worstCauseText } from "./cause-line.ts";
import { describeFinding } from "./findings/describe.ts";
import { silentLines } from "./findings/operator-silence.ts";
import { rootState, stateWithAge, upgradeText, withAge } from "./root-state.ts";
import { plainText } from "./text.ts";
import { whyUnhealthy } from "./words/component.ts";
import { isOperatorUnknown } from "./words/headline.ts";
import { qualifiedName } from "./words/names.ts";
import { nodeSince } from "./words/since.ts";

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
  const objectState = rootState(root, findings);
  const { mark, detail, isVerdict } = objectState;
  const since = nodeSince(root);
  const state = mark === "good" ? "" : whyText(root, findings, clock);
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
    sentence: [`${qualifiedName(ref)} ${stateWithAge(objectState, clock)}`, isVerdict ? why : (detail ?? "")]
      .filter((piece) => piece !== "")
      .join(": "),
  };
}

/** What overrides its verdict, else its worst cause, else what its conditions report. */
function whyText(root: RootNode, findings: readonly Finding[], clock: AgeClock): string {
  const state = rootState(root, findings);
  const evidence = state.detail === undefined ? "" : evidenceText({ reason: "", message: state.detail });
  if (!state.isVerdict) {
    // The column beside it has the age of the verdict.
    const words = state.since === nodeSince(root) ? state.words : withAge(state.words, state.since, clock);
    return evidence === "" ? words : `${words}: ${evidence}`;
  }
  if (root.verdict === "progressing" && root.gates.upgrade.running === true)
    return `upgrade ${upgradeText(root, [], clock)}`;
  const cause = plainText(worstCauseText(root, clock));
  if (cause !== "") return cause;
  const unknown = findings.find(isOperatorUnknown);
  const unread = root.verdict === "unknown" && unknown !== undefined ? describeFinding(unknown, clock) : "";
  return evidence || unread || whyUnhealthy(root, findings, false);
}
