import { worstVerdict } from "../../shared/model/verdict.ts";
import { inOrder } from "../../shared/render/fleet/member-state.ts";
import { withoutDetails } from "../../shared/render/fleet/rows.ts";
import { notReadText } from "../../shared/render/words/commands/fleet.ts";
import type { FleetMember } from "../../shared/render/words/commands/fleet-member.ts";
import { exitCodes, failedExit, interruptedExit } from "../cli/exit-codes.ts";
import type { CommandLineOptions } from "../cli/parse-options.ts";
import { assertRuleSetApplies } from "../cli/rule-set-flag.ts";
import type { HostEnvironment } from "../process/host-environment.ts";
import { createGarbageCollection, keepYoungMemorySmall } from "../process/memory-use.ts";
import { judgeFor } from "../status/judge.ts";
import { whatIsCounted } from "./choose-contexts.ts";
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
export async function runFleet(chosen: CommandLineOptions, world: HostEnvironment): Promise<number> {
  keepYoungMemorySmall();
  const { print, shorten } = await createFleetPrinter(chosen, world);
  const { contexts, options } = await chooseFleet(chosen, world);
  const judge = await judgeFor(options, world);
  if (options.watch) return (await import("./watch-fleet.ts")).watchFleet(contexts, options, world, print);
  const collectGarbage = createGarbageCollection();
  const stream = streamOf(options, world, collectGarbage);
  const keep = async (member: FleetMember): Promise<FleetMember> => {
    await stream?.take(member);
    collectGarbage();
    return stream === undefined ? shorten(member) : withoutDetails(member);
  };
  const { members, isInterrupted } = await readFleet(contexts, options, world, judge, keep);
  assertRuleSetApplies(options.ruleSet, { roots: members.flatMap(({ report }) => report.roots) });
  const ordered = inOrder(members);
  if (stream === undefined) world.print(print(ordered));
  else await stream.end(ordered.map(({ context }) => context));
  const silent = ordered.filter(hasNoAnswer);
  // A table reports these itself.
  if (silent.length > 0 && formatsWithoutHeadline(options))
    world.tell(
      `${notReadText(
        silent.map(({ context }) => context),
        members.length,
        whatIsCounted(contexts),
      )}\n`,
    );
  if (isInterrupted) return interruptedExit;
  if (silent.length === members.length) return failedExit;
  return options.exitCode ? exitCodes[worstVerdict(members.map(({ report }) => report.verdict))] : 0;
}

/** The stream of a format whose documents do not depend on each other. */
function streamOf(
  { output }: CommandLineOptions,
  world: HostEnvironment,
  collectGarbage: () => void,
): DocumentStream | undefined {
  if (output.format === "ndjson") return streamLines(world);
  return output.format === "json" ? streamArray(world, collectGarbage) : undefined;
}

function formatsWithoutHeadline({ output }: CommandLineOptions): boolean {
  return !["text", "wide", "plain"].includes(output.format);
}

function hasNoAnswer({ trouble }: FleetMember): boolean {
  return trouble !== undefined;
}
