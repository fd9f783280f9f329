import { harmlessLines } from "../../shared/characters/sanitize.ts";
import { UsageError } from "../../shared/io/errors/errors.ts";
import { planLogs } from "../../shared/logs/plan-logs.ts";
import type { Report } from "../../shared/model/report.ts";
import { concealLines } from "../../shared/redact/conceal-lines.ts";
import type { OpenSource } from "../naming/resolve-names.ts";

/**
 * The log of the first cause of a Report that was collected beside its objects: its end, of at most 64 KiB, without
 * credentials and harmless, or as many of its lines as `--tail` says. Undefined where none was collected.
 * @throws UsageError where `kubectlFlags` are others than `--tail`.
 */
export async function readCollectedLog(
  report: Report,
  logs: OpenSource,
  kubectlFlags: readonly string[],
): Promise<string | undefined> {
  const most = tailIn(kubectlFlags);
  const { requests } = planLogs(report, () => true);
  const { texts } = await logs.read(requests);
  const [first] = requests.flatMap((request) => texts.filter((text) => text.request === request));
  if (first === undefined) return undefined;
  const lines = first.text.replace(/\n$/, "").split("\n").slice(-most);
  return `${harmlessLines(concealLines(lines).join("\n"))}\n`;
}

/** The number of lines that `--tail` asks for. @throws UsageError for every other flag. */
function tailIn(flags: readonly string[]): number {
  const [, lines] = /^--tail[= ](\d{1,9})$/.exec(flags.join(" ")) ?? [];
  if (lines !== undefined) return Math.max(1, Number(lines));
  if (flags.length > 0)
    throw new UsageError(
      `of the flags of kubectl logs only --tail applies to a log that was collected, not ${flags[0]}`,
    );
  return Number.MAX_SAFE_INTEGER;
}
