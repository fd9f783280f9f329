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
  const rows: readonly {
    readonly rule: string;
    readonly where: TerminalCapabilities;
    readonly color: "auto" | "always" | "never";
    readonly colored: boolean;
  }[] = [
    { rule: "a terminal", where: screen(), color: "auto", colored: true },
    { rule: "a pipe", where: screen({ isTerminal: false }), color: "auto", colored: false },
    { rule: "a pipe that asks for it", where: screen({ isTerminal: false }), color: "always", colored: true },
    { rule: "a terminal that does not want it", where: screen(), color: "never", colored: false },
    { rule: "TERM=dumb", where: screen({ environment: { TERM: "dumb" } }), color: "auto", colored: false },
    {
      rule: "NO_COLOR with any value",
      where: screen({ environment: { NO_COLOR: "" } }),
      color: "auto",
      colored: false,
    },
    { rule: "an old console of Windows", where: screen({ platform: "win32" }), color: "auto", colored: false },
    {
      rule: "Windows Terminal",
      where: screen({ platform: "win32", environment: { WT_SESSION: "x" } }),
      color: "auto",
      colored: true,
    },
  ];
  test.for(rows)("$rule", ({ where, color, colored }) => {
    expect(hasColor(where, color)).toBe(colored);
  });
});

describe("output is wrapped at --width, else at the terminal's width, and never into a pipe", () => {
  const pipe = { isTerminal: false };
  const rows: readonly {
    readonly rule: string;
    readonly where: TerminalCapabilities;
    readonly requested: number | undefined;
    readonly width: number;
  }[] = [
    { rule: "--width comes first", where: screen({ columns: 120 }), requested: 60, width: 60 },
    { rule: "--width comes first in a pipe too", where: screen(pipe), requested: 60, width: 60 },
    { rule: "--width 0 never wraps", where: screen({ columns: 120 }), requested: 0, width: 0 },
    {
      rule: "a terminal has its own width",
      where: screen({ columns: 120, environment: { COLUMNS: "60" } }),
      requested: undefined,
      width: 120,
    },
    {
      rule: "a terminal without a size has COLUMNS",
      where: screen({ columns: 0, environment: { COLUMNS: "132" } }),
      requested: undefined,
      width: 132,
    },
    { rule: "a terminal without any size has 80", where: screen(), requested: undefined, width: 80 },
    {
      rule: "COLUMNS that is no number does not count",
      where: screen({ environment: { COLUMNS: "wide" } }),
      requested: undefined,
      width: 80,
    },
    { rule: "a pipe is not wrapped", where: screen({ ...pipe, columns: 120 }), requested: undefined, width: 0 },
    {
      rule: "COLUMNS does not count in a pipe",
      where: screen({ ...pipe, environment: { COLUMNS: "132" } }),
      requested: undefined,
      width: 0,
    },
  ];
  test.for(rows)("$rule", ({ where, requested, width }) => {
    expect(wrapWidth(where, requested)).toBe(width);
  });

  const onError: readonly {
    readonly rule: string;
    readonly where: TerminalCapabilities;
    readonly requested: number | undefined;
    readonly width: number;
  }[] = [
    { rule: "a pipe beside a terminal", where: screen({ columns: 120 }), requested: undefined, width: 0 },
    {
      rule: "a terminal beside a pipe",
      where: screen({ ...pipe, isErrorTerminal: true, errorColumns: 90 }),
      requested: undefined,
      width: 90,
    },
    {
      rule: "a terminal that does not tell its own size",
      where: screen({ columns: 120, isErrorTerminal: true }),
      requested: undefined,
      width: 120,
    },
    { rule: "--width", where: screen({ isErrorTerminal: true, errorColumns: 90 }), requested: 40, width: 40 },
  ];
  test.for(onError)("standard error has a width of its own: $rule", ({ where, requested, width }) => {
    expect(errorWrapWidth(where, requested)).toBe(width);
  });
});

describe("ASCII marks are printed", () => {
  type Environment = Record<string, string>;
  const utf8 = { LANG: "en_US.UTF-8", TERM: "xterm-256color" };
  const rows: readonly {
    readonly rule: string;
    readonly environment: Environment;
    readonly onTerminal: boolean;
    readonly inPipe: boolean;
  }[] = [
    { rule: "not for a UTF-8 locale", environment: utf8, onTerminal: false, inPipe: false },
    {
      rule: "not for a UTF-8 locale of another spelling",
      environment: { ...utf8, LANG: "C.utf8" },
      onTerminal: false,
      inPipe: false,
    },
    {
      rule: "not for a Turkish locale, which only has other letters",
      environment: { ...utf8, LANG: "tr_TR.UTF-8" },
      onTerminal: false,
      inPipe: false,
    },
    {
      rule: "not where no locale is set, as in a container",
      environment: { TERM: "xterm" },
      onTerminal: false,
      inPipe: false,
    },
    {
      rule: "for another charset, everywhere",
      environment: { TERM: "xterm", LANG: "en_US.ISO-8859-1" },
      onTerminal: true,
      inPipe: true,
    },
    { rule: "for LANG=C on a terminal", environment: { ...utf8, LANG: "C" }, onTerminal: true, inPipe: false },
    {
      rule: "for LC_ALL=C on a terminal, whatever LANG says",
      environment: { ...utf8, LC_ALL: "C" },
      onTerminal: true,
      inPipe: false,
    },
    {
      rule: "for LC_ALL=POSIX on a terminal",
      environment: { ...utf8, LC_ALL: "POSIX" },
      onTerminal: true,
      inPipe: false,
    },
    {
      rule: "for LC_CTYPE before LANG",
      environment: { ...utf8, LC_CTYPE: "C" },
      onTerminal: true,
      inPipe: false,
    },
    {
      rule: "not for LC_CTYPE=C below a UTF-8 LC_ALL",
      environment: { ...utf8, LC_CTYPE: "C", LC_ALL: "de_DE.UTF-8" },
      onTerminal: false,
      inPipe: false,
    },
    {
      rule: "not for an empty LC_ALL, which counts as unset",
      environment: { ...utf8, LC_ALL: "" },
      onTerminal: false,
      inPipe: false,
    },
    {
      rule: "for a charset in LC_ALL before LANG",
      environment: { ...utf8, LC_ALL: "de_DE.ISO-8859-15" },
      onTerminal: true,
      inPipe: true,
    },
    {
      rule: "for TERM=dumb on a terminal",
      environment: { ...utf8, TERM: "dumb" },
      onTerminal: true,
      inPipe: false,
    },
    {
      rule: "for a terminal without a TERM",
      environment: { LANG: "en_US.UTF-8" },
      onTerminal: true,
      inPipe: false,
    },
    {
      rule: "for a Linux console without UTF-8",
      environment: { TERM: "linux" },
      onTerminal: true,
      inPipe: false,
    },
    {
      rule: "not for a Linux console with UTF-8",
      environment: { ...utf8, TERM: "linux" },
      onTerminal: false,
      inPipe: false,
    },
    { rule: "for a vt220 without UTF-8", environment: { TERM: "vt220" }, onTerminal: true, inPipe: false },
  ];
  test.for(rows)("$rule", ({ environment, onTerminal, inPipe }) => {
    expect(needsAscii(screen({ environment }))).toBe(onTerminal);
    expect(needsAscii(screen({ environment, isTerminal: false }))).toBe(inPipe);
  });

  test("never for a locale on Windows, whose terminals have none", () => {
    expect(needsAscii(screen({ platform: "win32", environment: { LANG: "C" } }))).toBe(false);
  });
});

describe("a terminal is drawn on in place", () => {
  const rows: readonly {
    readonly rule: string;
    readonly more: Partial<TerminalCapabilities>;
    readonly isDrawn: boolean;
  }[] = [
    { rule: "where it is one", more: { environment: { TERM: "xterm" } }, isDrawn: true },
    { rule: "not where it is dumb", more: { environment: { TERM: "dumb" } }, isDrawn: false },
    { rule: "not where it has no TERM", more: {}, isDrawn: false },
    { rule: "on Windows, which has no TERM", more: { platform: "win32" }, isDrawn: true },
  ];
  test.for(rows)("$rule", ({ more, isDrawn }) => {
    const place = screen({ ...more, isErrorTerminal: true });
    expect([canRedraw(place), canRedrawErrors(place)]).toEqual([isDrawn, isDrawn]);
    expect([canRedraw({ ...place, isTerminal: false }), canRedrawErrors({ ...place, isErrorTerminal: false })]).toEqual(
      [false, false],
    );
  });
});
