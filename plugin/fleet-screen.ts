import { changesBetween } from "../shared/aggregate/changes.ts";
import type { FleetMember } from "../shared/render/fleet-member.ts";
import { linkNewsOf, memberNews } from "../shared/render/fleet-news.ts";
import { inOrder } from "../shared/render/fleet-state.ts";
import { paintOf } from "../shared/render/marks.ts";
import { harmless, harmlessLines } from "../shared/render/safe.ts";
import { styleOf as total } from "../shared/render/style.ts";
import { type LogEntry, logLines, withEntries } from "../shared/render/watch-log.ts";
import { mostBeside, pictureOf } from "../shared/render/watch-picture.ts";
import { fleetLive } from "../shared/render/words-fleet.ts";
import { keyWords } from "../shared/render/words-watch.ts";
import type { FollowedMember } from "./fleet-follow.ts";
import type { FleetShow, FleetSurface } from "./fleet-surface.ts";
import { styleOf } from "./text-style.ts";
import { canvasOn } from "./watch-canvas.ts";

/** Milliseconds: between two pictures, and after which all ages are counted anew. */
const pauses = { pictures: 100, ages: 5_000 };
/** Lines of what others said that are kept for the end. */
const mostSaid = 20;

/** The table, the last changes and how many clusters are live, redrawn in place; what was shown last is printed in the end. */
export function fleetScreen({ members, counted, options, world, print, leave, refresh }: FleetShow): FleetSurface {
  const { clock } = world;
  const style = styleOf(options, world);
  const { palette, glyphs } = total(style);
  const told = new Map<string, FleetMember>();
  let log: readonly LogEntry[] = [];
  let saidLast: readonly string[] = [];
  let drawnAt = Number.NEGATIVE_INFINITY;
  let forgetPicture: (() => void) | undefined;
  let forgetAges = clock.after(pauses.ages, age);
  const canvas = canvasOn(
    world,
    {
      blank: draw,
      wished(wish) {
        if (wish === "leave") leave();
        else refresh();
      },
    },
    glyphs.ellipsis,
  );

  function note(one: FollowedMember): void {
    const member = one.member();
    if (member.trouble?.is === "connecting") return;
    const before = told.get(one.name);
    told.set(one.name, member);
    if (before === undefined) return;
    const entry = (at: string, line: string): Omit<LogEntry, "batch"> => ({
      at,
      key: `${one.name} ${line}`,
      text: `${harmless(one.name)} ${line}`,
    });
    const changes = changesBetween(before.report, member.report);
    const news = memberNews(before, member, changes, style).map((line) => entry(member.report.takenAt, line));
    const linkNews = linkNewsOf(before, member, style);
    log = withEntries(log, [...news, ...(linkNews === undefined ? [] : [entry(world.now(), linkNews)])]);
  }

  function age(): void {
    for (const one of members) one.look();
    forgetAges = clock.after(pauses.ages, age);
    draw();
  }

  function tableLines(columns: number, lines?: number): readonly string[] {
    const now = inOrder(members.map((one) => one.member()));
    return print(now, { width: options.width ?? columns, ...(lines !== undefined && { lines }) })
      .trimEnd()
      .split("\n");
  }

  function status(): string {
    const live = members.filter((one) => one.link().state === "live").length;
    const mark = live === members.length ? "good" : "busy";
    const keys = palette.dim(` ${glyphs.dot} ${keyWords}`);
    return `${paintOf(mark, palette)(glyphs.marks[mark])} ${fleetLive(live, members.length, counted)}${keys}`;
  }

  function draw(): void {
    forgetPicture?.();
    forgetPicture = undefined;
    const { rows, columns } = canvas.size();
    drawnAt = clock.now();
    const changes = (room: number): readonly string[] => logLines(log, room, palette.dim);
    const picture = { report: tableLines(columns, roomIn(rows)), changes, said: saidLast.slice(-1), status: status() };
    canvas.show(pictureOf(picture, rows, glyphs.ellipsis));
  }

  /** Below it stand the changes, what others said and the status. */
  function roomIn(rows: number): number {
    const said = saidLast.length === 0 ? 0 : 1;
    return rows - 1 - said - (log.length === 0 ? 0 : 1 + Math.min(log.length, mostBeside(rows)));
  }

  draw();
  return {
    changed(one) {
      note(one);
      const wait = drawnAt + pauses.pictures - clock.now();
      if (wait > 0 && wait <= pauses.pictures) forgetPicture ??= clock.after(wait, draw);
      else draw();
    },
    aside: canvas.aside,
    said(name, text) {
      const lines = harmlessLines(text)
        .split("\n")
        .filter((line) => line.trim() !== "");
      saidLast = [...saidLast, ...lines.map((line) => `${harmless(name)}: ${line}`)].slice(-mostSaid);
    },
    close() {
      forgetPicture?.();
      forgetAges();
      const { rows, columns } = canvas.size();
      canvas.close();
      for (const one of members) one.look();
      const changes = logLines(log, rows, palette.dim);
      world.print(`${[...tableLines(columns), ...(changes.length === 0 ? [] : ["", ...changes])].join("\n")}\n`);
      if (saidLast.length > 0) world.tell(`${saidLast.join("\n")}\n`);
    },
  };
}
