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

/** A terminal on Linux without environment variables, but for the given capabilities. */
function buildTerminal(capabilities: Partial<TerminalCapabilities> = {}): TerminalCapabilities {
  return { isTerminal: true, isInputTerminal: false, platform: "linux", environment: {}, ...capabilities };
}

describe("colour is decided as kubectl does (cli-runtime pkg/printers/terminal.go)", () => {
  const rows: readonly {
    readonly rule: string;
    readonly where: TerminalCapabilities;
    readonly color: "auto" | "always" | "never";
    readonly colored: boolean;
  }[] = [
    { rule: "a terminal is coloured", where: buildTerminal(), color: "auto", colored: true },
    { rule: "a pipe is not coloured", where: buildTerminal({ isTerminal: false }), color: "auto", colored: false },
    {
      rule: "a pipe is coloured with --color=always",
      where: buildTerminal({ isTerminal: false }),
      color: "always",
      colored: true,
    },
    { rule: "a terminal is not coloured with --color=never", where: buildTerminal(), color: "never", colored: false },
    {
      rule: "a terminal is not coloured with TERM=dumb",
      where: buildTerminal({ environment: { TERM: "dumb" } }),
      color: "auto",
      colored: false,
    },
    {
      rule: "a terminal is not coloured with NO_COLOR of any value",
      where: buildTerminal({ environment: { NO_COLOR: "" } }),
      color: "auto",
      colored: false,
    },
    {
      rule: "an old console of Windows is not coloured",
      where: buildTerminal({ platform: "win32" }),
      color: "auto",
      colored: false,
    },
    {
      rule: "a Windows Terminal is coloured",
      where: buildTerminal({ platform: "win32", environment: { WT_SESSION: "x" } }),
      color: "auto",
      colored: true,
    },
  ];
  test.for(rows)("$rule", ({ where, color, colored }) => {
    expect(hasColor(where, color)).toBe(colored);
  });
});

describe("output is wrapped at --width or at the terminal's width", () => {
  const pipe = { isTerminal: false };
  const rows: readonly {
    readonly rule: string;
    readonly where: TerminalCapabilities;
    readonly requested: number | undefined;
    readonly width: number;
  }[] = [
    { rule: "a terminal is wrapped at --width", where: buildTerminal({ columns: 120 }), requested: 60, width: 60 },
    { rule: "a pipe is wrapped at --width", where: buildTerminal(pipe), requested: 60, width: 60 },
    {
      rule: "a terminal is not wrapped with --width 0",
      where: buildTerminal({ columns: 120 }),
      requested: 0,
      width: 0,
    },
    {
      rule: "a terminal is wrapped at its own width, whatever COLUMNS is",
      where: buildTerminal({ columns: 120, environment: { COLUMNS: "60" } }),
      requested: undefined,
      width: 120,
    },
    {
      rule: "a terminal without a size is wrapped at COLUMNS",
      where: buildTerminal({ columns: 0, environment: { COLUMNS: "132" } }),
      requested: undefined,
      width: 132,
    },
    {
      rule: "a terminal without a size and COLUMNS is wrapped at 80",
      where: buildTerminal(),
      requested: undefined,
      width: 80,
    },
    {
      rule: "a terminal without a size is wrapped at 80 where COLUMNS is no number",
      where: buildTerminal({ environment: { COLUMNS: "wide" } }),
      requested: undefined,
      width: 80,
    },
    {
      rule: "a pipe is not wrapped at the terminal's width",
      where: buildTerminal({ ...pipe, columns: 120 }),
      requested: undefined,
      width: 0,
    },
    {
      rule: "a pipe is not wrapped at COLUMNS",
      where: buildTerminal({ ...pipe, environment: { COLUMNS: "132" } }),
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
    {
      rule: "standard error that is a pipe is not wrapped",
      where: buildTerminal({ columns: 120 }),
      requested: undefined,
      width: 0,
    },
    {
      rule: "standard error that is a terminal is wrapped at its own width",
      where: buildTerminal({ ...pipe, isErrorTerminal: true, errorColumns: 90 }),
      requested: undefined,
      width: 90,
    },
    {
      rule: "standard error that is a terminal without a size is wrapped at the width of standard output",
      where: buildTerminal({ columns: 120, isErrorTerminal: true }),
      requested: undefined,
      width: 120,
    },
    {
      rule: "standard error that is a terminal is wrapped at --width",
      where: buildTerminal({ isErrorTerminal: true, errorColumns: 90 }),
      requested: 40,
      width: 40,
    },
  ];
  test.for(onError)("$rule", ({ where, requested, width }) => {
    expect(errorWrapWidth(where, requested)).toBe(width);
  });
});

describe("ASCII marks are printed where a terminal may not show others", () => {
  type Environment = Record<string, string>;
  const utf8 = { LANG: "en_US.UTF-8", TERM: "xterm-256color" };
  const rows: readonly {
    readonly rule: string;
    readonly environment: Environment;
    readonly onTerminal: boolean;
    readonly inPipe: boolean;
  }[] = [
    { rule: "a UTF-8 locale has other marks", environment: utf8, onTerminal: false, inPipe: false },
    {
      rule: "a UTF-8 locale of another spelling has other marks",
      environment: { ...utf8, LANG: "C.utf8" },
      onTerminal: false,
      inPipe: false,
    },
    {
      rule: "a Turkish locale has other marks",
      environment: { ...utf8, LANG: "tr_TR.UTF-8" },
      onTerminal: false,
      inPipe: false,
    },
    {
      rule: "a container without a locale has other marks",
      environment: { TERM: "xterm" },
      onTerminal: false,
      inPipe: false,
    },
    {
      rule: "another character set has ASCII marks everywhere",
      environment: { TERM: "xterm", LANG: "en_US.ISO-8859-1" },
      onTerminal: true,
      inPipe: true,
    },
    {
      rule: "LANG=C has ASCII marks on a terminal",
      environment: { ...utf8, LANG: "C" },
      onTerminal: true,
      inPipe: false,
    },
    {
      rule: "LC_ALL=C has ASCII marks on a terminal, whatever LANG is",
      environment: { ...utf8, LC_ALL: "C" },
      onTerminal: true,
      inPipe: false,
    },
    {
      rule: "LC_ALL=POSIX has ASCII marks on a terminal",
      environment: { ...utf8, LC_ALL: "POSIX" },
      onTerminal: true,
      inPipe: false,
    },
    {
      rule: "LC_CTYPE=C has ASCII marks on a terminal, whatever LANG is",
      environment: { ...utf8, LC_CTYPE: "C" },
      onTerminal: true,
      inPipe: false,
    },
    {
      rule: "LC_CTYPE=C has other marks where LC_ALL is a UTF-8 locale",
      environment: { ...utf8, LC_CTYPE: "C", LC_ALL: "de_DE.UTF-8" },
      onTerminal: false,
      inPipe: false,
    },
    {
      rule: "an empty LC_ALL counts as unset",
      environment: { ...utf8, LC_ALL: "" },
      onTerminal: false,
      inPipe: false,
    },
    {
      rule: "a character set in LC_ALL comes before LANG",
      environment: { ...utf8, LC_ALL: "de_DE.ISO-8859-15" },
      onTerminal: true,
      inPipe: true,
    },
    {
      rule: "TERM=dumb has ASCII marks on a terminal",
      environment: { ...utf8, TERM: "dumb" },
      onTerminal: true,
      inPipe: false,
    },
    {
      rule: "an unset TERM has ASCII marks on a terminal",
      environment: { LANG: "en_US.UTF-8" },
      onTerminal: true,
      inPipe: false,
    },
    {
      rule: "a Linux console without UTF-8 has ASCII marks",
      environment: { TERM: "linux" },
      onTerminal: true,
      inPipe: false,
    },
    {
      rule: "a Linux console with UTF-8 has other marks",
      environment: { ...utf8, TERM: "linux" },
      onTerminal: false,
      inPipe: false,
    },
    { rule: "a vt220 without UTF-8 has ASCII marks", environment: { TERM: "vt220" }, onTerminal: true, inPipe: false },
  ];
  test.for(rows)("$rule", ({ environment, onTerminal, inPipe }) => {
    expect(needsAscii(buildTerminal({ environment }))).toBe(onTerminal);
    expect(needsAscii(buildTerminal({ environment, isTerminal: false }))).toBe(inPipe);
  });

  test("LANG=C has other marks on Windows, whose terminals have no locale", () => {
    expect(needsAscii(buildTerminal({ platform: "win32", environment: { LANG: "C" } }))).toBe(false);
  });
});

describe("a terminal is redrawn in place", () => {
  const rows: readonly {
    readonly rule: string;
    readonly more: Partial<TerminalCapabilities>;
    readonly isDrawn: boolean;
  }[] = [
    { rule: "a terminal with a TERM is redrawn", more: { environment: { TERM: "xterm" } }, isDrawn: true },
    { rule: "a dumb terminal is not redrawn", more: { environment: { TERM: "dumb" } }, isDrawn: false },
    { rule: "a terminal without a TERM is not redrawn", more: {}, isDrawn: false },
    { rule: "a terminal on Windows, which has no TERM, is redrawn", more: { platform: "win32" }, isDrawn: true },
  ];
  test.for(rows)("$rule", ({ more, isDrawn }) => {
    const terminal = buildTerminal({ ...more, isErrorTerminal: true });
    expect(canRedraw(terminal)).toBe(isDrawn);
    expect(canRedrawErrors(terminal)).toBe(isDrawn);
  });

  test.for(rows)("a pipe is not redrawn where $rule", ({ more }) => {
    const terminal = buildTerminal({ ...more, isErrorTerminal: true });
    expect(canRedraw({ ...terminal, isTerminal: false })).toBe(false);
    expect(canRedrawErrors({ ...terminal, isErrorTerminal: false })).toBe(false);
  });
});
