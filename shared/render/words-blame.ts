import type { Contribution, Node, RootNode } from "../model/report.ts";
import type { Verdict } from "../model/verdict.ts";
import { sinceOf } from "./since.ts";
import { aside, type Clock } from "./words-age.ts";
import { causeAlone } from "./words-cause.ts";
import { listOf } from "./words-names.ts";

/** The condition in which a component that is so should be named. */
const typeOf: Partial<Record<Verdict, string>> = {
  unavailable: "Available",
  degraded: "Degraded",
  progressing: "Progressing",
};

/** Reasons of the operator's own that stand for many components: they name nobody and hide nobody. */
const summaries: ReadonlySet<string> = new Set(["Init", "HCODegraded", "HCOUpgrading", "StatusUnknown"]);

/** The root cause in one line, and whether the CR keeps it to itself; undefined where nothing is to blame. */
export function causeWords(root: RootNode): string | undefined {
  if (root.rootCause === undefined) return undefined;
  const culprit = culpritOf(root);
  const hidden = culprit === undefined ? "" : hiddenWords(root, culprit);
  return `${causeAlone(root.rootCause.text)}${hidden}`;
}

/** Everybody else who is unwell: `KubeVirt is progressing, 3m (the CR does not say so: it shows SSP's words)`. */
export function alsoWords(root: RootNode, clock: Clock): readonly string[] {
  const culprit = culpritOf(root);
  const others = root.children
    .filter((node) => node !== culprit && node.required && node.verdict !== "healthy")
    .filter((node) => node.outcome !== "forbidden" && node.outcome !== "unread");
  // Of a first install all say the same: one clause for all of them.
  const said = Map.groupBy(others, (node) => stateOf(root, node, clock));
  return Array.from(said, ([state, nodes]) => {
    const verb =
      nodes.length === 1 ? (state.startsWith("not") ? "does " : "is ") : state.startsWith("not") ? "do " : "are ";
    return `${listOf(nodes.map((node) => node.label))} ${verb}${state}`;
  });
}

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
  return root.children.find((node) => node.label === root.rootCause?.path[1]);
}

function sharesOf(root: RootNode, type: string): readonly Contribution[] {
  return Object.hasOwn(root.offenders, type) ? (root.offenders[type] ?? []) : [];
}
