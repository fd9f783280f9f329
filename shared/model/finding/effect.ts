/** What a finding does to a goal: it blocks it, or leaves it unknown whether the goal is reached. */
export type Effect = "blocks" | "unknown";

/**
 * What people want of a cluster, and a finding may stand in the way of. The Report has the effects on an upgrade and
 * on a deletion; a wait adds those on its own goal.
 */
export type GoalName = "upgrade" | "deletion" | "healthy" | "available" | "upgraded" | "create" | "condition";

/** What a finding does to each goal. Absent: nothing. */
export type Effects = { readonly [Goal in GoalName]?: Effect };

/** What several rows do together. */
export function worstEffect(rows: readonly { readonly effect: Effect }[]): Effect {
  return rows.some(({ effect }) => effect === "blocks") ? "blocks" : "unknown";
}
