import { nodeSince } from "../model/condition-age.ts";
import { definedFields } from "../model/defined-fields.ts";
import type { Finding } from "../model/finding/finding.ts";
import { formatGroupKind, type GroupKind, kindKey } from "../model/kind.ts";
import { currentCluster } from "../model/kubectl-command.ts";
import type { Mark, Text } from "../model/outline.ts";
import type { RootNode } from "../model/report.ts";
import type { Verdict } from "../model/verdict.ts";
import { type AgeClock, ageText } from "./ages.ts";
import { moreText, worstCauseAndCountText } from "./cause-line.ts";
import { findingEntries } from "./finding-entries.ts";
import { findingText } from "./findings/describe.ts";
import { silentLines } from "./findings/silent-components.ts";
import { type ObjectState, rootState, stateWithAge, withAge } from "./root-state.ts";
import { joined, name, phrase, quote, word, words } from "./text.ts";
import { upgradeProgressText } from "./upgrade-progress.ts";
import { explainUnhealthy } from "./words/component.ts";
import { qualifiedName } from "./words/names.ts";

/** The row of one root among several. */
export interface RootRow {
  readonly mark: Mark;
  /** `hyperconverged/kubevirt-hyperconverged`, with the group where another kind in the list has the same name. */
  readonly name: string;
  readonly verdict: Verdict;
  /** Age of the verdict, or empty. */
  readonly since: string;
  /** The moment from which the age counts. */
  readonly at?: string;
  /** What overrides its verdict, its worst cause, or the first warning of a healthy root, and how many more there are. */
  readonly why: Text;
  /** The whole row as a sentence. */
  readonly sentence: Text;
}

/** A row for each root, in their order. */
export function rootRows(
  roots: readonly RootNode[],
  findingsOf: (root: RootNode) => readonly Finding[],
  clock: AgeClock,
): readonly RootRow[] {
  const ambiguousKinds = listAmbiguousKinds(roots.map(({ ref }) => ref));
  return roots.map((root) => rootRow(root, findingsOf(root), clock, ambiguousKinds.has(root.ref.kind)));
}

/** The names of kinds that two groups have, such as `Cluster`, so that only kind and group together name one kind. */
export function listAmbiguousKinds(refs: readonly GroupKind[]): ReadonlySet<string> {
  const kinds = new Map(refs.map((ref) => [kindKey(ref), ref.kind]));
  const names = [...kinds.values()];
  return new Set(names.filter((kind, index) => names.indexOf(kind) !== index));
}

function rootRow(root: RootNode, findings: readonly Finding[], clock: AgeClock, isAmbiguous: boolean): RootRow {
  const { ref, verdict } = root;
  const objectState = rootState(root, findings);
  const { mark, isVerdict } = objectState;
  const since = nodeSince(root);
  const why =
    verdict === "healthy" && isVerdict
      ? warningsText(root, findings, clock)
      : joined("; ", [whyText(root, findings, clock), ...silentLines(findings)]);
  return {
    mark,
    name: `${(isAmbiguous ? formatGroupKind(ref) : ref.kind).toLowerCase()}/${ref.name}`,
    verdict,
    since: ageText(since, clock),
    ...definedFields({ at: since }),
    why,
    sentence: joined(": ", [
      [name(qualifiedName(ref)), word(` ${stateWithAge(objectState, clock)}`)],
      isVerdict ? why : overrideText(root, objectState, clock),
    ]),
  };
}

/** What overrides its verdict, else its worst cause, else what its conditions report. */
function whyText(root: RootNode, findings: readonly Finding[], clock: AgeClock): Text {
  const state = rootState(root, findings);
  const evidence = state.detail === undefined ? [] : [quote(state.detail)];
  if (!state.isVerdict) {
    // The column beside it has the age of the verdict.
    const text = state.since === nodeSince(root) ? state.label : withAge(state.label, state.since, clock);
    return joined(": ", [words(text), overrideText(root, state, clock)]);
  }
  if (root.verdict === "progressing" && root.gates.upgrade.running === true)
    return phrase`upgrade ${upgradeProgressText(root, [], clock)}`;
  const causes = worstCauseAndCountText(root, clock);
  if (causes.length > 0) return causes;
  if (evidence.length > 0) return evidence;
  const unknown = findings.find(isOperatorUnknown);
  if (root.verdict === "unknown" && unknown !== undefined) return findingText(unknown, clock, root.ref.namespace);
  const reported = explainUnhealthy(root, findings, false);
  return reported === "" ? [] : [quote(reported)];
}

/** Why another state overrides the verdict: the worst cause in a part of the root, else what the state itself says. */
function overrideText(root: RootNode, { detail }: ObjectState, clock: AgeClock): Text {
  const isOwn = root.causes[0]?.path.length === 1;
  const causes = isOwn ? [] : worstCauseAndCountText(root, clock);
  return causes.length > 0 || detail === undefined ? causes : [quote(detail)];
}

/** The first warning about a healthy root, and the number of the others. */
function warningsText(root: RootNode, findings: readonly Finding[], clock: AgeClock): Text {
  const entries = findingEntries(root, findings, { clock, reach: currentCluster, namespace: root.ref.namespace });
  const [first, ...others] = entries.filter(({ level, weight }) => level !== "info" && weight !== "full");
  return first === undefined ? [] : joined("; ", [first.text, moreText(others.length, "warning")]);
}

/**
 * Whether the operator, or its roll-out, is unknown because a cluster's evidence is missing. What a plain file leaves out
 * is a note.
 */
function isOperatorUnknown(finding: Finding): boolean {
  if (finding.code === "operator-rollout") return finding.state === "unknown";
  return finding.code === "operator-unknown" && finding.isGiven === undefined;
}
