import { listChanges } from "../../shared/changes/compare-reports.ts";
import { sanitizeLine } from "../../shared/characters/sanitize.ts";
import { definedFields } from "../../shared/model/defined-fields.ts";
import { membersInOrder } from "../../shared/render/fleet/member-state.ts";
import { memberLinkNews, memberNews } from "../../shared/render/fleet/news.ts";
import { resolveTextStyle, type TextOptions } from "../../shared/render/terminal/text-style.ts";
import { markPaint } from "../../shared/render/terminal/verdict-marks.ts";
import { type LogEntry, logLines, withEntries } from "../../shared/render/watch/event-log.ts";
import { maxBeside } from "../../shared/render/watch/screen.ts";
import type { FleetMember } from "../../shared/render/words/commands/fleet.ts";
import { type CountedThing, liveClustersText } from "../../shared/render/words/commands/fleet.ts";
import { keyHelpText } from "../../shared/render/words/commands/watch.ts";
import { chooseTextStyle } from "../cli/text-style.ts";
import { LiveScreen } from "../follow/live-screen.ts";
import type { FollowedMember } from "./follow-member.ts";
import type { FleetShow, FleetSurface } from "./surface.ts";

/** The fewest milliseconds between two pictures. */
const pictureIntervalMs = 100;

/** Milliseconds between two updates of all ages. */
const ageIntervalMs = 5_000;

/**
 * Shows several clusters on a screen that is redrawn in place. At the end it prints what was shown last:
 *
 *     12 clusters: 1 degraded, 11 healthy           the table, scrolled
 *     ✗ edge-7   1.16.0   degraded   14m  …
 *
 *     14:02:11 edge-7 ✗ degraded …                  the last changes
 *     edge-3: waiting for login                     the last message
 *     ✓ 12 clusters connected · q quit …            the status
 */
export class FleetScreen implements FleetSurface {
  readonly #fleetShow: FleetShow;
  readonly #style: TextOptions;
  readonly #screen: LiveScreen;
  readonly #lastShown = new Map<string, FleetMember>();
  #log: readonly LogEntry[] = [];
  #cancelAgeUpdate: () => void;

  constructor(show: FleetShow) {
    const { options, environment } = show;
    this.#fleetShow = show;
    this.#style = chooseTextStyle(options, environment);
    this.#cancelAgeUpdate = environment.clock.after(ageIntervalMs, () => this.#updateAges());
    this.#screen = new LiveScreen({
      environment,
      style: resolveTextStyle(this.#style),
      pictureIntervalMs,
      draw: () => this.#draw(),
      commanded: (command) => (command === "leave" ? show.leave() : show.refresh()),
    });
    this.#screen.pacing.now();
  }

  changed(followed: FollowedMember): void {
    this.#addToLog(followed);
    this.#screen.pacing.soon();
  }

  withFreeTerminal<T>(work: () => Promise<T>): Promise<T> {
    return this.#screen.withFreeTerminal(work);
  }

  message(name: string, text: string): void {
    this.#screen.addMessage(text, name);
  }

  close(): void {
    this.#cancelAgeUpdate();
    this.#screen.close(() => {
      for (const followed of this.#fleetShow.members) followed.evaluate();
      return this.#lastLines();
    });
  }

  /** Adds what is new about a cluster to the log. What was known when the cluster was first seen is no change. */
  #addToLog({ name, member: readMember }: FollowedMember): void {
    const member = readMember();
    if (member.trouble?.is === "connecting") return;
    const before = this.#lastShown.get(name);
    this.#lastShown.set(name, member);
    if (before === undefined) return;
    const news = listMemberNews(name, before, member, this.#fleetShow.environment.now(), this.#style);
    this.#log = withEntries(this.#log, news);
  }

  #updateAges(): void {
    const { members, environment } = this.#fleetShow;
    for (const followed of members) followed.evaluate();
    this.#cancelAgeUpdate = environment.clock.after(ageIntervalMs, () => this.#updateAges());
    this.#screen.pacing.now();
  }

  #draw(): void {
    const { members, counted } = this.#fleetShow;
    const { rows, columns } = this.#screen.size();
    this.#screen.show({
      report: this.#tableLines(columns, this.#roomForTable(rows)),
      changes: (room) => this.#changeLines(room),
      messages: this.#screen.lastMessage(),
      status: statusLine(members, counted, this.#style),
    });
  }

  /** What is printed at the end: the table and the last changes. */
  #lastLines(): readonly string[] {
    const { rows, columns } = this.#screen.size();
    const lines = [...this.#tableLines(columns)];
    const changes = this.#changeLines(rows);
    if (changes.length > 0) lines.push("", ...changes);
    return lines;
  }

  #tableLines(columns: number, maxLines?: number): readonly string[] {
    const { members, options, print } = this.#fleetShow;
    const inOrder = membersInOrder(members.map((followed) => followed.member()));
    const size = { width: options.width ?? columns, ...definedFields({ lines: maxLines }) };
    return print(inOrder, size).trimEnd().split("\n");
  }

  #changeLines(room: number): readonly string[] {
    return logLines(this.#log, room, resolveTextStyle(this.#style).palette.dim);
  }

  /** The lines that the table has. Below it are the changes with an empty line, the last message, and the status. */
  #roomForTable(rows: number): number {
    const statusLines = 1;
    const messageLines = this.#screen.lastMessage().length;
    const changeLines = this.#log.length === 0 ? 0 : 1 + Math.min(this.#log.length, maxBeside(rows));
    return rows - statusLines - messageLines - changeLines;
  }
}

/** How many clusters are live, and the keys: `✓ 12 clusters connected · q quit …`. */
function statusLine(members: readonly FollowedMember[], counted: CountedThing, style: TextOptions): string {
  const { palette, glyphs } = resolveTextStyle(style);
  const liveCount = members.filter((followed) => followed.link().state === "live").length;
  const mark = liveCount === members.length ? "good" : "busy";
  const paintedMark = markPaint(mark, palette)(glyphs.marks[mark]);
  const keys = palette.dim(` ${glyphs.dot} ${keyHelpText}`);
  return `${paintedMark} ${liveClustersText(liveCount, members.length, counted)}${keys}`;
}

/** The changes of one cluster since it was shown last: in its Report, and of its connection. */
function listMemberNews(
  name: string,
  before: FleetMember,
  member: FleetMember,
  now: string,
  style: TextOptions,
): readonly Omit<LogEntry, "batch">[] {
  const makeEntry = (at: string, line: string): Omit<LogEntry, "batch"> => {
    return { at, key: `${name} ${line}`, text: `${sanitizeLine(name)} ${line}` };
  };
  const changes = listChanges(before.report, member.report);
  const reportNews = memberNews(before, member, changes, style);
  const entries = reportNews.map((line) => makeEntry(member.report.takenAt, line));
  const linkNews = memberLinkNews(before, member, style);
  if (linkNews !== undefined) entries.push(makeEntry(now, linkNews));
  return entries;
}
