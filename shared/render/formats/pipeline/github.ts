import type { Report } from "../../../model/report.ts";
import { sanitizeLine } from "../../characters/sanitize.ts";
import { moreAnnotationsText } from "../../words/commands/pipeline.ts";
import { type CheckGroup, groupChecks, type PipelineCheck } from "./checks.ts";

/** The most annotations of one output. GitHub shows ten errors and ten warnings of a step. */
const most = 50;

/** A Report as annotations of GitHub Actions: a line for each check that did not pass, or a notice if all did. */
export function renderGithub(report: Report): string {
  return writeAnnotations([{ prefix: "", groups: groupChecks(report) }]);
}

/**
 * The annotations of several clusters. A failed check is an error. What is unknown or in progress is a warning, and so is
 * a closed gate of a root that has not failed. The check of a root as a whole is printed only where no other check
 * explains it, or where all passed.
 */
export function writeAnnotations(
  clusters: readonly { readonly prefix: string; readonly groups: readonly CheckGroup[] }[],
): string {
  const lines = clusters.flatMap(({ prefix, groups }) =>
    groups.flatMap(({ name, checks: [whole, ...checks] }) => {
      const open = checks.filter(({ result }) => result !== "passed");
      const own = whole !== undefined && (open.length === 0 || isUnexplained(whole, open)) ? [whole] : [];
      const isFailed = whole?.result === "failed";
      return [...own, ...open].map((check) => {
        const result = check.isGate === true && !isFailed && check.result === "failed" ? "open" : check.result;
        return annotation(`${prefix}${name}`, { ...check, result });
      });
    }),
  );
  // Errors come first, since what comes late may not be shown.
  const level = (line: string): number => order.findIndex((each) => line.startsWith(`::${each} `));
  const sorted = lines.toSorted((a, b) => level(a) - level(b));
  const left = sorted.length - most;
  const shown =
    left > 0 ? [...sorted.slice(0, most), `::notice title=hco-status::${moreAnnotationsText(left)}`] : sorted;
  return `${shown.join("\n")}\n`;
}

/** Whether no part or gate is as bad as the whole. */
function isUnexplained(whole: PipelineCheck, checks: readonly PipelineCheck[]): boolean {
  return whole.result !== "passed" && !checks.some(({ state }) => state === whole.state);
}

const levels: Readonly<Record<PipelineCheck["result"], string>> = {
  failed: "error",
  open: "warning",
  passed: "notice",
};

const order: readonly string[] = ["error", "warning", "notice"];

/** The longest text, in characters. GitHub cuts an annotation at 4 KB. */
const longest = 1_000;

/**
 * One workflow command on one line. The runner reads commands only at the beginning of a line, so the text of a cluster,
 * in which line breaks are made visible, cannot be one (actions/runner, src/Runner.Common/ActionCommand.cs).
 */
function annotation(group: string, { name, result, text }: PipelineCheck): string {
  const title = escapeData(`${group}: ${name}`).replaceAll(":", "%3A").replaceAll(",", "%2C");
  return `::${levels[result]} title=${title}::${escapeData(text)}`;
}

/** Escapes data of a workflow command as the runner reads it: `%`, carriage return and line feed. */
function escapeData(text: string): string {
  const harmless = sanitizeLine(text.slice(0, longest)).toWellFormed();
  return harmless.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}
