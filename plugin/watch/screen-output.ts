import type { LinkStatus } from "../../shared/io/watch/link-state.ts";
import type { Report } from "../../shared/model/report.ts";
import { clusterSourceText } from "../../shared/outline/place.ts";
import { connectionText } from "../../shared/outline/words/completeness.ts";
import { foldLine, truncateLine } from "../../shared/render/terminal/cells.ts";
import { plainPalette } from "../../shared/render/terminal/palette.ts";
import type { TextOptions } from "../../shared/render/terminal/text-style.ts";
import { glyphsFor } from "../../shared/render/terminal/verdict-marks.ts";
import { appendToLog, type LogEntry, logLines, withEntries } from "../../shared/render/watch/event-log.ts";
import type { ScrollMove } from "../../shared/render/watch/scroll.ts";
import { linkCause, linkLine, statusLine } from "../../shared/render/watch/status-line.ts";
import { furtherCommands } from "../cli/rerun-command.ts";
import { chooseTextStyle } from "../cli/text-style.ts";
import { paceDrawing } from "../follow/screen-pacing.ts";
import { keepMessages } from "../follow/screen-text.ts";
import { createScrolledScreen } from "../follow/scrolled-screen.ts";
import { type WatchedReport, type WatchSurface, wordsOfLink } from "../follow/surface.ts";
import { canvasOn, type TerminalCanvas } from "../follow/terminal-canvas.ts";
import { absenceMessage } from "../status/evaluate-and-print.ts";
import type { PrintReport } from "../status/print-report.ts";
import { unsteadyLines } from "./flapping.ts";

/** The screen of a watch, and what other parts of the plugin need from it. */
export interface ScreenSurface extends WatchSurface, Pick<TerminalCanvas, "withFreeTerminal"> {
  /** Keeps other output of the plugin, which would disturb the picture. */
  readonly messages: (text: string) => void;
}

/** Milliseconds between two pictures, and between updates of ages with and without seconds. */
const pauses = { pictures: 40, seconds: 1000, minutes: 10_000 };
/** The maximum number of changes that are printed at the end. */
const maxRemaining = 10;

/**
 * Shows the report, the last changes and the state of the link, redrawn in place. In the end it prints what was shown
 * last.
 */
export function createScreenSurface(watched: WatchedReport, print: PrintReport): ScreenSurface {
  const { options, environment } = watched;
  const style = chooseTextStyle(options, environment);
  const { palette = plainPalette } = style;
  const glyphs = glyphsFor(style.ascii === true);
  const linesForWidth = createReportLines(watched, print, style);
  const scrolled = createScrolledScreen(glyphs, palette.dim);
  let notes: WatchNotes = { log: [], report: watched.report(), link: watched.link().state };
  let messages: readonly string[] = [];
  let refreshedAt: string | undefined;
  const pacing = paceDrawing(environment.clock, pauses.pictures, draw);
  const canvas = canvasOn(environment, { blank: pacing.now, commanded, scrolled: scroll }, glyphs.ellipsis);

  function commanded(command: "leave" | "refresh"): void {
    if (command === "leave") watched.leave();
    else {
      watched.refresh();
      refreshedAt = environment.now();
      pacing.now();
    }
  }

  function scroll(move: ScrollMove): void {
    scrolled.move(move);
    pacing.soon();
  }

  function note(): void {
    notes = nextNotes(notes, watched, environment.now(), style);
  }

  function draw(at: number): void {
    const size = canvas.size();
    const link = wordsOfLink(watched.link());
    const picture = {
      // Only commands are wider than the screen, which does not wrap. A command must not be cut.
      report: linesForWidth(watched.look(), size.columns).flatMap((line) => foldLine(line, size.columns)),
      changes(room: number): readonly string[] {
        const unsteady = unsteadyLines(watched.history(), style).slice(0, Math.floor(room / 2));
        return [...unsteady, ...logLines(notes.log, room - unsteady.length, palette.dim)];
      },
      messages: link.state === "live" ? [] : [...messages.slice(-1), ...linkCause(link, style)],
      status: statusLine(link, environment.now(), style, refreshedAt),
    };
    const lines = scrolled.lines(picture, size);
    canvas.show(lines);
    pacing.after(link.until !== undefined || lines.some(hasSeconds) ? pauses.seconds - (at % 1000) : pauses.minutes);
  }

  function lastLines(): readonly string[] {
    const { columns } = canvas.size();
    const link = wordsOfLink(watched.link());
    const changes = logLines(notes.log, maxRemaining, palette.dim);
    return [
      ...linesForWidth(watched.look(), columns),
      ...afterBlank(changes.map((line) => truncateLine(line, columns, glyphs.ellipsis))),
      ...afterBlank(
        link.state === "live" ? [] : [statusLine(link, environment.now(), style), ...linkCause(link, style)],
      ),
    ];
  }

  pacing.now();
  return {
    changed() {
      note();
      pacing.soon();
    },
    withFreeTerminal: canvas.withFreeTerminal,
    messages(text) {
      messages = keepMessages(messages, text);
    },
    close() {
      pacing.stop();
      // The screen is given back first, even if the rest fails.
      canvas.close();
      note();
      environment.print(`${lastLines().join("\n")}\n`);
      if (messages.length > 0) environment.printMessage(`${messages.join("\n")}\n`);
    },
  };
}

/** The lines that a watch shows, as `print` prints them. Where nothing matches, they say so. */
function createReportLines(
  { options, requested }: Pick<WatchedReport, "options" | "requested">,
  print: PrintReport,
  style: TextOptions,
): ReportLines {
  const commands = furtherCommands(options);
  return (report, columns) => {
    const absence = report.roots.length > 0 ? undefined : absenceMessage(options, requested, report);
    const place = {
      contextLine: connectionText(report.source, options.reach),
      place: clusterSourceText(report.source, options.reach),
    };
    const text = absence ?? print(report, { ...style, ...place, ...commands, width: options.width ?? columns });
    return text.trimEnd().split("\n");
  };
}

/** The changes that a screen shows, and the state that the next change is compared with. */
interface WatchNotes {
  readonly log: readonly LogEntry[];
  readonly report: Report;
  readonly link: LinkStatus["state"];
}

/** The notes after the Report and the link changed. `at` is the time of the change (RFC 3339 UTC). */
function nextNotes(
  { log, report: before, link: linkBefore }: WatchNotes,
  { report, changesSince, link: linkNow }: Pick<WatchedReport, "report" | "changesSince" | "link">,
  at: string,
  style: TextOptions,
): WatchNotes {
  const after = report();
  const { state: link } = linkNow();
  const changed = after === before ? log : appendToLog(log, changesSince(before), { before, after, at }, style);
  if (link === linkBefore) return { log: changed, report: after, link };
  const entry = { at, key: "link", text: linkLine({ state: link }, style) };
  return { log: withEntries(changed, [entry]), report: after, link };
}

/** The lines below an empty one; nothing where there are none. */
function afterBlank(lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : ["", ...lines];
}

/** Whether the line has an age in seconds. */
function hasSeconds(line: string): boolean {
  return /\d(s| seconds?)\b/.test(line);
}

/** The lines of a Report for a screen of this width: its content above changes and status. */
type ReportLines = (report: Report, columns: number) => readonly string[];
