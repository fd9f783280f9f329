import type { Contribution, Node, RootCause, RootNode, Trouble } from "../model/report.ts";
import { compareVerdicts, type Verdict } from "../model/verdict.ts";
import { sinceOf } from "./since.ts";
import { ageOf, aside, type Clock } from "./words-age.ts";
import { causeAlone, evidenceText, shorten } from "./words-cause.ts";
import { withoutAge } from "./words-cause-age.ts";
import { moreWords } from "./words-labels.ts";
import { listOf, shortened } from "./words-names.ts";
import { outcomeWords } from "./words-outcome.ts";

/** The condition in which a component that is so should be named. */
const typeOf: Partial<Record<Verdict, string>> = {
  unavailable: "Available",
  degraded: "Degraded",
  progressing: "Progressing",
};

type Cause = Pick<RootCause, "path" | "text" | "since">;

/** Reasons of the operator's own that stand for many components: they name nobody and hide nobody. */
const summaries: ReadonlySet<string> = new Set(["Init", "HCODegraded", "HCOUpgrading", "StatusUnknown"]);

/**
 * The root cause in one line with its age, and whether the CR keeps it to itself; of one of Kubernetes' own kinds without
 * one its own trouble; undefined where nothing is to blame.
 */
export function causeWords(root: RootNode, clock: Clock): string | undefined {
  if (root.rootCause !== undefined) return oneCause(root, root.rootCause, clock);
  return root.trouble === undefined || root.verdict === "healthy" ? undefined : ownTrouble(root, root.trouble, clock);
}

/** `2/3 ready; MinimumReplicasUnavailable: …, 14m`. */
function ownTrouble({ facts }: RootNode, { reason, message, since }: Trouble, clock: Clock): string {
  const ready = facts["ready"] === undefined ? [] : [`${facts["ready"]} ready`];
  const words = [...ready, ...(reason === "" && message.trim() === "" ? [] : [evidenceText({ reason, message })])];
  const age = aside(since, clock);
  return [words.join("; ").replace(/\.$/, ""), age].filter((word) => word !== "").join(", ");
}

/** The causes that are as deep and as bad, one line each, and how many are left out. */
export function equalWords(root: RootNode, clock: Clock, all: boolean): readonly string[] {
  const causes = root.rootCause?.also ?? [];
  const shown = all ? causes : causes.slice(0, mostEqual);
  const left = causes.length - shown.length;
  return [...shown.map((cause) => oneCause(root, cause, clock)), ...(left > 0 ? [moreWords(left)] : [])];
}

const mostEqual = 3;

function oneCause(root: RootNode, cause: Cause, clock: Clock): string {
  const part = partAt(root, cause);
  const hidden = part === undefined ? "" : hiddenWords(root, part);
  const since = aside(cause.since, clock);
  const words = causeAlone(withoutAge(cause.text, cause.since));
  return `${since === "" ? words : `${words.replace(/\.$/, "")}, ${since}`}${hidden}`;
}

/** The newest event about what the cause goes through: `BackOff: Back-off restarting … (7 times, 14m)`. */
export function eventWords(root: RootNode, clock: Clock, all: boolean): readonly string[] {
  const { events = [], text = "" } = root.rootCause ?? {};
  // What the cause says itself need not be said twice.
  const news = events.filter(({ message }) => all || message === "" || !text.includes(message.replace(/\.$/, "")));
  return news.slice(0, all ? news.length : 1).map(({ reason, message, count, last }) => {
    const numbers = [...(count > 1 ? [`${count} times`] : []), ageOf(last, clock)].filter((word) => word !== "");
    return `${evidenceText({ reason, message })}${numbers.length === 0 ? "" : ` (${numbers.join(", ")})`}`;
  });
}

/** Everybody else who is unwell: `KubeVirt is progressing, 3m (the CR does not say so: it shows SSP's words)`. */
export function alsoWords(root: RootNode, clock: Clock): readonly string[] {
  const culprit = culpritOf(root);
  // By name and not by part: a selector may match thousands.
  const equals = new Set(root.rootCause?.also?.map(({ path }) => path[1]));
  const isEqual = ({ label, verdict }: Node): boolean =>
    equals.has(label) && (verdict === "unavailable" || verdict === "degraded");
  const others = root.children
    .filter((node) => node !== culprit && !isEqual(node) && node.required && node.verdict !== "healthy")
    .filter(
      (node) => (node.outcome !== "forbidden" && node.outcome !== "unread") || otherCause(root, node) !== undefined,
    );
  // Of a first install all say the same: one clause for all of them.
  const said = Map.groupBy(others, (node) => stateOf(root, node, clock));
  const clauses = Array.from(said, ([state, nodes]) => {
    if (nodes.some(({ outcome }) => outcome !== "found" && outcome !== "absent" && outcome !== "noSuchKind"))
      return `${nodes.map((node) => node.label).join(", ")} ${state}`;
    const verb =
      nodes.length === 1 ? (state.startsWith("not") ? "does " : "is ") : state.startsWith("not") ? "do " : "are ";
    return `${listOf(shortened(nodes.map((node) => node.label)))} ${verb}${state}`;
  });
  const left = clauses.length - mostClauses;
  return left > 0 ? [...clauses.slice(0, mostClauses), moreWords(left)] : clauses;
}

const mostClauses = 10;

/** `progressing, 3m (…)`; `not exist`. */
function stateOf(root: RootNode, node: Node, clock: Clock): string {
  const found = otherCause(root, node);
  const evidence = found === undefined ? "" : `: ${found}`;
  if (node.outcome === "forbidden" || node.outcome === "unread") return `${outcomeWords[node.outcome]}${evidence}`;
  if (node.outcome !== "found") return "not exist";
  const since = aside(sinceOf(node), clock);
  const how = node.deleting && node.verdict === "progressing" ? "being deleted" : node.verdict;
  return `${how}${since === "" ? "" : `, ${since}`}${hiddenWords(root, node)}${evidence}`;
}

/** The deepest that is unwell below a part that is not to blame. */
function otherCause({ otherCauses = [] }: RootNode, { label }: Node): string | undefined {
  const cause = otherCauses.find(({ path }) => path[1] === label);
  if (cause === undefined) return undefined;
  const words = causeAlone(withoutAge(cause.text, cause.since));
  return shorten(words.replace(`${label}: `, ""), longestAlso);
}

/** A line or two behind the part and its age. */
const longestAlso = 120;

/**
 * Does the root keep this part's share to itself, and the part out of the others of its conditions that tell how it is: that
 * it allows no upgrade says less.
 */
export function isHidden(root: RootNode, component: string, type: string): boolean {
  const isOwn = (share: Contribution): boolean => share.component === component;
  const isShown = Object.values(typeOf).some((each) => sharesOf(root, each).some((one) => isOwn(one) && one.shown));
  return !isShown && sharesOf(root, type).some(isOwn);
}

function hiddenWords(root: RootNode, node: Node): string {
  const type = typeOf[node.verdict];
  if (type === undefined || !isHidden(root, node.label, type)) return "";
  const shown = sharesOf(root, type).find((share) => share.shown)?.component;
  const reason = root.conditions.find((condition) => condition.type === type)?.reason ?? "";
  if (shown === undefined && summaries.has(reason)) return "";
  const instead = shown === undefined ? reason : `${shown}'s words`;
  return ` (the CR does not say so${instead === "" ? "" : `: it shows ${instead}`})`;
}

/** The part that the path of the root cause goes through. */
export function culpritOf(root: RootNode): Node | undefined {
  return root.rootCause === undefined ? undefined : partAt(root, root.rootCause);
}

function partAt(root: RootNode, { path }: Cause): Node | undefined {
  // Two parts may share a name; the unwell one is meant.
  const [node] = root.children
    .filter(({ label }) => label === path[1])
    .toSorted((a, b) => compareVerdicts(a.verdict, b.verdict));
  return node;
}

/** The objects that the root cause goes through, from the part to blame down; empty where none is to blame. */
export function culpritsOf(root: RootNode): readonly Node[] {
  return root.rootCause === undefined ? [] : nodesAlong(root, root.rootCause);
}

/** The same of any cause. */
export function nodesAlong(root: RootNode, { path }: Pick<Cause, "path">): readonly Node[] {
  const nodes: Node[] = [];
  let here: Node = root;
  for (const label of path.slice(1)) {
    // Two workloads may share a name; the unwell one is meant.
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
