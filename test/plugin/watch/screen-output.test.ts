import { describe, expect, test } from "vitest";
import { type CommandLineOptions, parseOptions } from "../../../plugin/cli/parse-options.ts";
import { chooseTextStyle } from "../../../plugin/cli/text-style.ts";
import { type HostEnvironment, noTerminal } from "../../../plugin/process/host-environment.ts";
import { createReportPrinter } from "../../../plugin/status/print-report.ts";
import { createScreenSurface } from "../../../plugin/watch/screen-output.ts";
import type { Report } from "../../../shared/model/report.ts";
import { type DrivenClock, drivenClock } from "../../io/watch/driven-clock.ts";
import { component, condition, now, report, root } from "../../render/build.ts";
import { type EmulatedScreen, emulatedScreen } from "../../render/emulated-screen.ts";

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

const utf8 = { LANG: "C.UTF-8", TERM: "xterm" };

/** `reported`: the size that the terminal reports, where that is not its real one. */
async function watch(
  of: Report,
  { rows, columns }: Size,
  variables: Readonly<Record<string, string>> = utf8,
  reported: Partial<Size> = { rows, columns },
  format: string = "text",
): Promise<Watched> {
  const options: CommandLineOptions | { error: string } = parseOptions(["-w", "-o", format, "--color", "never"]);
  if ("error" in options) throw new Error(options.error);
  const screen = emulatedScreen(rows, columns);
  const clock: DrivenClock = drivenClock();
  const calls: { key?: (keys: string) => void; resize?: (size: Size) => void } = {};
  let text = "";
  const environment = {
    screen: { isTerminal: true, isInputTerminal: true, platform: "linux", environment: variables, ...reported },
    clock,
    now: () => now,
    person: {
      ...noTerminal,
      onKey(call: (keys: string) => void) {
        calls.key = call;
        return () => {};
      },
      onResize(call: (size: Size) => void) {
        calls.resize = call;
        return () => {};
      },
    },
    print(more: string) {
      text += more;
      if (!more.endsWith("\n")) screen.write(more);
    },
    printMessage() {},
  } as unknown as HostEnvironment;
  const print = await createReportPrinter(options.output, chooseTextStyle(options, environment), {
    isTerminal: true,
    showsCredentials: false,
  });
  const watched = {
    options,
    environment,
    requested: { unknown: [] },
    report: () => of,
    changesSince: () => [],
    look: () => of,
  };
  const history = (): undefined => undefined;
  const rest = { history, link: () => ({ state: "live" }) as const, refresh: () => {}, leave: () => {} };
  const surface = createScreenSurface({ ...watched, ...rest }, print);
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
    close: surface.close,
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
function linesByPaging({ screen, type }: Watched): readonly string[] {
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
  test.for(sizes)("within the edges of a terminal of %o, through all keys and sizes", async (size) => {
    const one = await watch(shown, size);
    for (const keys of ["j", " ", "\u001b[F", "k", "\u001b[5~", "g"]) one.type(keys);
    for (const next of [...sizes, size]) {
      one.resize(next.rows, next.columns);
      one.type("G");
    }
    expect(one.screen.rows()).toHaveLength(size.rows);
    one.close();
  });

  test.for(sizes.slice(0, 3))("whole on a terminal of %o: paging shows what a high one shows", async (size) => {
    const high = await watch(shown, { ...size, rows: 9_000 });
    const lines = high.screen.rows().slice(0, -1).filter(isFilled);
    const one = await watch(shown, size);
    // Empty lines are left out where all others fit then.
    expect(linesByPaging(one).filter(isFilled)).toEqual(lines);
    expect(lines[0]).toMatch(/^✗ HyperConverged/);
    for (const each of [high, one]) each.close();
  });
});

test.for<{ readonly rule: string; readonly reported: Partial<Size> }>([
  { rule: "no size", reported: {} },
  { rule: "a size of 0x0", reported: { rows: 0, columns: 0 } },
])("a terminal that reports $rule counts as 24x80", async ({ reported }) => {
  const one = await watch(reports["40 culprits"] as Report, { rows: 24, columns: 80 }, utf8, reported, "wide");
  expect(one.screen.rows()[0]).toMatch(/^✗ HyperConverged/);
  expect(one.screen.rows().at(-2)).toMatch(/^lines 1-22 of \d+, ↓ for more$/);
  one.close();
});

test.for<{ readonly rule: string; readonly environment: Readonly<Record<string, string>> }>([
  { rule: "LC_ALL=C", environment: { ...utf8, LC_ALL: "C" } },
  { rule: "a Linux console without UTF-8", environment: { TERM: "linux" } },
])("with $rule nothing but ASCII is written", async ({ environment }) => {
  const size = { rows: 24, columns: 80 };
  const one = await watch(reports["40 culprits"] as Report, size, environment, size, "wide");
  one.type("j");
  expect(one.screen.rows().at(-2)).toMatch(/^lines 2-23 of \d+, up down for more$/);
  one.close();
  expect(one.written()).toMatch(/^[\x00-\x7f]*$/);
});

test("in a Turkish locale the words are those of any other", async () => {
  const size = { rows: 24, columns: 80 };
  const [turkish, plain] = await Promise.all(
    [{ ...utf8, LC_ALL: "tr_TR.UTF-8" }, utf8].map((each) => watch(reports["40 culprits"] as Report, size, each)),
  );
  expect(turkish?.screen.rows()).toEqual(plain?.screen.rows());
  turkish?.close();
  plain?.close();
});

test("scrolling writes only the cells that differ", async () => {
  const size = { rows: 24, columns: 80 };
  const one = await watch(reports["40 culprits"] as Report, size, utf8, size, "wide");
  const before = one.written().length;
  one.type("k");
  expect(one.written().length).toBe(before);
  one.type("j");
  const byLine = one.written().length - before;
  expect(byLine).toBeGreaterThan(0);
  expect(byLine).toBeLessThan(24 * 80);
  one.close();
});
