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
import { type CountedThing, fleetLive } from "../../shared/render/words/commands/fleet.ts";
import { keyHelpText } from "../../shared/render/words/commands/watch.ts";
import { chooseTextStyle } from "../cli/text-style.ts";
import { paceDrawing } from "../follow/screen-pacing.ts";
import { keepMessages } from "../follow/screen-text.ts";
import { createScrolledScreen } from "../follow/scrolled-screen.ts";
import { type CanvasEvents, canvasOn } from "../follow/terminal-canvas.ts";
import type { FollowedMember } from "./follow-member.ts";
import type { FleetShow, FleetSurface } from "./surface.ts";

/** The fewest milliseconds between two pictures. */
const pictureIntervalMs = 100;

/** Milliseconds between two updates of all ages. */
const ageIntervalMs = 5_000;

/**
 * Shows the table, the last changes and how many clusters are live, redrawn in place. In the end it prints what was
 * shown last.
 */
export function fleetScreen({
  members,
  counted,
  options,
  environment,
  print,
  leave,
  refresh,
}: FleetShow): FleetSurface {
  const style = chooseTextStyle(options, environment);
  const { palette, glyphs } = resolveTextStyle(style);
  const lastShown = new Map<string, FleetMember>();
  let log: readonly LogEntry[] = [];
  let lastMessages: readonly string[] = [];
  let cancelAgeUpdate = environment.clock.after(ageIntervalMs, updateAges);
  const pacing = paceDrawing(environment.clock, pictureIntervalMs, draw);
  const scrolled = createScrolledScreen(glyphs, palette.dim);
  const events: CanvasEvents = {
    blank: pacing.now,
    commanded: (command) => (command === "leave" ? leave() : refresh()),
    scrolled(move) {
      scrolled.move(move);
      pacing.soon();
    },
  };
  const canvas = canvasOn(environment, events, glyphs.ellipsis);

  /** Adds what is new about a cluster to the log. What was known when the cluster was first seen is no change. */
  function addToLog({ name, member: readMember }: FollowedMember): void {
    const member = readMember();
    if (member.trouble?.is === "connecting") return;
    const before = lastShown.get(name);
    lastShown.set(name, member);
    if (before !== undefined) log = withEntries(log, listMemberNews(name, before, member, environment.now(), style));
  }

  function updateAges(): void {
    for (const followed of members) followed.evaluate();
    cancelAgeUpdate = environment.clock.after(ageIntervalMs, updateAges);
    pacing.now();
  }

  function tableLines(columns: number, maxLines?: number): readonly string[] {
    const inOrder = membersInOrder(members.map((followed) => followed.member()));
    const size = { width: options.width ?? columns, ...definedFields({ lines: maxLines }) };
    return print(inOrder, size).trimEnd().split("\n");
  }

  function draw(): void {
    const size = canvas.size();
    const changes = (room: number): readonly string[] => logLines(log, room, palette.dim);
    const report = tableLines(size.columns, roomForTable(size.rows));
    const status = statusLine(members, counted, style);
    canvas.show(scrolled.lines({ report, changes, messages: lastMessages.slice(-1), status }, size));
  }

  /** The lines that the table has. Below it are the changes with an empty line, the last message, and the status. */
  function roomForTable(rows: number): number {
    const statusLines = 1;
    const messageLines = lastMessages.length === 0 ? 0 : 1;
    const changeLines = log.length === 0 ? 0 : 1 + Math.min(log.length, maxBeside(rows));
    return rows - statusLines - messageLines - changeLines;
  }

  pacing.now();
  return {
    changed(followed) {
      addToLog(followed);
      pacing.soon();
    },
    withFreeTerminal: canvas.withFreeTerminal,
    message(name, text) {
      lastMessages = keepMessages(lastMessages, text, name);
    },
    close() {
      pacing.stop();
      cancelAgeUpdate();
      const { rows, columns } = canvas.size();
      canvas.close();
      for (const followed of members) followed.evaluate();
      const lines = [...tableLines(columns)];
      const changes = logLines(log, rows, palette.dim);
      if (changes.length > 0) lines.push("", ...changes);
      environment.print(`${lines.join("\n")}\n`);
      if (lastMessages.length > 0) environment.printMessage(`${lastMessages.join("\n")}\n`);
    },
  };
}

/** How many clusters are live, and the keys. */
function statusLine(members: readonly FollowedMember[], counted: CountedThing, style: TextOptions): string {
  const { palette, glyphs } = resolveTextStyle(style);
  const liveCount = members.filter((followed) => followed.link().state === "live").length;
  const mark = liveCount === members.length ? "good" : "busy";
  const paintedMark = markPaint(mark, palette)(glyphs.marks[mark]);
  const keys = palette.dim(` ${glyphs.dot} ${keyHelpText}`);
  return `${paintedMark} ${fleetLive(liveCount, members.length, counted)}${keys}`;
}

/** The changes of one cluster since it was shown last: in its Report, and of its connection. */
function listMemberNews(
  name: string,
  before: FleetMember,
  member: FleetMember,
  now: string,
  style: TextOptions,
): readonly Omit<LogEntry, "batch">[] {
  const entryAt = (at: string, line: string): Omit<LogEntry, "batch"> => {
    return { at, key: `${name} ${line}`, text: `${sanitizeLine(name)} ${line}` };
  };
  const changes = listChanges(before.report, member.report);
  const entries = memberNews(before, member, changes, style).map((line) => entryAt(member.report.takenAt, line));
  const linkNews = memberLinkNews(before, member, style);
  return linkNews === undefined ? entries : [...entries, entryAt(now, linkNews)];
}
