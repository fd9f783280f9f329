import { describe, expect, test } from "vitest";
import { changesBetween } from "../../shared/changes/compare-reports.ts";
import { sanitizeLine } from "../../shared/render/characters/sanitize.ts";
import { appendToLog, type LogEntry, logLines } from "../../shared/render/watch/event-log.ts";
import { rootStatusLines } from "../../shared/render/watch/root-lines.ts";
import { renderWatchScreen } from "../../shared/render/watch/screen.ts";
import { linkCause, linkLine, statusLine } from "../../shared/render/watch/status-line.ts";
import type { LinkWords } from "../../shared/render/words/commands/watch.ts";
import { samples } from "./samples.ts";

const numbered = (name: string, count: number): readonly string[] =>
  Array.from({ length: count }, (_, place) => `${name} ${place + 1}`);

describe("a picture", () => {
  const report = ["head", "", "cause", "", ...numbered("part", 10)];
  const newest = (room: number): readonly string[] => (room < 1 ? [] : numbered("change", 9).slice(-room));
  const none = (): readonly string[] => [];
  const scene = { report, changes: newest, said: ["why"], status: "live" };

  test.for([1, 2, 3, 4, 5, 8, 11, 12, 19, 20, 24, 60])("of %i rows has as many, and the status in the last", (rows) => {
    for (const changes of [none, newest])
      for (const said of [[], scene.said]) {
        const lines = renderWatchScreen({ ...scene, changes, said }, rows, "…");
        expect(lines).toHaveLength(rows);
        expect(lines.at(-1)).toBe("live");
        expect(lines[0]).toBe(rows === 1 ? "live" : "head");
      }
  });

  test("keeps the top of a report that is too long, without its empty lines, and counts the rest", () => {
    expect(renderWatchScreen({ ...scene, changes: none, said: [] }, 6, "…")).toEqual([
      ...["head", "cause", "part 1", "part 2"],
      ...["… 8 more lines", "live"],
    ]);
  });

  test("leaves a few rows for the newest changes however long the report is, and none where it is low", () => {
    const long = { ...scene, report: numbered("part", 100), said: [] };
    expect(renderWatchScreen(long, 24, "…").slice(-6)).toEqual(["", ...numbered("change", 9).slice(-4), "live"]);
    expect(renderWatchScreen(long, 11, "…").some((line) => line.startsWith("change"))).toBe(false);
  });

  test("says above the status what others said, in one row or two", () => {
    const words = { ...scene, said: ["one", "two", "three"] };
    expect(renderWatchScreen(words, 5, "…").slice(-2)).toEqual(["three", "live"]);
    expect(renderWatchScreen(words, 10, "…").slice(-3)).toEqual(["two", "three", "live"]);
  });

  test("shows as many changes as fit below a report that does", () => {
    const lines = renderWatchScreen({ ...scene, said: [] }, 24, "…");
    expect(lines.slice(14, 16)).toEqual(["", "change 2"]);
    expect(lines.slice(-2)).toEqual(["change 9", "live"]);
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
    ["none where there is no room", [entry(1, "a")], 0, []],
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
  const rows: readonly [link: LinkWords, text: string][] = [
    [{ state: "live" }, "✓ connected · q: quit, r: refresh"],
    [{ state: "connecting" }, "~ connecting"],
    [{ state: "stale", until }, "~ reconnecting, showing 14:02:11Z (42s ago)"],
    [{ state: "unreachable", until }, "✗ server unreachable, showing 14:02:11Z (42s ago)"],
    [{ state: "authRequired", until }, "✗ login required, showing 14:02:11Z (42s ago)"],
  ];
  test.for(rows)("%o", ([link, text]) => expect(statusLine(link, now, {})).toBe(text));

  test("why in a line of its own, in which nothing acts", () => {
    const link: LinkWords = { state: "unreachable", until, cause: "refused\u001b[2J\nby \u202eit" };
    expect(linkCause(link, {})).toEqual(["refused^[[2J by \\u202eit"]);
    expect(linkCause({ ...link, state: "live" }, {})).toEqual([]);
    expect(linkLine(link, {})).toBe(
      "✗ server unreachable, last read at 2026-11-21T14:02:11Z: refused^[[2J by \\u202eit",
    );
  });

  test("when somebody asked again", () => {
    expect(statusLine({ state: "live" }, now, {}, until)).toBe(
      "✓ connected, refreshed at 14:02:11Z · q: quit, r: refresh",
    );
  });

  test("all of it in ASCII where that is asked for", () => {
    expect(statusLine({ state: "live" }, now, { ascii: true })).toBe("+ connected - q: quit, r: refresh");
  });
});

describe("between any two Reports", () => {
  const at = "2026-11-21T14:02:11Z";
  const reports = Object.entries(samples);

  test.for(reports)(
    "of which the second is: %s, the log is told lines in which nothing acts, and no ages",
    ([, after]) => {
      for (const [, before] of reports) {
        const log = appendToLog([], changesBetween(before, after), { before, after, at }, {});
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

  test("nothing is told of what stays", () => {
    for (const [, report] of reports)
      expect(appendToLog([], changesBetween(report, report), { before: report, after: report, at }, {})).toEqual([]);
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
