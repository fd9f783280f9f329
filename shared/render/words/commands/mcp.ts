/** What each tool does, as the assistant reads it. */
export const toolPurposes = {
  status: "Show the verdict of a cluster, the cause of every problem and the next command",
  explain: "Explain a code, condition type, reason or alert, offline",
  gate: "Check whether an upgrade of HyperConverged is safe: ALLOW, BLOCK or UNKNOWN, with the reasons",
  diff: "Compare the state now with the first or a named earlier result of status in this session",
  wait: "Wait until HyperConverged reaches a state, with progress notifications",
  list_clusters: "List the clusters that the other tools can read",
} as const;
