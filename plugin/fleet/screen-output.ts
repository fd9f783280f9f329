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

/** Milliseconds between two pictures, and between two updates of all ages. */
const pauses = { pictures: 100, ages: 5_000 };

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
  const shownMembers = new Map<string, FleetMember>();
  let log: readonly LogEntry[] = [];
  let lastMessages: readonly string[] = [];
  let forgetAges = environment.clock.after(pauses.ages, age);
  const pacing = paceDrawing(environment.clock, pauses.pictures, draw);
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

  function note(one: FollowedMember): void {
    const member = one.member();
    if (member.trouble?.is === "connecting") return;
    const before = shownMembers.get(one.name);
    shownMembers.set(one.name, member);
    if (before !== undefined) log = withEntries(log, newsOfMember(one.name, before, member, environment.now(), style));
  }

  function age(): void {
    for (const one of members) one.evaluate();
    forgetAges = environment.clock.after(pauses.ages, age);
    pacing.now();
  }

  function tableLines(columns: number, lines?: number): readonly string[] {
    const now = membersInOrder(members.map((one) => one.member()));
    return print(now, { width: options.width ?? columns, ...definedFields({ lines }) })
      .trimEnd()
      .split("\n");
  }

  function draw(): void {
    const size = canvas.size();
    const changes = (room: number): readonly string[] => logLines(log, room, palette.dim);
    const report = tableLines(size.columns, roomIn(size.rows));
    const status = statusLine(members, counted, style);
    canvas.show(scrolled.lines({ report, changes, messages: lastMessages.slice(-1), status }, size));
  }

  /** The lines that the table has. Below it are the changes, other output and the status. */
  function roomIn(rows: number): number {
    const said = lastMessages.length === 0 ? 0 : 1;
    return rows - 1 - said - (log.length === 0 ? 0 : 1 + Math.min(log.length, maxBeside(rows)));
  }

  pacing.now();
  return {
    changed(one) {
      note(one);
      pacing.soon();
    },
    withFreeTerminal: canvas.withFreeTerminal,
    message(name, text) {
      lastMessages = keepMessages(lastMessages, text, name);
    },
    close() {
      pacing.stop();
      forgetAges();
      const { rows, columns } = canvas.size();
      canvas.close();
      for (const one of members) one.evaluate();
      const changes = logLines(log, rows, palette.dim);
      environment.print(`${[...tableLines(columns), ...(changes.length === 0 ? [] : ["", ...changes])].join("\n")}\n`);
      if (lastMessages.length > 0) environment.printMessage(`${lastMessages.join("\n")}\n`);
    },
  };
}

/** How many clusters are live, and the keys. */
function statusLine(members: readonly FollowedMember[], counted: CountedThing, style: TextOptions): string {
  const { palette, glyphs } = resolveTextStyle(style);
  const live = members.filter((one) => one.link().state === "live").length;
  const mark = live === members.length ? "good" : "busy";
  const keys = palette.dim(` ${glyphs.dot} ${keyHelpText}`);
  return `${markPaint(mark, palette)(glyphs.marks[mark])} ${fleetLive(live, members.length, counted)}${keys}`;
}

/** The changes of one cluster since the last picture: in its Report, and of its connection. */
function newsOfMember(
  name: string,
  before: FleetMember,
  member: FleetMember,
  now: string,
  style: TextOptions,
): readonly Omit<LogEntry, "batch">[] {
  const entry = (at: string, line: string): Omit<LogEntry, "batch"> => {
    return { at, key: `${name} ${line}`, text: `${sanitizeLine(name)} ${line}` };
  };
  const changes = listChanges(before.report, member.report);
  const linkNews = memberLinkNews(before, member, style);
  return [
    ...memberNews(before, member, changes, style).map((line) => entry(member.report.takenAt, line)),
    ...(linkNews === undefined ? [] : [entry(now, linkNews)]),
  ];
}
