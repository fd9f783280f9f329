import { worst } from "../shared/model/verdict.ts";
import type { FleetMember } from "../shared/render/fleet-member.ts";
import { inOrder } from "../shared/render/fleet-state.ts";
import { withoutAnswer } from "../shared/render/words-fleet.ts";
import { exitCodes, failed, interrupted } from "./exit-code.ts";
import { countedOf, fleetContexts } from "./fleet-contexts.ts";
import { fleetPrinterOf } from "./fleet-print.ts";
import { readFleet } from "./fleet-read.ts";
import { judgeFor } from "./judging.ts";
import type { Options } from "./options.ts";
import { mindRuleSet } from "./rule-sets.ts";
import type { World } from "./world.ts";

/**
 * One row for each cluster of several, worst first; resolves to the exit status, which is of the worst with
 * `--exit-code`, 1 where no cluster gave an answer, and 130 where somebody ended it.
 * @throws UsageError, InputError before any cluster is asked: a wrong context, selector, template or kubeconfig.
 */
export async function fleet(options: Options, world: World): Promise<number> {
  const print = await fleetPrinterOf(options, world);
  const judge = await judgeFor(options, world);
  const contexts = await fleetContexts(options, world);
  if (options.watch) return (await import("./fleet-watch.ts")).watchFleet(contexts, options, world, print);
  const { members, isInterrupted } = await readFleet(contexts, options, world, judge);
  mindRuleSet(options.ruleSet, { roots: members.flatMap(({ report }) => report.roots) });
  world.print(print(inOrder(members)));
  const silent = inOrder(members).filter(hasNoAnswer);
  // A table says so itself.
  if (silent.length > 0 && formatsWithoutHeadline(options))
    world.tell(
      `${withoutAnswer(
        silent.map(({ context }) => context),
        members.length,
        countedOf(contexts),
      )}\n`,
    );
  if (isInterrupted) return interrupted;
  if (silent.length === members.length) return failed;
  return options.exitCode ? exitCodes[worst(members.map(({ report }) => report.verdict))] : 0;
}

function formatsWithoutHeadline({ output }: Options): boolean {
  return !["text", "wide", "plain"].includes(output.format);
}

function hasNoAnswer({ trouble }: FleetMember): boolean {
  return trouble !== undefined;
}
