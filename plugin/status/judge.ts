import { aggregate } from "../../shared/aggregate/aggregate.ts";
import type { AggregateOptions } from "../../shared/aggregate/options.ts";
import { UsageError } from "../../shared/io/errors/errors.ts";
import type { Report } from "../../shared/model/report.ts";
import { selectorFaultText } from "../../shared/parse/input-fault-text.ts";
import { type ObjectFilter, parseFieldSelector, parseLabelSelector } from "../../shared/parse/label-selector.ts";
import type { CommandLineOptions } from "../cli/parse-options.ts";
import type { ReadSnapshot } from "../naming/resolve-names.ts";
import type { HostEnvironment } from "../process/host-environment.ts";
import { polarityRulesFor } from "../read/polarity-flag.ts";

/** Evaluates what was read. */
export type JudgeSnapshot = (read: ReadSnapshot) => Report;

/**
 * Returns the evaluation that the command line asks for. Errors in the options are reported before anything is read.
 * @throws UsageError for an invalid selector, InputError for an invalid polarity file.
 */
export async function judgeFor(options: CommandLineOptions, world: HostEnvironment): Promise<JudgeSnapshot> {
  const judged = await judgedBy(options, world);
  return ({ snapshot, asked: { wanted } }) =>
    aggregate(snapshot, { ...judged, others: true, ...(wanted === undefined ? {} : { wanted }) });
}

/**
 * The options of the aggregation that the command line sets, except the objects that it names.
 * @throws as {@link judgeFor}.
 */
export async function judgedBy(options: CommandLineOptions, world: HostEnvironment): Promise<AggregateOptions> {
  const { ruleSet, namespace, profile, tree } = options;
  const isWanted = selected(options);
  return {
    ...(isWanted === undefined ? {} : { isWanted }),
    ...(await polarityRulesFor(options, world)),
    tree,
    ...(profile === undefined ? {} : { profile }),
    ...(ruleSet === undefined ? {} : { ruleSet }),
    ...(namespace === undefined ? {} : { namespace }),
  };
}

/**
 * Whether an object matches `-l` and `--field-selector`; undefined without them.
 * @throws UsageError where they are invalid.
 */
function selected({ selector, fieldSelector }: CommandLineOptions): ObjectFilter | undefined {
  const wanted = [
    ...(selector === undefined ? [] : [parseLabelSelector(selector)]),
    ...(fieldSelector === undefined ? [] : [parseFieldSelector(fieldSelector)]),
  ];
  const matches = wanted.map((each) => {
    if (typeof each !== "function") throw new UsageError(selectorFaultText(each));
    return each;
  });
  return matches.length === 0 ? undefined : (object) => matches.every((holds) => holds(object));
}
