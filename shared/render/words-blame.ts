import type { Contribution, Node, RootCause, RootNode } from "../model/report.ts";
import { compareVerdicts, type Verdict } from "../model/verdict.ts";
import { sinceOf } from "./since.ts";
import { ageOf, aside, type Clock } from "./words-age.ts";
import { causeAlone, evidenceText } from "./words-cause.ts";
import { moreWords } from "./words-labels.ts";
import { listOf, shortened } from "./words-names.ts";

/** The condition in which a component that is so should be named. */
const typeOf: Partial<Record<Verdict, string>> = {
  unavailable: "Available",
  degraded: "Degraded",
  progressing: "Progressing",
};

type Cause = Pick<RootCause, "path" | "text" | "since">;

/** Reasons of the operator's own that stand for many components: they name nobody and hide nobody. */
const summaries: ReadonlySet<string> = new Set(["Init", "HCODegraded", "HCOUpgrading", "StatusUnknown"]);

/** The root cause in one line with its age, and whether the CR keeps it to itself; undefined where nothing is to blame. */
export function causeWords(root: RootNode, clock: Clock): string | undefined {
  return root.rootCause === undefined ? undefined : oneCause(root, root.rootCause, clock);
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
  const words = causeAlone(cause.text);
  return `${since === "" ? words : `${words.replace(/\.$/, "")}, ${since}`}${hidden}`;
}

/** The newest event about what the cause goes through: `BackOff: Back-off restarting … (7 times, 14m)`. */
export function eventWords(root: RootNode, clock: Clock, all: boolean): readonly string[] {
  const { events = [], text = "" } = root.rootCause ?? {};
  // What the cause says itself need not be said twice.
  const news = events.filter(({ message }) => all || message === "" || !text.includes(message));
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
    .filter((node) => node.outcome !== "forbidden" && node.outcome !== "unread");
  // Of a first install all say the same: one clause for all of them.
  const said = Map.groupBy(others, (node) => stateOf(root, node, clock));
  const clauses = Array.from(said, ([state, nodes]) => {
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
  if (node.outcome !== "found") return "not exist";
  const since = aside(sinceOf(node), clock);
  return `${node.verdict}${since === "" ? "" : `, ${since}`}${hiddenWords(root, node)}`;
}

/** Does the root's own condition keep this part's share to itself. */
export function isHidden(root: RootNode, component: string, type: string): boolean {
  const shares = sharesOf(root, type);
  const own = shares.filter((share) => share.component === component);
  return own.length > 0 && own.every((share) => !share.shown);
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
  const nodes: Node[] = [];
  let here: Node = root;
  for (const label of root.rootCause?.path.slice(1) ?? []) {
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
