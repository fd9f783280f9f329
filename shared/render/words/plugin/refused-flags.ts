/** Why a command does not take a flag, after `wait takes no --deep: `. */
export const refusedBecause = {
  wait: {
    source: "it requires a live cluster",
    watching: "it watches until the state is reached",
    at: "it uses the current time",
    drawing: "it prints plain lines",
  },
  gate: {
    watching: "it checks once; use kubectl hco-status --watch",
    rules: "its result does not depend on a rule set",
    tree: "it evaluates HyperConvergeds",
  },
  snapshot: {
    watching: "it writes the state of one moment",
    drawing: "it writes the data unchanged",
  },
  diff: {
    watching: "its sources do not change",
    source: "its two arguments are the sources",
  },
  explain: {
    watching: "its output does not change",
    verdict: "it computes no verdict",
    objects: "it reads no objects",
  },
  serve: {
    source: "it requires a live cluster",
    watching: "it always watches",
    printing: "it serves the present state as metrics",
  },
  logs: {
    watching: "it runs kubectl logs once; kubectl hco-status logs -- -f follows the log",
    report: "it prints a log, not a report",
  },
  permissions: {
    source: "permissions apply to a cluster only",
    tree: "it reads every kind that the cluster serves",
    report: "it prints a role, not a report",
  },
  mcp: "its tools have arguments for that; the type MachineConfigPool is called machineconfigpools here",
  exitStatus: "its exit status is always its result",
  oneCluster: "it reads a single cluster; use --context",
  depth: "it reads only the objects that it needs",
  noCluster: "it reads no cluster",
  noTable: "it prints no table",
  noChecks: "it prints no checks for pipelines",
  noAges: "it prints no ages",
  fixedText: "it prints a fixed text",
} as const;
