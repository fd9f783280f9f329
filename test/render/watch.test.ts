import { describe, expect, test } from "vitest";
import { listChanges } from "../../shared/changes/compare-reports.ts";
import { sanitizeLine } from "../../shared/characters/sanitize.ts";
import { glyphsFor } from "../../shared/render/terminal/verdict-marks.ts";
import { appendToLog, type LogEntry, logLines } from "../../shared/render/watch/event-log.ts";
import { rootStatusLines } from "../../shared/render/watch/root-lines.ts";
import { layOutWatchScreen, renderWatchScreen, type WatchScreen } from "../../shared/render/watch/screen.ts";
import { linkCause, linkLine, statusLine } from "../../shared/render/watch/status-line.ts";
import type { LinkFacts } from "../../shared/render/words/commands/watch.ts";
import { samples } from "./samples.ts";

const numberLines = (name: string, count: number): readonly string[] =>
  Array.from({ length: count }, (_, place) => `${name} ${place + 1}`);

describe("a picture", () => {
  const report = ["head", "", "cause", "", ...numberLines("part", 10)];
  const newestChanges = (room: number): readonly string[] => numberLines("change", 9).slice(-Math.min(9, room) || 9);
  const log = (room: number): readonly string[] => (room < 1 ? [] : newestChanges(room));
  const noChanges = (): readonly string[] => [];
  const scene: WatchScreen = { report, changes: log, messages: [], status: "live" };
  const picture = (screen: WatchScreen, rows: number, top = 0): readonly string[] =>
    renderWatchScreen(layOutWatchScreen(screen, { rows, columns: 80 }), top, glyphsFor(false), (text) => text);

  test.for([1, 2, 3, 4, 5, 8, 11, 12, 19, 20, 24, 60])("has %i rows, and the status in the last one", (rows) => {
    for (const changes of [noChanges, log])
      for (const said of [[], ["why"]])
        for (const top of [0, 3]) {
          const lines = picture({ ...scene, changes, messages: said }, rows, top);
          expect(lines).toHaveLength(rows);
          expect(lines.at(-1)).toMatch(
            rows < 3 ? /^(\d+ lines hidden|line \d+ of \d+, .* for more) · live$/ : /^live$/,
          );
          if (rows > 1 && top === 0) expect(lines[0]).toBe("head");
        }
  });

  test.for([1, 2, 3, 4, 5, 8, 11, 12, 19, 20, 24])(
    "of %i rows says that lines are hidden, or hides none of report and changes",
    (rows) => {
      const lines = picture(scene, rows);
      const isWhole = [...report.filter((line) => line !== ""), ...newestChanges(9)].every((line) =>
        lines.includes(line),
      );
      expect(isWhole || lines.some((line) => / of 2\d, | hidden|earlier change/.test(line))).toBe(true);
    },
  );

  test("leaves the empty lines out where the rest fits then", () => {
    expect(picture({ ...scene, changes: noChanges }, 13)).toEqual([...report.filter((line) => line !== ""), "live"]);
  });

  test("shows a part of a report that is too long, and which", () => {
    const long = { ...scene, changes: noChanges };
    expect(picture(long, 6)).toEqual([...report.slice(0, 4), "lines 1-4 of 14, ↓ for more", "live"]);
    expect(picture(long, 6, 3)).toEqual([...report.slice(3, 7), "lines 4-7 of 14, ↑ ↓ for more", "live"]);
    expect(picture(long, 6, 10)).toEqual([...report.slice(10), "lines 11-14 of 14, ↑ for more", "live"]);
  });

  test("keeps the newest changes below a long report, and the earlier ones scroll with it", () => {
    const long = { ...scene, report: numberLines("part", 100) };
    const lines = picture(long, 24);
    expect(lines.slice(-6)).toEqual(["lines 1-18 of 106, ↓ for more", ...newestChanges(4), "live"]);
    expect(picture(long, 24, 88).slice(10, 18)).toEqual(["part 99", "part 100", "", ...numberLines("change", 5)]);
    const low = picture(long, 11, 101);
    expect(low).toEqual([...numberLines("change", 9), "lines 102-110 of 110, ↑ for more", "live"]);
  });

  test("the output of other programs is above the status, in one row or two", () => {
    const words = { ...scene, changes: noChanges, messages: ["one", "two", "three"] };
    expect(picture(words, 5).slice(-2)).toEqual(["three", "live"]);
    expect(picture(words, 10).slice(-3)).toEqual(["two", "three", "live"]);
  });

  test("shows as many changes as fit below a report that does, and the number of the others", () => {
    const lines = picture(scene, 24);
    expect(lines.slice(14, 16)).toEqual(["1 earlier change", "change 2"]);
    expect(lines.slice(-2)).toEqual(["change 9", "live"]);
    expect(picture(scene, 60).slice(14, 16)).toEqual(["", "change 1"]);
  });

  test("says in few columns which lines are shown", () => {
    const layout = layOutWatchScreen({ ...scene, changes: noChanges }, { rows: 5, columns: 20 });
    expect(renderWatchScreen(layout, 3, glyphsFor(false), (text) => text)[3]).toBe("4-6/14 ↑ ↓");
  });

  test("says in ASCII where more lines are", () => {
    const layout = layOutWatchScreen({ ...scene, changes: noChanges }, { rows: 6, columns: 80 });
    expect(renderWatchScreen(layout, 3, glyphsFor(true), (text) => text)[4]).toBe("lines 4-7 of 14, up down for more");
  });
});

describe("of the changes are shown", () => {
  const entry = (minute: number, key: string, isMinor = false): LogEntry => ({
    at: `2026-11-21T12:${String(minute).padStart(2, "0")}:00Z`,
    key,
    batch: minute,
    text: `${key} at ${minute}`,
    isMinor,
  });
  const rows: readonly [string, log: readonly LogEntry[], room: number, lines: readonly string[]][] = [
    ["the newest, newest last", [entry(1, "a"), entry(2, "b"), entry(3, "c")], 2, ["b at 2", "c at 3"]],
    ["of one moment the first, which are the worst", [entry(1, "a"), entry(2, "b"), entry(2, "c")], 1, ["b at 2"]],
    [
      "what tells most where not all fit",
      [entry(1, "a"), entry(2, "b", true), entry(3, "c", true)],
      2,
      ["a at 1", "c at 3"],
    ],
    ["what came back twice in each of its lines", [entry(1, "a"), entry(2, "a")], 9, ["a at 1", "a at 2"]],
    [
      "what came back more often in one line",
      [entry(1, "a"), entry(6, "a"), entry(7, "b"), entry(11, "a")],
      9,
      ["b at 7", "a at 11 (3 times in 10m)"],
    ],
    ["none are shown where there is no room", [entry(1, "a")], 0, []],
    [
      "what came last, though it was in the same second",
      [entry(1, "gone"), { ...entry(1, "back"), batch: 2 }, { ...entry(1, "worse"), batch: 2 }],
      2,
      ["back at 1", "worse at 1"],
    ],
  ];
  test.for(rows)("%s", ([, log, room, lines]) => {
    const shown = logLines(log, room, (text) => text);
    expect(shown.map((line) => line.replace(/^12:\d\d:00Z /, ""))).toEqual(lines);
  });
});

describe("the status says", () => {
  const until = "2026-11-21T14:02:11Z";
  const now = "2026-11-21T14:02:53Z";
  const rows: readonly [link: LinkFacts, text: string][] = [
    [{ state: "live" }, "✓ connected · q: quit, r: refresh"],
    [{ state: "connecting" }, "~ connecting"],
    [{ state: "stale", until }, "~ reconnecting, showing 14:02:11Z (42s ago)"],
    [{ state: "unreachable", until }, "✗ server unreachable, showing 14:02:11Z (42s ago)"],
    [{ state: "authRequired", until }, "✗ login required, showing 14:02:11Z (42s ago)"],
  ];
  test.for(rows)("%o", ([link, text]) => expect(statusLine(link, now, {})).toBe(text));

  test("why in a line of its own, in which nothing acts", () => {
    const link: LinkFacts = { state: "unreachable", until, cause: "refused\u001b[2J\nby \u202eit" };
    expect(linkCause(link, {})).toEqual(["refused^[[2J by \\u202eit"]);
    expect(linkCause({ ...link, state: "live" }, {})).toEqual([]);
    expect(linkLine(link, {})).toBe(
      "✗ server unreachable, last read at 2026-11-21T14:02:11Z: refused^[[2J by \\u202eit",
    );
  });

  test("when the user refreshed", () => {
    expect(statusLine({ state: "live" }, now, {}, until)).toBe(
      "✓ connected, refreshed at 14:02:11Z · q: quit, r: refresh",
    );
  });

  test("all of it in ASCII where that is requested", () => {
    expect(statusLine({ state: "live" }, now, { ascii: true })).toBe("+ connected - q: quit, r: refresh");
  });
});

describe("between any two Reports", () => {
  const at = "2026-11-21T14:02:11Z";
  const reports = Object.entries(samples);

  test.for(reports)(
    "of which the second is: %s, the log gets lines in which nothing acts, and no ages",
    ([, after]) => {
      for (const [, before] of reports) {
        const log = appendToLog([], listChanges(before, after), { before, after, at }, {});
        for (const entry of log) {
          expect(entry.at).toBe(at);
          expect(entry.text).toBe(sanitizeLine(entry.text));
          expect(entry.text).toMatch(/^[✗~!?✓] [^\n]+$/);
          expect(entry.text).not.toMatch(/\(since [^)]*\)$/);
        }
        const isKnown = before.roots.some(({ ref }) => after.roots.some((root) => root.ref.name === ref.name));
        if (isKnown && before.roots.length === 1 && after.roots.length === 1 && before.verdict !== after.verdict)
          expect(log.length).toBeGreaterThan(0);
      }
    },
  );

  test("what stays is not reported", () => {
    for (const [, report] of reports)
      expect(appendToLog([], listChanges(report, report), { before: report, after: report, at }, {})).toEqual([]);
  });
});

test.for(Object.entries(samples))("the state is a line for each root, in which nothing acts: %s", ([, report]) => {
  const lines = rootStatusLines(report, {});
  expect(lines).toHaveLength(report.roots.length);
  for (const line of lines) {
    expect(line).toBe(sanitizeLine(line));
    expect(line).toMatch(/^[✗~!?✓] [^\n]+$/);
  }
});
