import { needsMachineCount, withMachineCount } from "../../shared/aggregate/impact/machine-count.ts";
import { withCauseLogs } from "../../shared/aggregate/root-cause/cause-logs.ts";
import type { Report } from "../../shared/model/report.ts";
import type { CommandLineOptions } from "../cli/parse-options.ts";
import type { ReadSnapshot } from "../naming/resolve-names.ts";
import type { HostEnvironment } from "../process/host-environment.ts";
import type { EvaluateSnapshot } from "./evaluate.ts";
import { readReportLogs } from "./report-logs.ts";

/**
 * Evaluates what was read, and adds what only an unhealthy Report needs: lines of logs, and how many virtual machines
 * run. Both are read at the same time from the source that was read before, which is closed then. The verdict does not
 * change.
 */
export async function readFurther(
  evaluate: EvaluateSnapshot,
  read: ReadSnapshot,
  { logs }: Pick<CommandLineOptions, "logs">,
  environment: Pick<HostEnvironment, "tell">,
): Promise<Report> {
  const { open } = read;
  if (open === undefined) return evaluate(read);
  try {
    const report = evaluate(read);
    const [lines, machines] = await Promise.all([
      logs === "off" ? [] : readReportLogs(report, read, environment),
      needsMachineCount(report) ? open.countMachines?.() : undefined,
    ]);
    const explained = withCauseLogs(report, lines);
    return machines === undefined ? explained : withMachineCount(explained, machines);
  } finally {
    open.close();
  }
}
