import { keyOf } from "../../model/object.ts";
import { isLive } from "../../model/snapshot.ts";
import type { GateReason, GateReport } from "../../model/upgrade-gate.ts";

/** One row of the table: a reason, and those that are folded into it. */
export interface GateRow {
  readonly reason: GateReason;
  /** All reasons of the row, where there are several. */
  readonly folded?: readonly GateReason[];
}

/** The rows of the table. Kinds that could not be read for one cause are one row, where the first of them stands. */
export function gateRows(reasons: readonly GateReason[]): readonly GateRow[] {
  const groups = Map.groupBy(reasons, foldKey);
  return [...groups.values()].flatMap((some) =>
    some.slice(0, 1).map((reason) => (some.length === 1 ? { reason } : { reason, folded: some })),
  );
}

/** Equal for reasons that share a row. */
function foldKey(reason: GateReason): unknown {
  const { code, state, root } = reason;
  // A piece of a file has no kind.
  if (code !== "IncompleteReading" || reason.about.kind === "") return reason;
  const cause = reason.outcome === "unread" ? reason.cause : "";
  return [code, state, reason.outcome, cause, root === undefined ? "" : keyOf(root)].join("\n");
}

/** Whether a role on the cluster would answer what the gate could not find out. */
export function lacksPermissions({ source, reasons }: GateReport): boolean {
  return (
    isLive(source) &&
    reasons.some(
      (reason) => reason.code === "IncompleteReading" && reason.state !== "accepted" && reason.outcome === "forbidden",
    )
  );
}
