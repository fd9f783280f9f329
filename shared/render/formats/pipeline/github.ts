import { sanitizeLine } from "../../../characters/sanitize.ts";
import { rootFindings } from "../../../model/finding/root-findings.ts";
import { currentCluster } from "../../../model/kubectl-command.ts";
import type { Report } from "../../../model/report.ts";
import { findingEntries } from "../../../outline/finding-entries.ts";
import { describeFinding } from "../../../outline/findings/describe.ts";
import { leftOver } from "../../../outline/group-findings.ts";
import { plainText } from "../../../outline/text.ts";
import { concealedNote } from "../../../outline/words/concealed-note.ts";
import { qualifiedName } from "../../../outline/words/names.ts";
import type { TextOptions } from "../../terminal/text-style.ts";
import { annotationTitles, type CheckGroup, groupChecks, isInput } from "./checks.ts";

/** The most annotations of one output. GitHub shows ten errors and ten warnings of a step. */
const maxAnnotations = 50;

/** The most further texts of one annotation, because GitHub cuts it. */
const maxDetails = 5;

/** The most characters of a line. GitHub cuts an annotation at 4 KB. */
const maxLineLength = 600;

/** One annotation, before it is escaped. */
export interface Annotation {
  readonly level: "error" | "warning" | "notice";
  readonly title: string;
  /** Its lines. The texts are the cluster's own. */
  readonly lines: readonly string[];
}

/** The levels in the order of the output. */
const levels: readonly Annotation["level"][] = ["error", "warning", "notice"];

/** A Report as annotations of GitHub Actions. */
export function renderGithub(report: Report, { upgradeGate, concealedTexts }: TextOptions = {}): string {
  const annotations = reportAnnotations(report, groupChecks(report, upgradeGate?.(report)), "");
  return writeAnnotations(annotations, concealedTexts);
}

/**
 * The annotations of one cluster: an error for each check that JUnit counts as a failure or an error, a warning for each
 * warning that no cause explains, a notice for what is in progress, and one notice if there is none of these. `prefix`
 * precedes each title, such as a context.
 */
export function reportAnnotations(
  report: Report,
  groups: readonly CheckGroup[],
  prefix: string,
): readonly Annotation[] {
  const faults = [...groups.flatMap(checkAnnotations), ...warningAnnotations(report)];
  const isHealthy = faults.length === 0 && report.verdict === "healthy";
  const annotations = isHealthy ? [healthyAnnotation(report)] : faults;
  return annotations.map((annotation) => ({ ...annotation, title: `${prefix}${annotation.title}` }));
}

/** The annotations of the checks that did not pass, without parts that are unhealthy because of another check. */
export function checkAnnotations({ name, root, checks }: CheckGroup): readonly Annotation[] {
  const subject = root === undefined ? "" : `${name}: `;
  const shown = checks.filter(({ result, state }) => {
    return result === "skipped" ? state === "progressing" : result !== "passed";
  });
  return shown.map(({ result, title, text, details = [], next: [firstStep] }) => {
    const lines = [`${subject}${text}`, ...details.slice(0, maxDetails)];
    if (firstStep !== undefined) lines.push(`Next: ${firstStep.command}`);
    return { level: result === "skipped" ? "notice" : "error", title, lines };
  });
}

/** The warnings that no cause explains, of the roots and of what belongs to none. */
function warningAnnotations(report: Report): readonly Annotation[] {
  const clock = { now: report.takenAt, format: "age" } as const;
  const annotations: Annotation[] = [];
  for (const root of report.roots) {
    // The input has its own check.
    const findings = rootFindings(report, root).filter(({ about }) => !isInput(about));
    const entries = findingEntries(root, findings, { clock, reach: currentCluster, namespace: undefined });
    const title = warningTitle(qualifiedName(root.ref));
    for (const { mark, text, weight } of entries) {
      if (weight === "full") continue;
      annotations.push({ level: mark === "busy" ? "notice" : "warning", title, lines: [plainText(text)] });
    }
  }
  for (const finding of leftOver(report, report.roots)) {
    if (finding.severity === "info" || isInput(finding.about)) continue;
    const title = warningTitle(qualifiedName(finding.about));
    annotations.push({ level: "warning", title, lines: [describeFinding(finding, clock)] });
  }
  return annotations;
}

/** The title of an annotation with a warning. */
function warningTitle(name: string): string {
  return `Warning about ${name}`;
}

function healthyAnnotation({ roots }: Report): Annotation {
  const names = roots.map(({ ref }) => qualifiedName(ref)).join(", ");
  return { level: "notice", title: annotationTitles.healthy, lines: [names] };
}

/** Annotations as workflow commands, a line each. Errors come first, since what comes late may not be shown. */
export function writeAnnotations(annotations: readonly Annotation[], concealedTexts = 0): string {
  const sorted = annotations.toSorted((a, b) => levels.indexOf(a.level) - levels.indexOf(b.level));
  const commands = sorted.slice(0, maxAnnotations).map(workflowCommand);
  const omittedCount = sorted.length - maxAnnotations;
  const notes = [omittedCount > 0 ? `${omittedCount} more; use -o text for all` : "", concealedNote(concealedTexts)];
  for (const note of notes) {
    if (note !== "") commands.push(`::notice title=hco-status::${note}`);
  }
  return commands.map((command) => `${command}\n`).join("");
}

/**
 * One workflow command on one line. The runner reads commands only at the beginning of a line, so the text of a cluster,
 * in which line breaks are made visible, cannot be one (actions/runner, src/Runner.Common/ActionCommand.cs).
 */
function workflowCommand({ level, title, lines }: Annotation): string {
  const name = escapeData(title).replaceAll(":", "%3A").replaceAll(",", "%2C");
  return `::${level} title=${name}::${lines.map(escapeData).join("%0A")}`;
}

/** Escapes data of a workflow command as the runner reads it: `%`, carriage return and line feed. */
function escapeData(text: string): string {
  const harmless = sanitizeLine(text.slice(0, maxLineLength)).toWellFormed();
  return harmless.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}
