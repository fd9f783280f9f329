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

type Capabilities = Partial<TerminalCapabilities>;

/** A terminal on Linux without environment variables, but for the given capabilities. */
function buildTerminal(capabilities: Capabilities = {}): TerminalCapabilities {
  return { isTerminal: true, isInputTerminal: false, platform: "linux", environment: {}, ...capabilities };
}

const pipe = { isTerminal: false };

describe("colour is decided as kubectl does (cli-runtime pkg/printers/terminal.go)", () => {
  const rows: [rule: string, where: Capabilities, color: "auto" | "always" | "never", isColored: boolean][] = [
    ["a terminal is coloured", {}, "auto", true],
    ["a pipe is not coloured", pipe, "auto", false],
    ["a pipe is coloured with --color=always", pipe, "always", true],
    ["a terminal is not coloured with --color=never", {}, "never", false],
    ["a terminal is not coloured with TERM=dumb", { environment: { TERM: "dumb" } }, "auto", false],
    ["a terminal is not coloured with NO_COLOR of any value", { environment: { NO_COLOR: "" } }, "auto", false],
    ["an old console of Windows is not coloured", { platform: "win32" }, "auto", false],
    ["a Windows Terminal is coloured", { platform: "win32", environment: { WT_SESSION: "x" } }, "auto", true],
  ];
  test.for(rows)("%s", ([, where, color, isColored]) => {
    expect(hasColor(buildTerminal(where), color)).toBe(isColored);
  });
});

describe("output is wrapped at --width or at the terminal's width", () => {
  type Row = [rule: string, where: Capabilities, requested: number | undefined, width: number];
  const rows: Row[] = [
    ["a terminal is wrapped at --width", { columns: 120 }, 60, 60],
    ["a pipe is wrapped at --width", pipe, 60, 60],
    ["a terminal is not wrapped with --width 0", { columns: 120 }, 0, 0],
    ["its own width comes before COLUMNS", { columns: 120, environment: { COLUMNS: "60" } }, undefined, 120],
    ["without a size it is wrapped at COLUMNS", { columns: 0, environment: { COLUMNS: "132" } }, undefined, 132],
    ["without a size and COLUMNS it is wrapped at 80", {}, undefined, 80],
    ["COLUMNS that is no number does not count", { environment: { COLUMNS: "wide" } }, undefined, 80],
    ["a pipe is not wrapped at the terminal's width", { ...pipe, columns: 120 }, undefined, 0],
    ["a pipe is not wrapped at COLUMNS", { ...pipe, environment: { COLUMNS: "132" } }, undefined, 0],
  ];
  test.for(rows)("of standard output, %s", ([, where, requested, width]) => {
    expect(wrapWidth(buildTerminal(where), requested)).toBe(width);
  });

  const errorTerminal = { isErrorTerminal: true, errorColumns: 90 };
  const errorRows: Row[] = [
    ["a pipe is not wrapped", { columns: 120 }, undefined, 0],
    ["a terminal is wrapped at its own width", { ...pipe, ...errorTerminal }, undefined, 90],
    ["a terminal without a size has that of standard output", { columns: 120, isErrorTerminal: true }, undefined, 120],
    ["a terminal is wrapped at --width", errorTerminal, 40, 40],
  ];
  test.for(errorRows)("of standard error, %s", ([, where, requested, width]) => {
    expect(errorWrapWidth(buildTerminal(where), requested)).toBe(width);
  });
});

describe("ASCII marks are printed where a terminal may not show others", () => {
  const utf8 = { LANG: "en_US.UTF-8", TERM: "xterm-256color" };
  const rows: [rule: string, environment: Record<string, string>, ascii: "never" | "on a terminal" | "always"][] = [
    ["a UTF-8 locale", utf8, "never"],
    ["a UTF-8 locale of another spelling", { ...utf8, LANG: "C.utf8" }, "never"],
    ["a container without a locale", { TERM: "xterm" }, "never"],
    ["another character set", { TERM: "xterm", LANG: "en_US.ISO-8859-1" }, "always"],
    ["LANG=C", { ...utf8, LANG: "C" }, "on a terminal"],
    ["LC_ALL=C, whatever LANG is", { ...utf8, LC_ALL: "C" }, "on a terminal"],
    ["LC_ALL=POSIX", { ...utf8, LC_ALL: "POSIX" }, "on a terminal"],
    ["LC_CTYPE=C, whatever LANG is", { ...utf8, LC_CTYPE: "C" }, "on a terminal"],
    ["LC_CTYPE=C where LC_ALL is a UTF-8 locale", { ...utf8, LC_CTYPE: "C", LC_ALL: "de_DE.UTF-8" }, "never"],
    ["an empty LC_ALL, which counts as unset", { ...utf8, LC_ALL: "" }, "never"],
    ["a character set in LC_ALL, which comes before LANG", { ...utf8, LC_ALL: "de_DE.ISO-8859-15" }, "always"],
    ["TERM=dumb", { ...utf8, TERM: "dumb" }, "on a terminal"],
    ["an unset TERM", { LANG: "en_US.UTF-8" }, "on a terminal"],
    ["a Linux console without UTF-8", { TERM: "linux" }, "on a terminal"],
    ["a Linux console with UTF-8", { ...utf8, TERM: "linux" }, "never"],
    ["a vt220 without UTF-8", { TERM: "vt220" }, "on a terminal"],
  ];
  test.for(rows)("%s", ([, environment, ascii]) => {
    expect(needsAscii(buildTerminal({ environment }))).toBe(ascii !== "never");
    expect(needsAscii(buildTerminal({ ...pipe, environment }))).toBe(ascii === "always");
  });

  test("LANG=C has other marks on Windows, whose terminals have no locale", () => {
    expect(needsAscii(buildTerminal({ platform: "win32", environment: { LANG: "C" } }))).toBe(false);
  });
});

describe("a terminal is redrawn in place", () => {
  const rows: [rule: string, where: Capabilities, isRedrawn: boolean][] = [
    ["a terminal with a TERM is redrawn", { environment: { TERM: "xterm" } }, true],
    ["a dumb terminal is not redrawn", { environment: { TERM: "dumb" } }, false],
    ["a terminal without a TERM is not redrawn", {}, false],
    ["a terminal on Windows, which has no TERM, is redrawn", { platform: "win32" }, true],
  ];
  test.for(rows)("%s, and a pipe never", ([, where, isRedrawn]) => {
    const terminal = buildTerminal({ ...where, isErrorTerminal: true });
    expect([canRedraw(terminal), canRedrawErrors(terminal)]).toEqual([isRedrawn, isRedrawn]);
    const pipes = { ...terminal, ...pipe, isErrorTerminal: false };
    expect([canRedraw(pipes), canRedrawErrors(pipes)]).toEqual([false, false]);
  });
});
