import type { SeenReport } from "../../shared/io/watch/follow-report.ts";
import type { Report } from "../../shared/model/report.ts";
import { renderText } from "../../shared/render/formats/text/text.ts";
import { failedExit } from "../cli/exit-codes.ts";
import type { CommandLineOptions } from "../cli/parse-options.ts";
import { assertRuleSetApplies } from "../cli/rule-set-flag.ts";
import { chooseErrorStyle } from "../cli/text-style.ts";
import type { HostEnvironment } from "../process/host-environment.ts";
import { isUnanswered } from "../status/evaluate.ts";
import { absenceMessage } from "../status/evaluate-and-print.ts";
import { notFoundErrors } from "../status/not-found-errors.ts";
import type { FollowedSource } from "./follow-source.ts";

/** The Report and the snapshot of the first complete reading. */
export interface FirstReport {
  readonly report: Report;
  readonly snapshot: NonNullable<SeenReport["snapshot"]>;
}

/**
 * The exit status where a report would fail too. Undefined: the watch goes on. Where no roots exist, it says so, unless
 * a screen shows it, and waits for them.
 */
export function exitOfFirstReport(
  { report, snapshot }: FirstReport,
  { requested }: Pick<FollowedSource, "requested">,
  options: CommandLineOptions,
  environment: HostEnvironment,
  isScreen: boolean,
): number | undefined {
  assertRuleSetApplies(options.ruleSet, report);
  const misses = notFoundErrors(requested, report, snapshot, options.namespace);
  if (misses.length > 0) {
    environment.printMessage(`${misses.join("\n")}\n`);
    return failedExit;
  }
  if (report.roots.length > 0) return undefined;
  const style = chooseErrorStyle(options, environment);
  const hasNoAnswer = isUnanswered(snapshot);
  if (hasNoAnswer || !isScreen)
    environment.printMessage(
      `${(absenceMessage(options, requested, report) ?? renderText(report, style)).trimEnd()}\n`,
    );
  return hasNoAnswer ? failedExit : undefined;
}

/** Why a watch or a wait does not begin, where the connection gives no cause. */
export const noServerText = "the server does not respond";
