import { compareReports } from "../../shared/changes/compare-reports.ts";
import { compareRelated } from "../../shared/changes/related-depth.ts";
import { harmlessLines } from "../../shared/characters/sanitize.ts";
import { renderDiff } from "../../shared/render/commands/report-diff.ts";
import { renderDocument } from "../../shared/render/formats/yaml.ts";
import type { CommandLineOptions } from "../cli/parse-options.ts";
import { chooseTextStyle } from "../cli/text-style.ts";
import type { HostEnvironment } from "../process/host-environment.ts";
import { readReportOperands } from "./report-operands.ts";

/**
 * Prints what differs between two Reports. Resolves to the exit status: 0 where nothing differs, else 6.
 * @throws UsageError, InputError where one of the two sources cannot be used.
 */
export async function runDiff(options: CommandLineOptions, environment: HostEnvironment): Promise<number> {
  const [before, after] = await readReportOperands(options, environment);
  const change = compareReports(before, after);
  const comparison = compareRelated(before, after, change.changes);
  const { format } = options.output;
  if (format === "json" || format === "yaml") {
    const text = renderDocument({ ...change, changes: comparison.transitions }, format);
    environment.print(environment.screen.isTerminal ? harmlessLines(text) : text);
  } else {
    environment.print(renderDiff(before, after, comparison, chooseTextStyle(options, environment)));
  }
  return comparison.isSame ? 0 : different;
}

/** The exit status for differences. No other command has it. */
const different = 6;
