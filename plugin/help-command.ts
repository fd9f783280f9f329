import { isTaken } from "./command-flags.ts";
import { commandWords } from "./command-words.ts";
import { type CommandName, namesObjects, shells } from "./commands.ts";
import { type Flag, flags } from "./flags.ts";
import { flagLines } from "./help.ts";

/** The help of one command, at most 80 columns; `command` is how the whole was called. */
export function commandHelp(command: string, name: CommandName): string {
  const { usage, text, examples } = pages[name];
  const does = commandWords[name];
  const lines = (some: readonly string[]): string => some.map((line) => `  ${command} ${line}`).join("\n");
  return [
    `${does.charAt(0).toUpperCase()}${does.slice(1)}.\n`,
    `Usage:\n${lines(usage)}\n`,
    `Examples:\n${lines(examples)}\n`,
    ...flagSections(command, name),
    ...(text === undefined ? [] : [text]),
  ].join("\n");
}

/** Its own flags, and those that it shares with a report; how to reach a cluster is said elsewhere. */
function flagSections(command: string, name: CommandName): readonly string[] {
  const [own, shared] = [flags.filter(({ of }) => of === name), flags.filter((flag) => isShared(flag, name))];
  return [
    ...(own.length === 0 ? [] : [`Flags:\n${flagLines(own, name)}\n`]),
    ...(shared.length === 0 ? [] : [`Flags as everywhere:\n${flagLines(shared, name)}\n`]),
    ...(namesObjects(name) ? [`Flags that reach a cluster: ${command} options\n`] : []),
  ];
}

function isShared(flag: Flag, name: CommandName): boolean {
  return flag.of === undefined && flag.reaches === undefined && flag.name !== "version" && isTaken(flag, name);
}

interface Page {
  readonly usage: readonly string[];
  readonly examples: readonly string[];
  readonly text?: string;
}

const pages: Readonly<Record<CommandName, Page>> = {
  wait: {
    usage: ["wait [NAME | TYPE/NAME ...] [--for STATE] [flags]"],
    examples: [
      "wait -n openshift-cnv --timeout 1h",
      "wait --for upgraded --stable-for 2m --fail-fast",
      "wait deploy/web --for condition=Available",
      "wait hco/old --for deleted -o json",
    ],
    text: `All conditions are looked at in one moment, and only where the status is of the
newest generation. What it waits for is printed whenever that changes.
'upgraded' is so whenever no upgrade runs, also before one has begun: where the
version matters, name it with upgraded=VERSION.

Exit status:
  0 it is so; 5 timed out; 2 it cannot come by itself (--fail-fast);
  4 it cannot be known; 1 as everywhere; 130 or 143 where a signal ended it.
`,
  },
  gate: {
    usage: ["gate upgrade [NAME ...] [--accept CODE,...] [flags]"],
    examples: [
      "gate upgrade -n openshift-cnv",
      "gate upgrade --accept OutdatedVMIWorkloads,Degraded",
      "gate upgrade --must-gather mg.tgz -o json",
    ],
    text: `Every reason has a code; 'explain CODE' says what it means. Nothing that could
not be read is taken for an answer.

Exit status:
  0 ALLOW; 2 BLOCK; 4 UNKNOWN; 1 as everywhere.
`,
  },
  diff: {
    usage: ["diff BEFORE AFTER [flags]"],
    examples: [
      "diff before.json after.json",
      "diff monday.tgz friday.tgz -o yaml",
      "snapshot -o - | kubectl hco-status diff before.json -",
    ],
    text: `BEFORE and AFTER are each a file of 'snapshot', a report as JSON or YAML, a file
of objects, a must-gather, or - for standard input.

Exit status:
  0 the same; 6 they differ; 1 as everywhere.
`,
  },
  explain: {
    usage: ["explain                     # all codes", "explain CODE|REASON ... [flags]"],
    examples: ["explain TaintedConfiguration", "explain CrashLoopBackOff ErrImagePull -o json"],
    text: `No cluster is asked: codes of findings and gates, reasons and types of
conditions, reasons of pods and containers.
`,
  },
  snapshot: {
    usage: ["snapshot [NAME | TYPE/NAME ...] [-o FILE] [flags]"],
    examples: ["snapshot -n openshift-cnv -o before.json", "snapshot app/shop --deep > shop.json"],
    text: `What it wrote is read with -f FILE. Secrets, values of environment variables and
annotations with credentials never enter it; what was left out stands inside.
Names of hosts and users, addresses and images stay. FILE must not be there yet;
it is JSON, whatever it is called.
`,
  },
  completion: {
    usage: [`completion ${shells.join("|")}`],
    examples: ["completion fish | source", "completion bash >> ~/.bashrc"],
  },
  options: { usage: ["options"], examples: ["options"] },
  help: { usage: ["help [COMMAND]"], examples: ["help wait"] },
  version: { usage: ["version"], examples: ["version"] },
};
