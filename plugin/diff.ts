import { reportChangeOf } from "../shared/aggregate/changes.ts";
import { compared } from "../shared/aggregate/changes-depth.ts";
import type { ReportChange } from "../shared/model/report-change.ts";
import { renderDiff } from "../shared/render/diff.ts";
import { renderJson } from "../shared/render/json.ts";
import { harmlessLines } from "../shared/render/safe.ts";
import { renderYaml } from "../shared/render/yaml.ts";
import { reportsOf } from "./operands.ts";
import type { Options } from "./options.ts";
import { styleOf } from "./text-style.ts";
import type { World } from "./world.ts";

/**
 * What differs between two Reports, whatever they are made of; the exit status is 0 where it is nothing, else 6.
 * @throws UsageError, InputError where one of the two cannot be used.
 */
export async function diff(options: Options, world: World): Promise<number> {
  const [before, after] = await reportsOf(options, world);
  const change = reportChangeOf(before, after);
  const comparison = compared(before, after, change.changes);
  world.print(
    options.output.format === "text"
      ? renderDiff(before, after, comparison, styleOf(options, world))
      : printed({ ...change, changes: comparison.transitions }, options, world),
  );
  return comparison.isSame ? 0 : different;
}

/** report.md, "Exit status". */
const different = 6;

function printed(change: ReportChange, options: Options, world: World): string {
  const text = options.output.format === "yaml" ? renderYaml(change) : renderJson(change);
  return world.screen.isTerminal ? harmlessLines(text) : text;
}
