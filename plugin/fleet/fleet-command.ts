import type { RootNode } from "../../shared/model/report.ts";
import { type Verdict, worstVerdict } from "../../shared/model/verdict.ts";
import { type ClusterState, compareClusters, fleetStateOf } from "../../shared/render/fleet/member-state.ts";
import type { FleetMember } from "../../shared/render/words/commands/fleet.ts";
import { unreadClustersText } from "../../shared/render/words/commands/fleet.ts";
import { exitCodes, failedExit, interruptedExit } from "../cli/exit-codes.ts";
import type { CommandLineOptions } from "../cli/parse-options.ts";
import { assertRuleSetApplies } from "../cli/rule-set-flag.ts";
import type { HostEnvironment } from "../process/host-environment.ts";
import { createGarbageCollection, keepYoungMemorySmall } from "../process/memory-use.ts";
import { evaluateFor } from "../status/evaluate.ts";
import { chooseCountedThing } from "./choose-contexts.ts";
import { chooseFleet } from "./choose-fleet.ts";
import { type DocumentStream, streamArray, streamLines } from "./document-stream.ts";
import { createFleetPrinter } from "./print-fleet.ts";
import { readFleet } from "./read-fleet.ts";

// One bundle for what reads several clusters: a bundle of its own would have a copy of the evaluation.
export { runFleetGate } from "./gate-fleet.ts";

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
  const collectGarbage = createGarbageCollection();
  const stream = streamOf(options, environment, collectGarbage);
  const { kept, isInterrupted } = await readFleet(contexts, options, environment, evaluate, async (member) => {
    await stream?.take(member);
    collectGarbage();
    return { ...readCluster(member), shown: stream === undefined ? keep(member) : undefined };
  });
  assertRuleSetApplies(options.ruleSet, { roots: kept.flatMap(({ roots }) => roots) });
  const ordered = kept.toSorted(compareClusters);
  const names = ordered.map(({ context }) => context);
  if (stream === undefined) environment.print(printKept(ordered.map(({ shown }) => shown)));
  else await stream.end(names);
  const silent = ordered.filter(({ isRead }) => !isRead).map(({ context }) => context);
  // A table reports these itself.
  if (silent.length > 0 && formatsWithoutHeadline(options))
    environment.printMessage(`${unreadClustersText(silent, kept.length, chooseCountedThing(contexts))}\n`);
  if (isInterrupted) return interruptedExit;
  if (silent.length === kept.length) return failedExit;
  return options.exitCode ? exitCodes[worstVerdict(kept.map(({ verdict }) => verdict))] : 0;
}

/** The stream of a format whose documents do not depend on each other. */
function streamOf(
  { output }: CommandLineOptions,
  environment: HostEnvironment,
  collectGarbage: () => void,
): DocumentStream | undefined {
  if (output.format === "ndjson") return streamLines(environment);
  return output.format === "json" ? streamArray(environment, collectGarbage) : undefined;
}

function formatsWithoutHeadline({ output }: CommandLineOptions): boolean {
  return !["text", "wide", "plain"].includes(output.format);
}

/** One cluster that was read, without its Report: thousands of them need little memory. */
interface ReadCluster extends ClusterState {
  readonly verdict: Verdict;
  readonly isRead: boolean;
  /** The roots with the names of the rule sets that apply to them. */
  readonly roots: readonly Pick<RootNode, "ref" | "expected">[];
}

function readCluster(member: FleetMember): ReadCluster {
  const { context, report, trouble } = member;
  return {
    context,
    state: fleetStateOf(member),
    verdict: report.verdict,
    isRead: trouble === undefined,
    roots: report.roots.map(({ ref, expected }) => ({
      ref,
      expected: Object.fromEntries(Object.keys(expected).map((ruleSet) => [ruleSet, { conditions: [] }])),
    })),
  };
}
