import { describe, expect, test } from "vitest";
import { ProgressLine } from "../../../plugin/process/progress-line.ts";
import type { TerminalCapabilities } from "../../../plugin/process/terminal-capabilities.ts";
import { type DrivenClock, drivenClock } from "../../io/watch/driven-clock.ts";

/** A progress line on a terminal, and all that was written to standard error so far. */
interface DrawnLine {
  readonly line: ProgressLine;
  readonly clock: DrivenClock;
  readonly written: () => string;
  readonly pass: (milliseconds: number) => void;
  readonly resize: (columns: number) => void;
}

function createLine(more: Partial<TerminalCapabilities> = {}): DrawnLine {
  const clock = drivenClock();
  let text = "";
  const screen = {
    isTerminal: false,
    isInputTerminal: false,
    isErrorTerminal: true,
    platform: "linux",
    environment: { TERM: "xterm" },
    errorColumns: 40,
    ...more,
  };
  const printMessage = (said: string): void => {
    text += said;
  };
  return {
    line: new ProgressLine({ screen, clock, printMessage }),
    clock,
    written: () => text,
    pass: clock.advance,
    resize(columns) {
      screen.errorColumns = columns;
    },
  };
}

const formatWaiting = (passed: number): string => `waiting, ${Math.floor(passed / 1000)}s`;
const drawRow = (text: string): string => `\r${text}\u001b[K`;
const erasedRow = "\r\u001b[K";

describe("a progress line is drawn in place on a terminal", () => {
  test("a progress line is not drawn for work of less than a second", () => {
    const { line, clock, written, pass } = createLine();
    line.show(formatWaiting);
    pass(999);
    line.end();
    expect([written(), clock.timers()]).toEqual(["", 0]);
  });

  test("a progress line is updated every second, and erased at the end", () => {
    const { line, clock, written, pass } = createLine();
    line.show(formatWaiting);
    pass(3_000);
    line.end();
    pass(9_000);
    expect(written()).toBe(`${drawRow("waiting, 1s")}${drawRow("waiting, 2s")}${drawRow("waiting, 3s")}${erasedRow}`);
    expect(clock.timers()).toBe(0);
  });

  test("a progress line is drawn at most five times a second", () => {
    const { line, written, pass } = createLine();
    for (let step = 0; step < 3_000; step += 1) {
      line.show(() => `step ${step}`);
      pass(1);
    }
    expect(written().split("\r").length - 1).toBeLessThanOrEqual(11);
    expect(written()).toContain("step 2");
  });

  test("a progress line is not drawn again with the same text", () => {
    const { line, written, pass } = createLine();
    line.show(() => "the same");
    pass(10_000);
    expect(written()).toBe(drawRow("the same"));
  });

  test("a progress line is erased while a program asks the user, and drawn again after it", async () => {
    const { line, written, pass } = createLine();
    line.show(formatWaiting);
    pass(1_000);
    const asked = Promise.withResolvers<string>();
    const answer = line.withFreeTerminal(() => asked.promise);
    pass(5_000);
    line.show(formatWaiting);
    expect(written()).toBe(`${drawRow("waiting, 1s")}${erasedRow}`);
    asked.resolve("secret");
    expect(await answer).toBe("secret");
    pass(200);
    expect(written()).toBe(`${drawRow("waiting, 1s")}${erasedRow}${drawRow("waiting, 6s")}`);
  });

  test("a progress line stands below printed messages, and waits for the end of their line", () => {
    const { line, written, pass } = createLine();
    line.show(formatWaiting);
    pass(1_000);
    line.printMessage("open the ");
    pass(3_000);
    line.printMessage("browser\n");
    pass(1_000);
    expect(written()).toBe(
      `${drawRow("waiting, 1s")}${erasedRow}open the browser\n${drawRow("waiting, 4s")}${drawRow("waiting, 5s")}`,
    );
  });

  test("a progress line is updated after the clock was set back", () => {
    const { line, clock, written, pass } = createLine();
    line.show(formatWaiting);
    pass(1_000);
    clock.set(-3_600_000);
    line.show(() => "later");
    pass(1_000);
    expect(written()).toContain("later");
  });

  const texts: readonly {
    readonly rule: string;
    readonly more: Partial<TerminalCapabilities>;
    readonly text: string;
    readonly shown: string;
  }[] = [
    { rule: "a progress line escapes control characters", more: {}, text: "a\u001b[31m\nb", shown: "a^[[31m b" },
    {
      rule: "a progress line is cut before the last column",
      more: { errorColumns: 10 },
      text: "waiting for it",
      shown: "waitin...",
    },
    {
      rule: "a progress line is cut at the width of wide characters",
      more: { errorColumns: 10 },
      text: "待つ待つ待つ待つ",
      shown: "待つ待...",
    },
    {
      rule: "a progress line has 80 columns where the terminal reports none",
      more: { errorColumns: 0 },
      text: "x".repeat(99),
      shown: `${"x".repeat(76)}...`,
    },
    {
      rule: "a progress line has all columns of a wide terminal",
      more: { errorColumns: 400 },
      text: "x".repeat(399),
      shown: "x".repeat(399),
    },
    {
      rule: "a progress line is ASCII where the locale is",
      more: { environment: { TERM: "xterm", LC_ALL: "C" } },
      text: "größe",
      shown: "gr\\u00f6\\u00dfe",
    },
    {
      rule: "a progress line keeps a word of 32 KiB in one row",
      more: { errorColumns: 20 },
      text: "x".repeat(32_768),
      shown: `${"x".repeat(16)}...`,
    },
  ];
  test.for(texts)("$rule", ({ more, text, shown }) => {
    const { line, written, pass } = createLine(more);
    line.show(() => text);
    pass(1_000);
    expect(written()).toBe(drawRow(shown));
  });

  test("a progress line has the width that the terminal has at each drawing", () => {
    const { line, written, pass, resize } = createLine();
    line.show((passed) => `${passed} ${"x".repeat(30)}`);
    pass(1_000);
    resize(12);
    pass(1_000);
    expect(written()).toBe(`${drawRow(`1000 ${"x".repeat(30)}`)}${drawRow("2000 xxx...")}`);
  });

  const silent: readonly { readonly rule: string; readonly more: Partial<TerminalCapabilities> }[] = [
    { rule: "a pipe", more: { isErrorTerminal: false } },
    { rule: "a dumb terminal", more: { environment: { TERM: "dumb" } } },
    { rule: "a terminal without a TERM", more: { environment: {} } },
  ];
  test.for(silent)("a progress line is not drawn in $rule, and messages are printed", async ({ more }) => {
    const { line, clock, written, pass } = createLine(more);
    line.show(formatWaiting);
    pass(5_000);
    line.printMessage("lasting\n");
    expect(await line.withFreeTerminal(async () => "done")).toBe("done");
    line.end();
    expect([line.isDrawn, written(), clock.timers()]).toEqual([false, "lasting\n", 0]);
  });
});
