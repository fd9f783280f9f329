/** What a finding does to a goal: it blocks it, or leaves it unknown whether the goal is reached. */
export type Effect = "blocks" | "unknown";

/**
 * What a user wants to do with a cluster, or waits for, and what a finding may block. The Report has the effects on an
 * upgrade and on a deletion. A wait adds those on its own goal.
 */
export type GoalName = "upgrade" | "deletion" | "healthy" | "available" | "upgraded" | "create" | "condition";

/** What a finding does to each goal. Absent: nothing. */
export type Effects = { readonly [Goal in GoalName]?: Effect };

/** What several effects do together. Undefined where there is none. */
export function combineEffects(effects: readonly (Effect | undefined)[]): Effect | undefined {
  if (effects.includes("blocks")) return "blocks";
  return effects.includes("unknown") ? "unknown" : undefined;
}

/** What several rows do together. */
export function worstEffect(rows: readonly { readonly effect: Effect }[]): Effect {
  return rows.some(({ effect }) => effect === "blocks") ? "blocks" : "unknown";
}
