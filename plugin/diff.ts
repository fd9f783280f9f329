import { reportChangeOf } from "../shared/aggregate/changes.ts";
import type { Report } from "../shared/model/report.ts";
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
  const isSame = change.changes.length === 0 && before.verdict === after.verdict;
  world.print(printed(before, after, options, world));
  return isSame ? 0 : different;
}

/** report.md, "Exit status". */
const different = 6;

function printed(before: Report, after: Report, options: Options, world: World): string {
  const change = reportChangeOf(before, after);
  if (options.output.format === "text") return renderDiff(before, after, change.changes, styleOf(options, world));
  const text = options.output.format === "yaml" ? renderYaml(change) : renderJson(change);
  return world.screen.isTerminal ? harmlessLines(text) : text;
}
