import { describe, expect, test } from "vitest";
import { createProgressLine, type ProgressLine } from "../../../plugin/process/progress-line.ts";
import type { TerminalCapabilities } from "../../../plugin/process/terminal-capabilities.ts";
import { type DrivenClock, drivenClock } from "../../io/watch/driven-clock.ts";

/** A progress line on a terminal, and all that was written to standard error so far. */
interface Drawn {
  readonly line: ProgressLine;
  readonly clock: DrivenClock;
  readonly written: () => string;
  readonly pass: (milliseconds: number) => void;
  readonly resize: (columns: number) => void;
}

function createLine(more: Partial<TerminalCapabilities> = {}): Drawn {
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
    line: createProgressLine({ screen, clock, printMessage }),
    clock,
    written: () => text,
    pass(milliseconds) {
      const until = clock.elapsed() + milliseconds;
      while (clock.next(until));
    },
    resize(columns) {
      screen.errorColumns = columns;
    },
  };
}

const waitingText = (passed: number): string => `waiting, ${Math.floor(passed / 1000)}s`;
const row = (text: string): string => `\r${text}\u001b[K`;
const erased = "\r\u001b[K";

describe("a progress line", () => {
  test("is not drawn for work of less than a second, and leaves no timer", () => {
    const { line, clock, written, pass } = createLine();
    line.show(waitingText);
    pass(999);
    line.end();
    expect([written(), clock.timers()]).toEqual(["", 0]);
  });

  test("is updated in place every second, and is erased at the end", () => {
    const { line, clock, written, pass } = createLine();
    line.show(waitingText);
    pass(3_000);
    line.end();
    pass(9_000);
    expect(written()).toBe(`${row("waiting, 1s")}${row("waiting, 2s")}${row("waiting, 3s")}${erased}`);
    expect(clock.timers()).toBe(0);
  });

  test("is drawn at most five times a second, however often the text changes", () => {
    const { line, written, pass } = createLine();
    for (let step = 0; step < 3_000; step += 1) {
      line.show(() => `step ${step}`);
      pass(1);
    }
    expect(written().split("\r").length - 1).toBeLessThanOrEqual(11);
    expect(written()).toContain("step 2");
  });

  test("is not written again where its text is the same", () => {
    const { line, written, pass } = createLine();
    line.show(() => "the same");
    pass(10_000);
    expect(written()).toBe(row("the same"));
  });

  test("leaves the terminal to a program that asks the user, and comes back", async () => {
    const { line, written, pass } = createLine();
    line.show(waitingText);
    pass(1_000);
    const asked = Promise.withResolvers<string>();
    const answer = line.withFreeTerminal(() => asked.promise);
    pass(5_000);
    line.show(waitingText);
    expect(written()).toBe(`${row("waiting, 1s")}${erased}`);
    asked.resolve("secret");
    expect(await answer).toBe("secret");
    pass(200);
    expect(written()).toBe(`${row("waiting, 1s")}${erased}${row("waiting, 6s")}`);
  });

  test("stands below what is printed, and never behind a line without its end", () => {
    const { line, written, pass } = createLine();
    line.show(waitingText);
    pass(1_000);
    line.printMessage("open the ");
    pass(3_000);
    line.printMessage("browser\n");
    pass(1_000);
    expect(written()).toBe(
      `${row("waiting, 1s")}${erased}open the browser\n${row("waiting, 4s")}${row("waiting, 5s")}`,
    );
  });

  test("goes on after the clock was set back", () => {
    const { line, clock, written, pass } = createLine();
    line.show(waitingText);
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
    { rule: "escapes what could act on the terminal", more: {}, text: "a\u001b[31m\nb", shown: "a^[[31m b" },
    {
      rule: "is cut before the last column",
      more: { errorColumns: 10 },
      text: "waiting for it",
      shown: "waitin...",
    },
    {
      rule: "is cut at the width of wide characters",
      more: { errorColumns: 10 },
      text: "待つ待つ待つ待つ",
      shown: "待つ待...",
    },
    {
      rule: "has 80 columns where the terminal reports none",
      more: { errorColumns: 0 },
      text: "x".repeat(99),
      shown: `${"x".repeat(76)}...`,
    },
    {
      rule: "fits a terminal of 400 columns whole",
      more: { errorColumns: 400 },
      text: "x".repeat(399),
      shown: "x".repeat(399),
    },
    {
      rule: "is ASCII where the terminal is",
      more: { environment: { TERM: "xterm", LC_ALL: "C" } },
      text: "größe",
      shown: "gr\\u00f6\\u00dfe",
    },
    {
      rule: "keeps a word of 32 KiB in one row",
      more: { errorColumns: 20 },
      text: "x".repeat(32_768),
      shown: `${"x".repeat(16)}...`,
    },
  ];
  test.for(texts)("$rule", ({ more, text, shown }) => {
    const { line, written, pass } = createLine(more);
    line.show(() => text);
    pass(1_000);
    expect(written()).toBe(row(shown));
  });

  test("takes the width that the terminal has at each drawing", () => {
    const { line, written, pass, resize } = createLine();
    line.show((passed) => `${passed} ${"x".repeat(30)}`);
    pass(1_000);
    resize(12);
    pass(1_000);
    expect(written()).toBe(`${row(`1000 ${"x".repeat(30)}`)}${row("2000 xxx...")}`);
  });

  const silent: readonly { readonly rule: string; readonly more: Partial<TerminalCapabilities> }[] = [
    { rule: "a pipe", more: { isErrorTerminal: false } },
    { rule: "a dumb terminal", more: { environment: { TERM: "dumb" } } },
    { rule: "a terminal without a TERM", more: { environment: {} } },
  ];
  test.for(silent)("is never drawn in $rule, where only lasting text is printed", async ({ more }) => {
    const { line, clock, written, pass } = createLine(more);
    line.show(waitingText);
    pass(5_000);
    line.printMessage("lasting\n");
    expect(await line.withFreeTerminal(async () => "done")).toBe("done");
    line.end();
    expect([line.isDrawn, written(), clock.timers()]).toEqual([false, "lasting\n", 0]);
  });
});
