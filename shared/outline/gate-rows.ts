import { keyOf } from "../model/object.ts";
import type { GateReason } from "../model/upgrade-gate.ts";
import { lackingText } from "./gate-reasons.ts";
import { countText, joinFilled, shortenNames } from "./words/names.ts";

/** One row of the table: a reason, and those that are folded into it. */
export interface GateRow {
  readonly reason: GateReason;
  /** All reasons of the row, where there are several. */
  readonly folded?: readonly GateReason[];
}

/** The most nodes in one state that have a row each. */
const maxNodeRows = 3;

/**
 * The rows of the table. Kinds that could not be read for one cause share a row, where the first of them stands. More than
 * {@link maxNodeRows} nodes in one state share a row too.
 */
export function gateRows(reasons: readonly GateReason[]): readonly GateRow[] {
  const groups = Map.groupBy(reasons, foldKey);
  return [...groups.values()].flatMap((group): readonly GateRow[] => {
    const [first, ...others] = group;
    const isFew = group.length <= maxNodeRows && group.every(isOfNode);
    if (first === undefined || others.length === 0 || isFew) return group.map((reason) => ({ reason }));
    return [{ reason: withSharedAge(first, others), folded: group }];
  });
}

/** The reason, with its age only if the others in its row have the same. */
function withSharedAge(reason: GateReason, others: readonly GateReason[]): GateReason {
  if (others.every(({ since }) => since === reason.since)) return reason;
  const { since: _, ...withoutAge } = reason;
  return withoutAge as GateReason;
}

/** Equal for reasons that share a row. A reason that shares no row is its own key. */
function foldKey(reason: GateReason): string | GateReason {
  const { code, state, root } = reason;
  if (isOfNode(reason)) return `${code} ${state}`;
  const isPieceOfFile = reason.about.kind === "";
  if (code !== "IncompleteReading" || isPieceOfFile) return reason;
  const cause = reason.outcome === "unread" ? reason.cause : "";
  return [code, state, reason.outcome, cause, root === undefined ? "" : keyOf(root)].join("\n");
}

/** Several reasons that share a row: kinds that could not be read, or nodes in the same state. */
export function foldedText(reasons: readonly GateReason[]): string {
  return reasons.some(isOfNode) ? foldedNodesText(reasons) : foldedReadsText(reasons);
}

/** Several kinds that could not be read for one cause: `5 kinds forbidden: KubeVirt, CDI, …`. */
function foldedReadsText(reasons: readonly GateReason[]): string {
  const kinds = [...new Set(reasons.map(({ about }) => about.kind))];
  const [first] = reasons;
  if (first?.code !== "IncompleteReading") return "";
  if (first.notIn !== undefined) return lackingText(reasons);
  const outcome = first.outcome === "forbidden" ? "forbidden" : "not read";
  const cause = first.outcome === "unread" ? first.cause : "";
  return joinFilled(": ", [`${countText(kinds.length, "kind")} ${outcome}`, cause, shortenNames(kinds).join(", ")]);
}

/** Whether a reason is about the state of one node. Many nodes can have it. */
function isOfNode({ code }: GateReason): boolean {
  return code === "NodeNotReady" || code === "NodeCordoned";
}

/** `12 nodes are cordoned: n1, n2, … (9 more)`. */
function foldedNodesText(reasons: readonly GateReason[]): string {
  const names = reasons.map(({ about }) => about.name);
  const [first] = reasons;
  const state = first?.code === "NodeCordoned" ? "are cordoned" : "are not Ready";
  return `${countText(names.length, "node")} ${state}: ${shortenNames(names).join(", ")}`;
}
