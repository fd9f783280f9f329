import type { RootNode } from "../../shared/model/report.ts";
import { type Verdict, worstVerdict } from "../../shared/model/verdict.ts";
import { type ClusterState, compareClusters, fleetStateOf } from "../../shared/render/fleet/member-state.ts";
import { type FleetMember, unreadClustersText } from "../../shared/render/words/commands/fleet.ts";
import { exitCodes, failedExit, interruptedExit } from "../cli/exit-codes.ts";
import type { CommandLineOptions } from "../cli/parse-options.ts";
import { assertRuleSetApplies } from "../cli/rule-set-flag.ts";
import { collectGarbage, GarbageCounter, garbageLimits } from "../process/garbage.ts";
import type { HostEnvironment } from "../process/host-environment.ts";
import { keepYoungMemorySmall } from "../process/memory-use.ts";
import { evaluateFor } from "../status/evaluate.ts";
import { chooseCountedThing } from "./choose-contexts.ts";
import { chooseFleet } from "./choose-fleet.ts";
import { type DocumentStream, streamArray, streamLines } from "./document-stream.ts";
import { createFleetPrinter } from "./print-fleet.ts";
import { readFleet } from "./read-fleet.ts";

// One bundle for what reads several clusters: a bundle of its own would have a copy of the evaluation.
export { runFleetGate } from "./gate-fleet.ts";

/** Up to this number of clusters, a collection of garbage would save no memory. It costs some milliseconds. */
const fewClusters = 500;

/**
 * Prints one row for each of several clusters, worst first. Resolves to the exit status: that of the worst cluster with
 * `--exit-code`, else 0. It is 1 where no cluster responded, and 130 after an interrupt.
 * @throws UsageError, InputError before the first request: a wrong context, selector, template or kubeconfig.
 */
export async function runFleet(chosen: CommandLineOptions, environment: HostEnvironment): Promise<number> {
  keepYoungMemorySmall();
  const { print, keep, printKept } = await createFleetPrinter(chosen, environment);
  const { contexts, options } = await chooseFleet(chosen, environment);
  const evaluate = await evaluateFor(options, environment);
  if (options.watch) return (await import("./watch-fleet.ts")).watchFleet(contexts, options, environment, print);
  const garbage = new GarbageCounter(garbageLimits.clusters, fewClusters);
  const collectSometimes = (): void => {
    if (garbage.add(1)) collectGarbage();
  };
  const stream = createStream(options, environment, collectSometimes);
  const { kept: clusters, isInterrupted } = await readFleet(
    contexts,
    options,
    environment,
    evaluate,
    async (member) => {
      await stream?.take(member);
      collectSometimes();
      return { ...summarizeMember(member), kept: stream === undefined ? keep(member) : undefined };
    },
  );
  assertRuleSetApplies(options.ruleSet, { roots: clusters.flatMap(({ roots }) => roots) });
  const ordered = clusters.toSorted(compareClusters);
  if (stream === undefined) environment.print(printKept(ordered.map(({ kept }) => kept)));
  else await stream.end(ordered.map(({ context }) => context));
  const unreadNames = ordered.filter(({ isRead }) => !isRead).map(({ context }) => context);
  if (unreadNames.length > 0 && !hasHeadline(options))
    environment.printMessage(`${unreadClustersText(unreadNames, clusters.length, chooseCountedThing(contexts))}\n`);
  if (isInterrupted) return interruptedExit;
  if (unreadNames.length === clusters.length) return failedExit;
  return options.exitCode ? exitCodes[worstVerdict(clusters.map(({ verdict }) => verdict))] : 0;
}

/** Creates the stream of a format that prints each Report by itself. Undefined for a format that prints all together. */
function createStream(
  { output }: CommandLineOptions,
  environment: HostEnvironment,
  printed: () => void,
): DocumentStream | undefined {
  if (output.format === "ndjson") return streamLines(environment);
  return output.format === "json" ? streamArray(environment, printed) : undefined;
}

/** Whether the output is a table, whose headline counts the clusters that could not be read. */
function hasHeadline({ output }: CommandLineOptions): boolean {
  return ["text", "wide", "plain"].includes(output.format);
}

/** What is kept of a cluster without its Report, so that thousands of clusters need little memory. */
interface ClusterSummary extends ClusterState {
  readonly verdict: Verdict;
  readonly isRead: boolean;
  /** The roots with the names of the rule sets that apply to them. */
  readonly roots: readonly Pick<RootNode, "ref" | "expected">[];
}

function summarizeMember(member: FleetMember): ClusterSummary {
  const { context, report, trouble } = member;
  return {
    context,
    state: fleetStateOf(member),
    verdict: report.verdict,
    isRead: trouble === undefined,
    roots: report.roots.map(summarizeRoot),
  };
}

function summarizeRoot({ ref, expected }: RootNode): ClusterSummary["roots"][number] {
  const ruleSets = Object.keys(expected);
  return { ref, expected: Object.fromEntries(ruleSets.map((ruleSet) => [ruleSet, { conditions: [] }])) };
}
