import { type AgeClock, ageSuffix, ageText } from "../../../aggregate/core/words/ages.ts";
import { causeAlone, evidenceText, shortenText } from "../../../aggregate/core/words/cause.ts";
import { withoutAge } from "../../../aggregate/core/words/cause-age.ts";
import type { Contribution, ReportNode, RootCause, RootNode, Trouble } from "../../../model/report.ts";
import { compareVerdicts, type Verdict } from "../../../model/verdict.ts";
import { moreWords } from "../report/labels.ts";
import { joinNames, shortenNames } from "../report/names.ts";
import { outcomeWords } from "../report/read-outcomes.ts";
import { nodeSince } from "../report/since.ts";

/** The root condition in which a component of that verdict should be named; undefined: in none. */
export const blamingType: Readonly<Record<Verdict, string | undefined>> = {
  ...{ unavailable: "Available", degraded: "Degraded", progressing: "Progressing" },
  ...{ healthy: undefined, unknown: undefined },
};

type Cause = Pick<RootCause, "path" | "text" | "since">;

/** The operator's own reasons that stand for many components: they neither name nor hide a component. */
const summaries: ReadonlySet<string> = new Set(["Init", "HCODegraded", "HCOUpgrading", "StatusUnknown"]);

/**
 * The root cause in one line with its age, and whether the CR does not report it. For one of Kubernetes' own kinds
 * without a cause, its own trouble. Undefined where there is neither.
 */
export function causeWords(root: RootNode, clock: AgeClock): string | undefined {
  if (root.rootCause !== undefined) return oneCause(root, root.rootCause, clock);
  return root.trouble === undefined || root.verdict === "healthy" ? undefined : ownTrouble(root, root.trouble, clock);
}

/** `2/3 ready; MinimumReplicasUnavailable: …, 14m`. */
function ownTrouble({ facts }: RootNode, { reason, message, since }: Trouble, clock: AgeClock): string {
  const ready = facts["ready"] === undefined ? [] : [`${facts["ready"]} ready`];
  const words = [...ready, ...(reason === "" && message.trim() === "" ? [] : [evidenceText({ reason, message })])];
  const age = ageSuffix(since, clock);
  return [words.join("; ").replace(/\.$/, ""), age].filter((word) => word !== "").join(", ");
}

/** The causes that are as deep and as bad, one line each, and the number of left-out ones. */
export function equalCausesText(root: RootNode, clock: AgeClock, all: boolean): readonly string[] {
  const causes = root.rootCause?.also ?? [];
  const shown = all ? causes : causes.slice(0, mostEqual);
  const left = causes.length - shown.length;
  return [...shown.map((cause) => oneCause(root, cause, clock)), ...(left > 0 ? [moreWords(left)] : [])];
}

const mostEqual = 3;

function oneCause(root: RootNode, cause: Cause, clock: AgeClock): string {
  const part = partAt(root, cause);
  const hidden = part === undefined ? "" : hiddenWords(root, part);
  const since = ageSuffix(cause.since, clock);
  const words = causeAlone(withoutAge(cause.text, cause.since));
  return `${since === "" ? words : `${words.replace(/\.$/, "")}, ${since}`}${hidden}`;
}

/** The newest event about the objects on the cause's path: `BackOff: Back-off restarting … (7 times, 14m)`. */
export function eventWords(root: RootNode, clock: AgeClock, all: boolean): readonly string[] {
  const { events = [], text = "" } = root.rootCause ?? {};
  // An event that only repeats the cause is left out.
  const news = events.filter(({ message }) => all || message === "" || !text.includes(message.replace(/\.$/, "")));
  return news.slice(0, all ? news.length : 1).map(({ reason, message, count, last }) => {
    const numbers = [...(count > 1 ? [`${count} times`] : []), ageText(last, clock)].filter((word) => word !== "");
    return `${evidenceText({ reason, message })}${numbers.length === 0 ? "" : ` (${numbers.join(", ")})`}`;
  });
}

/** The other unhealthy parts: `KubeVirt is progressing, 3m (the CR does not say so: it shows SSP's words)`. */
export function otherUnhealthyText(root: RootNode, clock: AgeClock): readonly string[] {
  const culprit = findCulprit(root);
  // Compared by name: a selector may match thousands of parts.
  const equals = new Set(root.rootCause?.also?.map(({ path }) => path[1]));
  const isEqual = ({ label, verdict }: ReportNode): boolean =>
    equals.has(label) && (verdict === "unavailable" || verdict === "degraded");
  const others = root.children
    .filter((node) => node !== culprit && !isEqual(node) && node.required && node.verdict !== "healthy")
    .filter(
      (node) => (node.outcome !== "forbidden" && node.outcome !== "unread") || otherCause(root, node) !== undefined,
    );
  // During a first install all parts have the same state: one clause for all of them.
  const said = Map.groupBy(others, (node) => stateOf(root, node, clock));
  const clauses = Array.from(said, ([state, nodes]) => {
    if (nodes.some(({ outcome }) => outcome !== "found" && outcome !== "absent" && outcome !== "noSuchKind"))
      return `${nodes.map((node) => node.label).join(", ")} ${state}`;
    const verb =
      nodes.length === 1 ? (state.startsWith("not") ? "does " : "is ") : state.startsWith("not") ? "do " : "are ";
    return `${joinNames(shortenNames(nodes.map((node) => node.label)))} ${verb}${state}`;
  });
  const left = clauses.length - mostClauses;
  return left > 0 ? [...clauses.slice(0, mostClauses), moreWords(left)] : clauses;
}

const mostClauses = 10;

/** `progressing, 3m (…)`; `not exist`. */
function stateOf(root: RootNode, node: ReportNode, clock: AgeClock): string {
  const found = otherCause(root, node);
  const evidence = found === undefined ? "" : `: ${found}`;
  if (node.outcome === "forbidden" || node.outcome === "unread") return `${outcomeWords[node.outcome]}${evidence}`;
  if (node.outcome !== "found") return "not exist";
  const since = ageSuffix(nodeSince(node), clock);
  const how = node.deleting && node.verdict === "progressing" ? "being deleted" : node.verdict;
  return `${how}${since === "" ? "" : `, ${since}`}${hiddenWords(root, node)}${evidence}`;
}

/** The text of the deepest unhealthy object below a part that is not the root cause. */
function otherCause({ otherCauses = [] }: RootNode, { label }: ReportNode): string | undefined {
  const cause = otherCauses.find(({ path }) => path[1] === label);
  if (cause === undefined) return undefined;
  const words = causeAlone(withoutAge(cause.text, cause.since));
  return shortenText(words.replace(`${label}: `, ""), longestAlso);
}

/** The most characters behind the part and its age: a line or two. */
const longestAlso = 120;

/**
 * Whether the root does not report this part's share. None of the root's other state conditions names the part either.
 * Upgradeable does not count, because it says less.
 */
export function isHidden(root: RootNode, component: string, type: string): boolean {
  const isOwn = (share: Contribution): boolean => share.component === component;
  const isShown = Object.values(blamingType).some(
    (each) => each !== undefined && sharesOf(root, each).some((one) => isOwn(one) && one.shown),
  );
  return !isShown && sharesOf(root, type).some(isOwn);
}

function hiddenWords(root: RootNode, node: ReportNode): string {
  const type = blamingType[node.verdict];
  if (type === undefined || !isHidden(root, node.label, type)) return "";
  const shown = sharesOf(root, type).find((share) => share.shown)?.component;
  const reason = root.conditions.find((condition) => condition.type === type)?.reason ?? "";
  if (shown === undefined && summaries.has(reason)) return "";
  const instead = shown === undefined ? reason : `${shown}'s words`;
  return ` (the CR does not say so${instead === "" ? "" : `: it shows ${instead}`})`;
}

/** The part on the path of the root cause. */
export function findCulprit(root: RootNode): ReportNode | undefined {
  return root.rootCause === undefined ? undefined : partAt(root, root.rootCause);
}

function partAt(root: RootNode, { path }: Cause): ReportNode | undefined {
  // Two parts may share a name; the unhealthy one counts.
  const [node] = root.children
    .filter(({ label }) => label === path[1])
    .toSorted((a, b) => compareVerdicts(a.verdict, b.verdict));
  return node;
}

/** The objects on the path of the root cause, from the responsible part down; empty without a root cause. */
export function findCulprits(root: RootNode): readonly ReportNode[] {
  return root.rootCause === undefined ? [] : nodesAlong(root, root.rootCause);
}

/** The objects on the path of any cause. */
export function nodesAlong(root: RootNode, { path }: Pick<Cause, "path">): readonly ReportNode[] {
  const nodes: ReportNode[] = [];
  let here: ReportNode = root;
  for (const label of path.slice(1)) {
    // Two workloads may share a name; the unhealthy one counts.
    const found = here.children.filter((child) => child.label === label);
    const [node] = found.toSorted((a, b) => compareVerdicts(a.verdict, b.verdict));
    if (node === undefined) break;
    nodes.push(node);
    here = node;
  }
  return nodes;
}

function sharesOf(root: RootNode, type: string): readonly Contribution[] {
  return Object.hasOwn(root.offenders, type) ? (root.offenders[type] ?? []) : [];
}
