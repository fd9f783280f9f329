import { type CommandPage, capitalize, commandNotes } from "../../shared/render/words/plugin/command-help.ts";
import { isTaken } from "./command-flags.ts";
import { commandDescriptions } from "./command-names.ts";
import { type CommandName, reachesCluster, shellNames } from "./commands.ts";
import { allFlags, type FlagDefinition, flagPages } from "./flags.ts";
import { flagLines } from "./help.ts";

/** The help of one command, at most 80 columns. `command` is the name that the plugin was called by. */
export function commandHelp(command: string, name: CommandName): string {
  const own = allFlags.filter(({ of }) => of === name);
  // The flags that it shares with a report. `options` lists the connection flags.
  const shared = allFlags.filter((flag) => isShared(flag, name));
  return commandHelpText(command, commandDescriptions[name], {
    ...pages[name],
    ...(own.length > 0 && { own: flagLines(own, name) }),
    ...(shared.length > 0 && { shared: flagLines(shared, name) }),
    reachesCluster: reachesCluster(name),
    notes: notes[name],
  });
}

/** The help of one command. `command` is the name that the plugin was called by, `purpose` what the command does. */
function commandHelpText(command: string, purpose: string, page: CommandPage): string {
  const lines = (some: readonly string[]): string => some.map((line) => `  ${command} ${line}`).join("\n");
  const { usage, examples, own, shared, reachesCluster, notes } = page;
  return [
    `${capitalize(purpose)}.\n`,
    `Usage:\n${lines(usage)}\n`,
    `Examples:\n${lines(examples)}\n`,
    ...(own === undefined ? [] : [`Flags:\n${own}\n`]),
    ...(shared === undefined ? [] : [`Global flags:\n${shared}\n`]),
    ...(reachesCluster ? [`Connection flags: ${command} options\n`] : []),
    ...(notes === undefined ? [] : [notes]),
  ].join("\n");
}

function isShared(flag: FlagDefinition, name: CommandName): boolean {
  const { about, listed } = flagPages[flag.name];
  // Seldom needed flags of several clusters would not fit one screen beside those of a command.
  if (about === "fleet" && listed !== undefined) return false;
  return flag.of === undefined && about !== "cluster" && flag.name !== "version" && isTaken(flag, name);
}

interface Page {
  readonly usage: readonly string[];
  readonly examples: readonly string[];
}

const notes: Readonly<Partial<Record<CommandName, string>>> = commandNotes;

const pages: Readonly<Record<CommandName, Page>> = {
  wait: {
    usage: ["wait [NAME | TYPE/NAME ...] [--for STATE] [flags]"],
    examples: [
      "wait --for upgraded --stable-for 2m --fail-fast",
      "wait deploy/web --for condition=Available",
      "wait hco/old --for deleted -o json",
      "wait --all-contexts --for upgraded=1.20.0 --timeout 1h",
    ],
  },
  gate: {
    usage: ["gate upgrade [NAME ...] [--accept CODE,...] [flags]"],
    examples: [
      "gate upgrade -n openshift-cnv",
      "gate upgrade --accept OutdatedVMIWorkloads,Degraded",
      "gate upgrade --must-gather mg.tgz -o json",
      "gate upgrade --all-contexts",
    ],
  },
  diff: {
    usage: ["diff BEFORE AFTER [flags]"],
    examples: [
      "diff before.json after.json",
      "diff monday.tgz friday.tgz -o yaml",
      "snapshot -o - | kubectl hco-status diff before.json -",
    ],
  },
  explain: {
    usage: ["explain                     # all codes", "explain CODE|REASON|TERM|KIND ... [flags]"],
    examples: ["explain TaintedConfiguration", "explain verdict", "explain CrashLoopBackOff ErrImagePull -o json"],
  },
  snapshot: {
    usage: ["snapshot [NAME | TYPE/NAME ...] [-o|--bundle FILE] [flags]"],
    examples: [
      "snapshot -n openshift-cnv -o before.json",
      "snapshot app/shop --deep > shop.json",
      "snapshot --bundle ticket.tar.gz",
    ],
  },
  serve: {
    usage: ["serve [NAME | TYPE/NAME ...] [flags]"],
    examples: [
      "serve",
      "serve --listen :9870 -n openshift-cnv",
      "serve --report --report-token-file /etc/hco-status/token",
    ],
  },
  logs: {
    usage: ["logs [COMPONENT] [flags] [-- KUBECTL_FLAGS]"],
    examples: ["logs", "logs CDI -n openshift-cnv -- --tail 50", "logs --dry-run"],
  },
  mcp: {
    usage: ["mcp [--context CONTEXT | --inventory-cluster NAME] [flags]", "mcp --must-gather PATH [flags]"],
    examples: ["mcp", "mcp --context prod-1", "mcp --must-gather mg.tgz"],
  },
  permissions: {
    usage: ["permissions [TYPE[.GROUP] ...] [flags]"],
    examples: [
      "permissions | kubectl apply -f -",
      "permissions hyperconverged -n openshift-cnv",
      "permissions applications,deployments,services -o json",
      "permissions --inventory | kubectl apply --context hub -f -",
    ],
  },
  completion: {
    usage: [`completion ${shellNames.join("|")}`],
    examples: ["completion fish | source", "completion bash >> ~/.bashrc"],
  },
  options: { usage: ["options"], examples: ["options"] },
  help: { usage: ["help [COMMAND]"], examples: ["help wait"] },
  version: { usage: ["version"], examples: ["version", "version -o json"] },
};
