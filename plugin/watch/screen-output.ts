import type { LinkStatus } from "../../shared/io/watch/link-state.ts";
import type { Report } from "../../shared/model/report.ts";
import { clusterSourceText } from "../../shared/outline/place.ts";
import { connectionText } from "../../shared/outline/words/completeness.ts";
import { foldLine, truncateLine } from "../../shared/render/terminal/cells.ts";
import type { ColorPalette } from "../../shared/render/terminal/palette.ts";
import { resolveTextStyle, type TextOptions } from "../../shared/render/terminal/text-style.ts";
import type { GlyphSet } from "../../shared/render/terminal/verdict-marks.ts";
import { appendToLog, type LogEntry, logLines, withEntries } from "../../shared/render/watch/event-log.ts";
import { linkCause, linkLine, statusLine } from "../../shared/render/watch/status-line.ts";
import { furtherCommands } from "../cli/rerun-command.ts";
import { chooseTextStyle } from "../cli/text-style.ts";
import { LiveScreen } from "../follow/live-screen.ts";
import { readLinkFacts, type WatchedReport, type WatchSurface } from "../follow/surface.ts";
import { absenceMessage } from "../status/nothing-found.ts";
import type { PrintReport } from "../status/print-report.ts";
import { unsteadyLines } from "./flapping.ts";

/** Milliseconds between two pictures. */
const pictureIntervalMs = 40;
/** Milliseconds between two updates of ages, if one of them is in seconds, and else. */
const secondsIntervalMs = 1000;
const minutesIntervalMs = 10_000;
/** The most changes that are printed at the end. */
const maxPrintedChanges = 10;

/**
 * Shows a watch on a screen that is redrawn in place: the report, the last changes, messages and the state of the link. At the
 * end it prints what was shown last.
 */
export class ScreenSurface implements WatchSurface {
  readonly #watched: WatchedReport;
  readonly #style: TextOptions;
  readonly #palette: ColorPalette;
  readonly #glyphs: GlyphSet;
  readonly #reportLines: ReportLines;
  readonly #screen: LiveScreen;
  #notes: WatchNotes;
  #refreshedAt: string | undefined;

  constructor(watched: WatchedReport, print: PrintReport) {
    const { options, environment } = watched;
    this.#watched = watched;
    this.#style = chooseTextStyle(options, environment);
    const { palette, glyphs } = resolveTextStyle(this.#style);
    this.#palette = palette;
    this.#glyphs = glyphs;
    this.#reportLines = createReportLines(watched, print, this.#style);
    this.#notes = { log: [], report: watched.report(), link: watched.link().state };
    this.#screen = new LiveScreen({
      environment,
      style: { palette, glyphs },
      pictureIntervalMs,
      draw: (drawnAtMs) => this.#draw(drawnAtMs),
      commanded: (command) => this.#obey(command),
    });
    this.#screen.pacing.now();
  }

  changed(): void {
    this.#takeNotes();
    this.#screen.pacing.soon();
  }

  withFreeTerminal<T>(work: () => Promise<T>): Promise<T> {
    return this.#screen.withFreeTerminal(work);
  }

  /** Keeps a message of another part of the plugin, which would disturb the picture. */
  addMessage(text: string): void {
    this.#screen.addMessage(text);
  }

  close(): void {
    this.#screen.close(() => {
      this.#takeNotes();
      return this.#lastLines();
    });
  }

  #obey(command: "leave" | "refresh"): void {
    if (command === "leave") {
      this.#watched.leave();
      return;
    }
    this.#watched.refresh();
    this.#refreshedAt = this.#watched.environment.now();
    this.#screen.pacing.now();
  }

  #takeNotes(): void {
    this.#notes = nextNotes(this.#notes, this.#watched, this.#watched.environment.now(), this.#style);
  }

  #draw(drawnAtMs: number): void {
    const { environment } = this.#watched;
    const { columns } = this.#screen.size();
    const link = readLinkFacts(this.#watched.link());
    const lines = this.#screen.show({
      // Only commands are wider than the screen, which does not wrap. A command must not be cut.
      report: this.#reportLines(this.#watched.look(), columns).flatMap((line) => foldLine(line, columns)),
      changes: (room) => this.#changeLines(room),
      messages: link.state === "live" ? [] : [...this.#screen.lastMessage(), ...linkCause(link, this.#style)],
      status: statusLine(link, environment.now(), this.#style, this.#refreshedAt),
    });
    const showsSeconds = link.until !== undefined || lines.some(hasSeconds);
    this.#screen.pacing.after(showsSeconds ? secondsIntervalMs - (drawnAtMs % secondsIntervalMs) : minutesIntervalMs);
  }

  /** The lines about unsteady conditions, in half the room at most, and the last changes. */
  #changeLines(room: number): readonly string[] {
    const unsteady = unsteadyLines(this.#watched.history(), this.#style).slice(0, Math.floor(room / 2));
    return [...unsteady, ...logLines(this.#notes.log, room - unsteady.length, this.#palette.dim)];
  }

  /** What is printed at the end: the report, the last changes, and the link unless it is live. */
  #lastLines(): readonly string[] {
    const { columns } = this.#screen.size();
    const link = readLinkFacts(this.#watched.link());
    const lines = [...this.#reportLines(this.#watched.look(), columns)];
    const changes = logLines(this.#notes.log, maxPrintedChanges, this.#palette.dim);
    if (changes.length > 0) {
      lines.push("", ...changes.map((line) => truncateLine(line, columns, this.#glyphs.ellipsis)));
    }
    if (link.state !== "live") {
      lines.push("", statusLine(link, this.#watched.environment.now(), this.#style), ...linkCause(link, this.#style));
    }
    return lines;
  }
}

/** Makes the lines of a Report as `print` prints it. If nothing matches, they say so. */
function createReportLines(
  { options, requested }: Pick<WatchedReport, "options" | "requested">,
  print: PrintReport,
  style: TextOptions,
): ReportLines {
  const commands = furtherCommands(options);
  return (report, columns) => {
    const absence = report.roots.length > 0 ? undefined : absenceMessage(options, requested, report);
    const sourceTexts = {
      contextLine: connectionText(report.source, options.reach),
      place: clusterSourceText(report.source, options.reach),
    };
    const text = absence ?? print(report, { ...style, ...sourceTexts, ...commands, width: options.width ?? columns });
    return text.trimEnd().split("\n");
  };
}

/** The changes that a screen shows, and the state that the next change is compared with. */
interface WatchNotes {
  readonly log: readonly LogEntry[];
  readonly report: Report;
  readonly link: LinkStatus["state"];
}

/**
 * The notes after the Report or the link changed.
 * @param at the time of the change (RFC 3339 UTC)
 */
function nextNotes(
  notes: WatchNotes,
  watched: Pick<WatchedReport, "report" | "changesSince" | "link">,
  at: string,
  style: TextOptions,
): WatchNotes {
  const before = notes.report;
  const after = watched.report();
  const link = watched.link().state;
  let { log } = notes;
  if (after !== before) log = appendToLog(log, watched.changesSince(before), { before, after, at }, style);
  if (link !== notes.link) log = withEntries(log, [{ at, key: "link", text: linkLine({ state: link }, style) }]);
  return { log, report: after, link };
}

/** Whether the line has an age in seconds. */
function hasSeconds(line: string): boolean {
  return /\d(s| seconds?)\b/.test(line);
}

/** The lines of a Report for a screen of this width: its content above changes and status. */
type ReportLines = (report: Report, columns: number) => readonly string[];
