import { describe, expect, test } from "vitest";
import { type CommandLineOptions, parseOptions } from "../../../plugin/cli/parse-options.ts";
import { chooseTextStyle } from "../../../plugin/cli/text-style.ts";
import { noTerminal } from "../../../plugin/process/host-environment.ts";
import { createReportPrinter } from "../../../plugin/status/print-report.ts";
import { ScreenSurface } from "../../../plugin/watch/screen-output.ts";
import type { Report } from "../../../shared/model/report.ts";
import { type DrivenClock, drivenClock } from "../../io/watch/driven-clock.ts";
import { component, condition, now, report, root } from "../../render/build.ts";
import { type EmulatedScreen, emulatedScreen } from "../../render/emulated-screen.ts";
import { buildHostEnvironment } from "../host-environment.ts";

/** A watch on a terminal of which each write is checked: nothing may go beyond its edges. */
interface Watched {
  readonly screen: EmulatedScreen;
  readonly type: (keys: string) => void;
  readonly resize: (rows: number, columns: number) => void;
  readonly close: () => void;
  /** All that was printed. */
  readonly written: () => string;
}

interface Size {
  readonly rows: number;
  readonly columns: number;
}

const utf8Environment = { LANG: "C.UTF-8", TERM: "xterm" };

interface WatchSettings {
  readonly variables?: Readonly<Record<string, string>>;
  /** The size that the terminal reports, where that is not its real one. */
  readonly reportedSize?: Partial<Size>;
  readonly format?: "text" | "wide";
}

async function startWatch(
  reportToShow: Report,
  { rows, columns }: Size,
  { variables = utf8Environment, reportedSize = { rows, columns }, format = "text" }: WatchSettings = {},
): Promise<Watched> {
  const options: CommandLineOptions | { error: string } = parseOptions(["-w", "-o", format, "--color", "never"]);
  if ("error" in options) throw new Error(options.error);
  const screen = emulatedScreen(rows, columns);
  const clock: DrivenClock = drivenClock();
  const calls: { key?: (keys: string) => void; resize?: (size: Size) => void } = {};
  let text = "";
  const environment = buildHostEnvironment({
    screen: { isTerminal: true, isInputTerminal: true, platform: "linux", environment: variables, ...reportedSize },
    clock,
    now: () => now,
    person: {
      ...noTerminal,
      onKey(call) {
        calls.key = call;
        return () => {};
      },
      onResize(call) {
        calls.resize = call;
        return () => {};
      },
    },
    print(more) {
      text += more;
      if (!more.endsWith("\n")) screen.write(more);
    },
  });
  const print = await createReportPrinter(options.output, chooseTextStyle(options, environment), {
    isTerminal: true,
    showsCredentials: false,
  });
  const watched = {
    options,
    environment,
    requested: { unknown: [] },
    report: () => reportToShow,
    changesSince: () => [],
    look: () => reportToShow,
    history: () => undefined,
    link: () => ({ state: "live" }) as const,
    refresh: () => {},
    leave: () => {},
  };
  const surface = new ScreenSurface(watched, print);
  return {
    screen,
    type(keys) {
      calls.key?.(keys);
      clock.next(clock.elapsed() + 100);
    },
    resize(toRows, toColumns) {
      screen.resize(toRows, toColumns);
      calls.resize?.({ rows: toRows, columns: toColumns });
    },
    close: () => surface.close(),
    written: () => text,
  };
}

const message = "x".repeat(32_768);
const many = Array.from({ length: 40 }, (_, place) => component(`Part${place + 1}`, "degraded", "1.0.0"));
const reports: Readonly<Record<string, Report>> = {
  "40 culprits": report([root({ children: many })]),
  "a message of 32 KiB in one word": report([
    root({
      conditions: [condition("Degraded", "T", 5, "CDIDegraded", message)],
      ownVerdict: "degraded",
      children: [component("CDI", "degraded", "1", { conditions: [condition("Degraded", "T", 5, "Bad", message)] })],
    }),
  ]),
};
const sizes: readonly Size[] = [
  { rows: 5, columns: 20 },
  { rows: 24, columns: 80 },
  { rows: 24, columns: 400 },
  { rows: 3, columns: 7 },
  { rows: 1, columns: 1 },
];

/** The lines that paging from the beginning to the end shows, without the rows below them. */
function readByPaging({ screen, type }: Watched): readonly string[] {
  const lines: string[] = [];
  for (let page = 0; page < 2_000; page += 1) {
    const rows = screen.rows();
    const place = rows.findIndex((row) => /^(lines? )?\d+(-\d+)?( of |\/)\d+/.test(row));
    if (place < 0) return rows.slice(0, -1);
    const [, first, last, total] = /(\d+)(?:-(\d+))?(?: of |\/)(\d+)/.exec(rows[place] ?? "") ?? [];
    lines.splice(Number(first) - 1, lines.length, ...rows.slice(0, place));
    if (Number(last ?? first) === Number(total)) return lines;
    type(" ");
  }
  throw new Error("paging does not come to an end");
}

function isFilled(line: string): boolean {
  return line !== "";
}

describe.for(Object.entries(reports))("a watch shows %s", ([, shown]) => {
  test.for(sizes)("the screen of a terminal of %o is filled after all keys and all sizes", async (size) => {
    const watched = await startWatch(shown, size);
    for (const keys of ["j", " ", "\u001b[F", "k", "\u001b[5~", "g"]) watched.type(keys);
    for (const next of [...sizes, size]) {
      watched.resize(next.rows, next.columns);
      watched.type("G");
    }
    expect(watched.screen.rows()).toHaveLength(size.rows);
    watched.close();
  });

  test.for(sizes.slice(0, 3))("paging on a terminal of %o shows all lines that a high terminal shows", async (size) => {
    const highTerminal = await startWatch(shown, { ...size, rows: 9_000 });
    const lines = highTerminal.screen.rows().slice(0, -1).filter(isFilled);
    const watched = await startWatch(shown, size);
    // A terminal on which all other lines fit shows no empty ones.
    expect(readByPaging(watched).filter(isFilled)).toEqual(lines);
    expect(lines[0]).toMatch(/^✗ HyperConverged/);
    highTerminal.close();
    watched.close();
  });
});

test.for<{ readonly rule: string; readonly reportedSize: Partial<Size> }>([
  { rule: "a terminal that reports no size has 24 rows and 80 columns", reportedSize: {} },
  { rule: "a terminal that reports a size of 0x0 has 24 rows and 80 columns", reportedSize: { rows: 0, columns: 0 } },
])("$rule", async ({ reportedSize }) => {
  const size = { rows: 24, columns: 80 };
  const watched = await startWatch(reports["40 culprits"] as Report, size, { reportedSize, format: "wide" });
  expect(watched.screen.rows()[0]).toMatch(/^✗ HyperConverged/);
  expect(watched.screen.rows().at(-2)).toMatch(/^lines 1-22 of \d+, ↓ for more$/);
  watched.close();
});

test.for<{ readonly rule: string; readonly variables: Readonly<Record<string, string>> }>([
  { rule: "only ASCII is written with LC_ALL=C", variables: { ...utf8Environment, LC_ALL: "C" } },
  { rule: "only ASCII is written to a Linux console without UTF-8", variables: { TERM: "linux" } },
])("$rule", async ({ variables }) => {
  const size = { rows: 24, columns: 80 };
  const watched = await startWatch(reports["40 culprits"] as Report, size, { variables, format: "wide" });
  watched.type("j");
  expect(watched.screen.rows().at(-2)).toMatch(/^lines 2-23 of \d+, up down for more$/);
  watched.close();
  expect(watched.written()).toMatch(/^[\x00-\x7f]*$/);
});

test("a Turkish locale shows the same screen as any other", async () => {
  const size = { rows: 24, columns: 80 };
  const turkishVariables = { ...utf8Environment, LC_ALL: "tr_TR.UTF-8" };
  const turkish = await startWatch(reports["40 culprits"] as Report, size, { variables: turkishVariables });
  const other = await startWatch(reports["40 culprits"] as Report, size);
  expect(turkish.screen.rows()).toEqual(other.screen.rows());
  turkish.close();
  other.close();
});

test("scrolling by a line writes only the cells that differ", async () => {
  const size = { rows: 24, columns: 80 };
  const watched = await startWatch(reports["40 culprits"] as Report, size, { format: "wide" });
  const lengthBefore = watched.written().length;
  watched.type("k");
  expect(watched.written().length).toBe(lengthBefore);
  watched.type("j");
  const writtenCharacters = watched.written().length - lengthBefore;
  expect(writtenCharacters).toBeGreaterThan(0);
  expect(writtenCharacters).toBeLessThan(24 * 80);
  watched.close();
});
