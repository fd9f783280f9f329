import type { SeenReport } from "../../shared/io/watch/follow-report.ts";
import type { Report } from "../../shared/model/report.ts";
import { renderText } from "../../shared/render/formats/text/text.ts";
import { failedExit } from "../cli/exit-codes.ts";
import type { CommandLineOptions } from "../cli/parse-options.ts";
import { assertRuleSetApplies } from "../cli/rule-set-flag.ts";
import { chooseErrorStyle } from "../cli/text-style.ts";
import type { HostEnvironment } from "../process/host-environment.ts";
import { isUnanswered } from "../status/evaluate.ts";
import { notFoundErrors } from "../status/not-found-errors.ts";
import { absenceMessage } from "../status/nothing-found.ts";
import type { FollowedSource } from "./follow-source.ts";

/** The Report and the snapshot of the first complete reading. */
export interface FirstReport {
  readonly report: Report;
  readonly snapshot: NonNullable<SeenReport["snapshot"]>;
}

/**
 * Checks the first Report of a watch, and prints what is wrong:
 * - a requested type or name does not exist: returns the exit status of a failure;
 * - no request got a response: returns the exit status of a failure;
 * - there are no roots: returns undefined, because the watch waits for them. A screen shows this itself.
 * Returns undefined for any other Report.
 * @throws UsageError for a rule set of other kinds.
 */
export function exitOfFirstReport(
  { report, snapshot }: FirstReport,
  { requested }: Pick<FollowedSource, "requested">,
  options: CommandLineOptions,
  environment: HostEnvironment,
  isScreen: boolean,
): number | undefined {
  assertRuleSetApplies(options.ruleSet, report);
  const errors = notFoundErrors(requested, report, snapshot, options.namespace);
  if (errors.length > 0) {
    environment.printMessage(`${errors.join("\n")}\n`);
    return failedExit;
  }
  if (report.roots.length > 0) return undefined;
  const hasResponse = !isUnanswered(snapshot);
  if (hasResponse && isScreen) return undefined;
  const style = chooseErrorStyle(options, environment);
  const message = absenceMessage(options, requested, report) ?? renderText(report, style);
  environment.printMessage(`${message.trimEnd()}\n`);
  return hasResponse ? undefined : failedExit;
}

/** Why a watch or a wait does not begin, where the connection gives no cause. */
export const noServerText = "the server does not respond";
