// What the names of lists, mappings and counts tell about what they hold. No API convention defines them: they are names
// in the API types of operators that the corpus of test/aggregate/generic names by their address.

const nouns: readonly string[] = [
  ...["node", "member", "replica", "pod", "instance", "shard", "partition", "disk", "drive", "volume", "osd"],
  ...["broker", "worker", "server", "machine", "host", "container", "process", "daemon", "agent", "controller"],
  ...["component", "service", "database", "cluster", "store", "engine", "operator", "module", "subsystem", "workload"],
  ...["proxy", "proxie", "gateway", "router", "backend", "replication", "master", "tablet", "listener", "addon"],
  ...["processGroup", "runner", "providers", "certificate", "license"],
];

/** Ends of the names of what an object is made of: `members`, `dataNodes`, `readyWorkerReplicas`, `nodeStatus`. */
export const partNoun: RegExp = new RegExp(
  `(^|[a-z])(${nouns.map(anyStart).join("|")})(s|es)?(Status(es)?|States?|Health)?$`,
);

function anyStart(noun: string): string {
  const [first = ""] = noun;
  return `[${first}${first.toUpperCase()}]${noun.slice(1)}`;
}

/** Lists that keep what was beside what is; their items have no conditions about the past (Helm, Ansible, Akka). */
export const pastLists: RegExp =
  /(^r|R)(eleases|evisions)$|(^o|O)perations$|(^d|D)eployments$|(^u|U)pgrades$|(^m|M)(igrations|essages)$|(^t|T)(imeline|ransitions)$|(^l|L)ogs?$/;

/** What is in use beside what is ready: Fleet of Agones, ClusterPool of Hive (its standby clusters are asleep). */
export const inUseNames: readonly string[] = [...["standby", "claimed", "allocated", "reserved", "spare", "inUse"]];

/** Flags of a part that a user has turned off, that the whole does not need, or whose fault is over. */
export const omittedFlags: readonly (readonly [field: string, omitted: boolean])[] = [
  ["enabled", false],
  ["required", false],
  ["optional", true],
  ["resolved", true],
  ["maintenance", true],
];
