import { changesBetween } from "../shared/aggregate/changes.ts";
import type { Report } from "../shared/model/report.ts";
import { fitting } from "../shared/render/frame-cells.ts";
import { glyphsFor } from "../shared/render/marks.ts";
import { plainPalette } from "../shared/render/palette.ts";
import { harmless, harmlessLines } from "../shared/render/safe.ts";
import { type LogEntry, logged, logLines, withEntries } from "../shared/render/watch-log.ts";
import { pictureOf } from "../shared/render/watch-picture.ts";
import { linkCause, linkLine, statusLine } from "../shared/render/watch-status.ts";
import { placeWords } from "../shared/render/words-reading.ts";
import { absenceOf } from "./judge.ts";
import type { Print } from "./print.ts";
import { styleOf } from "./text-style.ts";
import { type Canvas, canvasOn } from "./watch-canvas.ts";
import { unsteadyLines } from "./watch-flaps.ts";
import { type Surface, type Watched, wordsOfLink } from "./watch-surface.ts";

/** A screen, and what others want of it meanwhile. */
export interface ScreenSurface extends Surface, Pick<Canvas, "aside"> {
  /** Somebody else says something, which would stand in the middle of the picture. */
  readonly said: (text: string) => void;
}

/** Milliseconds: between two pictures, and after which ages are looked at again where they show seconds or not. */
const pauses = { pictures: 40, seconds: 1000, minutes: 10_000 };
/** Changes that are left in the end. */
const mostLeft = 10;
/** Lines of what others said that are kept for the end. */
const mostSaid = 20;

/** The report, the last changes and how the link stands, redrawn in place; what was shown last is printed in the end. */
export function screenOf(watched: Watched, print: Print): ScreenSurface {
  const { options, world, asked } = watched;
  const { clock } = world;
  const style = styleOf(options, world);
  const { palette = plainPalette } = style;
  const dots = glyphsFor(style.ascii === true).ellipsis;
  let log: readonly LogEntry[] = [];
  let told: Report = watched.report();
  let toldLink = watched.link().state;
  let askedAt: string | undefined;
  let saidLast: readonly string[] = [];
  let drawnAt = Number.NEGATIVE_INFINITY;
  let forget: (() => void) | undefined;
  const canvas = canvasOn(
    world,
    {
      blank: draw,
      wished(wish) {
        if (wish === "leave") watched.leave();
        else {
          watched.refresh();
          askedAt = world.now();
          draw();
        }
      },
    },
    dots,
  );

  function note(): void {
    const [now, link] = [watched.report(), watched.link()];
    const at = world.now();
    if (now !== told) log = logged(log, changesBetween(told, now), { before: told, after: now, at }, style);
    told = now;
    if (link.state === toldLink) return;
    toldLink = link.state;
    log = withEntries(log, [{ at, key: "link", text: linkLine({ state: link.state }, style) }]);
  }

  function reportLines(report: Report, columns: number): readonly string[] {
    const absence = report.roots.length > 0 ? undefined : absenceOf(options, asked, report);
    const width = options.width ?? columns;
    const contextLine = placeWords(report.source, options.reach);
    const text = absence ?? print(report, { ...style, width, contextLine });
    return text.trimEnd().split("\n");
  }

  function draw(): void {
    forget?.();
    const { rows, columns } = canvas.size();
    drawnAt = clock.now();
    const link = wordsOfLink(watched.link());
    const lines = pictureOf(
      {
        report: reportLines(watched.look(), columns),
        changes(room) {
          const unsteady = unsteadyLines(watched.history(), style).slice(0, Math.floor(room / 2));
          return [...unsteady, ...logLines(log, room - unsteady.length, palette.dim)];
        },
        said: link.state === "live" ? [] : [...saidLast.slice(-1), ...linkCause(link, style)],
        status: statusLine(link, world.now(), style, askedAt),
      },
      rows,
      dots,
    );
    canvas.show(lines);
    const hasSeconds = link.until !== undefined || lines.some((line) => /\d(s| seconds?)\b/.test(line));
    again(hasSeconds ? pauses.seconds - (drawnAt % 1000) : pauses.minutes);
  }

  function again(milliseconds: number): void {
    forget?.();
    forget = clock.after(milliseconds, draw);
  }

  draw();
  return {
    changed() {
      note();
      const wait = drawnAt + pauses.pictures - clock.now();
      if (wait > 0 && wait <= pauses.pictures) again(wait);
      else draw();
    },
    aside: canvas.aside,
    said(text) {
      const lines = harmlessLines(text).split("\n");
      saidLast = [...saidLast, ...lines.map(harmless).filter((line) => line.trim() !== "")].slice(-mostSaid);
    },
    close() {
      forget?.();
      // First of all, whatever comes of the rest.
      canvas.close();
      note();
      const { columns } = canvas.size();
      const link = wordsOfLink(watched.link());
      const lines = [
        ...reportLines(watched.look(), columns),
        ...(log.length === 0
          ? []
          : ["", ...logLines(log, mostLeft, palette.dim).map((line) => fitting(line, columns, dots))]),
        ...(link.state === "live" ? [] : ["", statusLine(link, world.now(), style), ...linkCause(link, style)]),
      ];
      world.print(`${lines.join("\n")}\n`);
      if (saidLast.length > 0) world.tell(`${saidLast.join("\n")}\n`);
    },
  };
}
