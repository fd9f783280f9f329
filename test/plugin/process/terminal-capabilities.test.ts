import { describe, expect, test } from "vitest";
import {
  canRedraw,
  canRedrawErrors,
  errorWrapWidth,
  hasColor,
  needsAscii,
  type TerminalCapabilities,
  wrapWidth,
} from "../../../plugin/process/terminal-capabilities.ts";

const screen = (more: Partial<TerminalCapabilities> = {}): TerminalCapabilities => ({
  isTerminal: true,
  isInputTerminal: false,
  platform: "linux",
  environment: {},
  ...more,
});

describe("colour as kubectl decides it (cli-runtime pkg/printers/terminal.go)", () => {
  const rows: [sentence: string, screen: TerminalCapabilities, color: "auto" | "always" | "never", colored: boolean][] =
    [
      ["a terminal", screen(), "auto", true],
      ["a pipe", screen({ isTerminal: false }), "auto", false],
      ["a pipe that asks for it", screen({ isTerminal: false }), "always", true],
      ["a terminal that does not want it", screen(), "never", false],
      ["TERM=dumb", screen({ environment: { TERM: "dumb" } }), "auto", false],
      ["NO_COLOR with any value", screen({ environment: { NO_COLOR: "" } }), "auto", false],
      ["an old console of Windows", screen({ platform: "win32" }), "auto", false],
      ["Windows Terminal", screen({ platform: "win32", environment: { WT_SESSION: "x" } }), "auto", true],
    ];
  test.for(rows)("%s", ([, where, color, colored]) => {
    expect(hasColor(where, color)).toBe(colored);
  });
});

describe("output is wrapped at --width, else at the terminal's width, and never into a pipe", () => {
  const pipe = { isTerminal: false };
  const rows: [rule: string, screen: TerminalCapabilities, requested: number | undefined, width: number][] = [
    ["--width comes first", screen({ columns: 120 }), 60, 60],
    ["--width comes first in a pipe too", screen(pipe), 60, 60],
    ["--width 0 never wraps", screen({ columns: 120 }), 0, 0],
    ["a terminal has its own width", screen({ columns: 120, environment: { COLUMNS: "60" } }), undefined, 120],
    ["a terminal without a size has COLUMNS", screen({ columns: 0, environment: { COLUMNS: "132" } }), undefined, 132],
    ["a terminal without any size has 80", screen(), undefined, 80],
    ["COLUMNS that is no number does not count", screen({ environment: { COLUMNS: "wide" } }), undefined, 80],
    ["a pipe is not wrapped", screen({ ...pipe, columns: 120 }), undefined, 0],
    ["COLUMNS does not count in a pipe", screen({ ...pipe, environment: { COLUMNS: "132" } }), undefined, 0],
  ];
  test.for(rows)("%s", ([, where, requested, width]) => {
    expect(wrapWidth(where, requested)).toBe(width);
  });

  const onError: [rule: string, screen: TerminalCapabilities, requested: number | undefined, width: number][] = [
    ["a pipe beside a terminal", screen({ columns: 120 }), undefined, 0],
    ["a terminal beside a pipe", screen({ ...pipe, isErrorTerminal: true, errorColumns: 90 }), undefined, 90],
    ["a terminal that does not tell its own size", screen({ columns: 120, isErrorTerminal: true }), undefined, 120],
    ["--width", screen({ isErrorTerminal: true, errorColumns: 90 }), 40, 40],
  ];
  test.for(onError)("standard error has a width of its own: %s", ([, where, requested, width]) => {
    expect(errorWrapWidth(where, requested)).toBe(width);
  });
});

describe("ASCII marks are printed", () => {
  type Environment = Record<string, string>;
  const utf8 = { LANG: "en_US.UTF-8", TERM: "xterm-256color" };
  const rows: [rule: string, environment: Environment, onTerminal: boolean, inPipe: boolean][] = [
    ["not for a UTF-8 locale", utf8, false, false],
    ["not for a UTF-8 locale of another spelling", { ...utf8, LANG: "C.utf8" }, false, false],
    ["not for a Turkish locale, which only has other letters", { ...utf8, LANG: "tr_TR.UTF-8" }, false, false],
    ["not where no locale is set, as in a container", { TERM: "xterm" }, false, false],
    ["for another charset, everywhere", { TERM: "xterm", LANG: "en_US.ISO-8859-1" }, true, true],
    ["for LANG=C on a terminal", { ...utf8, LANG: "C" }, true, false],
    ["for LC_ALL=C on a terminal, whatever LANG says", { ...utf8, LC_ALL: "C" }, true, false],
    ["for LC_ALL=POSIX on a terminal", { ...utf8, LC_ALL: "POSIX" }, true, false],
    ["for LC_CTYPE before LANG", { ...utf8, LC_CTYPE: "C" }, true, false],
    ["not for LC_CTYPE=C below a UTF-8 LC_ALL", { ...utf8, LC_CTYPE: "C", LC_ALL: "de_DE.UTF-8" }, false, false],
    ["not for an empty LC_ALL, which counts as unset", { ...utf8, LC_ALL: "" }, false, false],
    ["for a charset in LC_ALL before LANG", { ...utf8, LC_ALL: "de_DE.ISO-8859-15" }, true, true],
    ["for TERM=dumb on a terminal", { ...utf8, TERM: "dumb" }, true, false],
    ["for a terminal without a TERM", { LANG: "en_US.UTF-8" }, true, false],
    ["for a Linux console without UTF-8", { TERM: "linux" }, true, false],
    ["not for a Linux console with UTF-8", { ...utf8, TERM: "linux" }, false, false],
    ["for a vt220 without UTF-8", { TERM: "vt220" }, true, false],
  ];
  test.for(rows)("%s", ([, environment, onTerminal, inPipe]) => {
    expect(needsAscii(screen({ environment }))).toBe(onTerminal);
    expect(needsAscii(screen({ environment, isTerminal: false }))).toBe(inPipe);
  });

  test("never for a locale on Windows, whose terminals have none", () => {
    expect(needsAscii(screen({ platform: "win32", environment: { LANG: "C" } }))).toBe(false);
  });
});

describe("a terminal is drawn on in place", () => {
  const rows: [rule: string, more: Partial<TerminalCapabilities>, isDrawn: boolean][] = [
    ["where it is one", { environment: { TERM: "xterm" } }, true],
    ["not where it is dumb", { environment: { TERM: "dumb" } }, false],
    ["not where it has no TERM", {}, false],
    ["on Windows, which has no TERM", { platform: "win32" }, true],
  ];
  test.for(rows)("%s", ([, more, isDrawn]) => {
    const place = screen({ ...more, isErrorTerminal: true });
    expect([canRedraw(place), canRedrawErrors(place)]).toEqual([isDrawn, isDrawn]);
    expect([canRedraw({ ...place, isTerminal: false }), canRedrawErrors({ ...place, isErrorTerminal: false })]).toEqual(
      [false, false],
    );
  });
});
