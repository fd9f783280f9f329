import { type AggregateOptions, aggregate } from "../shared/aggregate/aggregate.ts";
import { UsageError } from "../shared/io/errors.ts";
import type { Report } from "../shared/model/report.ts";
import { fieldSelectorOf, labelSelectorOf, type Matches } from "../shared/parse/label-selector.ts";
import type { Read } from "./naming.ts";
import type { Options } from "./options.ts";
import { sensesFor } from "./senses.ts";
import type { World } from "./world.ts";

/** Judges what was read. */
export type Judge = (read: Read) => Report;

/**
 * Judges as the command line says, whatever is read; what is wrong there is told before there is anything to judge.
 * @throws UsageError for a selector that cannot be understood, InputError for such a senses file.
 */
export async function judgeFor(options: Options, world: World): Promise<Judge> {
  const judged = await judgedBy(options, world);
  return ({ snapshot, asked: { wanted } }) =>
    aggregate(snapshot, { ...judged, ...(wanted === undefined ? {} : { wanted }) });
}

/** The same as options of the aggregation, but for what was asked for by name. @throws as {@link judgeFor}. */
export async function judgedBy(options: Options, world: World): Promise<AggregateOptions> {
  const { ruleSet, namespace, profile, tree } = options;
  return {
    isWanted: selected(options),
    senses: await sensesFor(options, world),
    tree,
    ...(profile === undefined ? {} : { profile }),
    ...(ruleSet === undefined ? {} : { ruleSet }),
    ...(namespace === undefined ? {} : { namespace }),
  };
}

/** What `-l` and `--field-selector` leave. @throws UsageError where they cannot be understood. */
function selected({ selector, fieldSelector }: Options): Matches {
  const wanted = [
    ...(selector === undefined ? [] : [labelSelectorOf(selector)]),
    ...(fieldSelector === undefined ? [] : [fieldSelectorOf(fieldSelector)]),
  ];
  const matches = wanted.map((each) => {
    if ("error" in each) throw new UsageError(each.error);
    return each;
  });
  return (object) => matches.every((holds) => holds(object));
}
