import { describe, expect, test } from "vitest";
import {
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

describe("the width is what was asked for, the terminal's, COLUMNS, else 80", () => {
  const rows: [sentence: string, screen: TerminalCapabilities, asked: number | undefined, width: number][] = [
    ["asked for", screen({ columns: 120 }), 60, 60],
    ["no wrapping", screen({ columns: 120 }), 0, 0],
    ["the terminal's", screen({ columns: 120 }), undefined, 120],
    ["a pipe", screen({ isTerminal: false, columns: 120 }), undefined, 80],
    ["COLUMNS", screen({ isTerminal: false, environment: { COLUMNS: "132" } }), undefined, 132],
    ["COLUMNS that is no number", screen({ isTerminal: false, environment: { COLUMNS: "wide" } }), undefined, 80],
  ];
  test.for(rows)("%s", ([, where, asked, width]) => {
    expect(wrapWidth(where, asked)).toBe(width);
  });
});

describe("a locale that names another charset gets ASCII", () => {
  const rows: [environment: Record<string, string>, ascii: boolean][] = [
    [{}, false],
    [{ LANG: "en_US.UTF-8" }, false],
    [{ LANG: "C.utf8" }, false],
    [{ LANG: "en_US.ISO-8859-1" }, true],
    [{ LC_ALL: "de_DE.ISO-8859-15", LANG: "de_DE.UTF-8" }, true],
    [{ LANG: "C" }, false],
  ];
  test.for(rows)("%o: %s", ([environment, ascii]) => {
    expect(needsAscii(screen({ environment }))).toBe(ascii);
  });
});
