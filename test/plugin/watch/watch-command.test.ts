import { spawn } from "node:child_process";
import { describe, expect, test } from "vitest";
import { steadyLink } from "../../../plugin/follow/debounced-link.ts";
import { KeyReader } from "../../../plugin/follow/keys.ts";
import { createLatestWriter } from "../../../plugin/follow/latest-writer.ts";
import { TerminalCanvas } from "../../../plugin/follow/terminal-canvas.ts";
import { noTerminal, type TerminalInput } from "../../../plugin/process/host-environment.ts";
import type { LinkState } from "../../../shared/model/report-change.ts";
import { environmentWith } from "../../environment.ts";
import { type DrivenClock, drivenClock } from "../../io/watch/driven-clock.ts";
import { type EmulatedScreen, emulatedScreen } from "../../render/emulated-screen.ts";
import { buildPlugin } from "../../shared-build.ts";
import { buildHostEnvironment } from "../host-environment.ts";

describe("keys are read one by one", () => {
  const rows: readonly [what: string, sent: readonly string[], commands: readonly string[]][] = [
    ["q leaves", ["q"], ["leave"]],
    ["Ctrl-C and Ctrl-D leave", ["\u0003", "\u0004"], ["leave", "leave"]],
    ["r reads everything again", ["r"], ["refresh"]],
    ["Ctrl-Z stops the process", ["\u001a"], ["suspend"]],
    ["Esc alone leaves", ["\u001b"], ["leave"]],
    ["a function key and a paste of other keys do nothing", ["\u001bOP", "\u001b[15~", "xyz\r"], []],
    ["arrows scroll by a line", ["\u001b[A", "\u001b[B", "\u001bOA"], ["line-up", "line-down", "line-up"]],
    ["an arrow that comes in pieces scrolls once", ["\u001b", "[", "A"], ["line-up"]],
    ["page keys scroll by a page", ["\u001b[5~", "\u001b[6~"], ["page-up", "page-down"]],
    [
      "Home and End scroll to the ends in every spelling of them",
      ["\u001b[H", "\u001bOH", "\u001b[1~", "\u001b[7~", "\u001b[F", "\u001bOF", "\u001b[4~", "\u001b[8~"],
      ["start", "start", "start", "start", "end", "end", "end", "end"],
    ],
    [
      "the keys of less scroll",
      ["jk", " ", "fb", "gG"],
      ["line-down", "line-up", "page-down", "page-down", "page-up", "start", "end"],
    ],
    ["an arrow with Shift is another key", ["\u001b[1;2A"], []],
    ["Alt and a letter is another key than the letter", ["\u001bq"], []],
    ["several keys at once count one by one", ["x\u001b[Br\u001b[Aq"], ["line-down", "refresh", "line-up", "leave"]],
  ];
  test.for(rows)("%s", ([, sent, commands]) => {
    const clock = drivenClock();
    const called: string[] = [];
    const reader = new KeyReader(clock, (command) => called.push(command));
    for (const piece of sent) {
      reader.take(piece);
      clock.advance(10);
    }
    clock.advance(1000);
    expect(called).toEqual(commands);
  });
});

describe("a change of the link is reported where it lasts", () => {
  const rows: readonly [
    what: string,
    steps: readonly (readonly [LinkState, milliseconds: number])[],
    reported: readonly LinkState[],
  ][] = [
    [
      "a link that is live again within a second is not reported",
      [
        ["stale", 900],
        ["live", 5000],
      ],
      [],
    ],
    [
      "a link that stays lost is reported once, and so is its return",
      [
        ["stale", 900],
        ["unreachable", 9000],
        ["live", 1],
      ],
      ["unreachable", "live"],
    ],
    [
      "another reason is reported too",
      [
        ["stale", 3000],
        ["authRequired", 1],
      ],
      ["stale", "authRequired"],
    ],
    [
      "repeated attempts are reported once",
      [
        ["unreachable", 3000],
        ["unreachable", 3000],
      ],
      ["unreachable"],
    ],
  ];
  test.for(rows)("%s", ([, steps, reported]) => {
    const clock = drivenClock();
    const states: LinkState[] = [];
    const link = steadyLink(clock, { state: "live" }, () => states.push(link.now().state));
    for (const [state, milliseconds] of steps) {
      link.put({ state });
      clock.advance(milliseconds);
    }
    expect(states).toEqual(reported);
    link.stop();
    expect(clock.timers()).toBe(0);
  });
});

test("a slow reader gets the newest state when the output is ready, and no texts pile up", async () => {
  let state = 0;
  let reported = 0;
  let ready = Promise.withResolvers<void>();
  const printed: string[] = [];
  const outlet = createLatestWriter({ print: (text) => printed.push(text), taken: () => ready.promise }, () => {
    const text = state === reported ? "" : `${reported}-${state} `;
    reported = state;
    return text;
  });
  for (state = 1; state <= 1000; state += 1) outlet.changed();
  expect(printed).toEqual(["0-1 "]);
  state = 1000;
  ready.resolve();
  ready = Promise.withResolvers();
  await expect.poll(() => printed).toEqual(["0-1 ", "1-1000 "]);
  state = 1001;
  outlet.changed();
  outlet.close();
  expect(printed.join("")).toBe("0-1 1-1000 1000-1001 ");
});

/** A terminal that a test types into, and resizes. */
interface Terminal {
  readonly screen: EmulatedScreen;
  readonly clock: DrivenClock;
  readonly canvas: TerminalCanvas;
  readonly type: (keys: string) => void;
  readonly resize: (rows: number, columns: number) => void;
  readonly end: () => void;
  readonly continueProcess: () => void;
  /** Keys are read one by one, and are not shown. */
  readonly isRaw: () => boolean;
  readonly events: readonly string[];
}

function terminal(rows: number, columns: number): Terminal {
  const screen = emulatedScreen(rows, columns);
  const clock = drivenClock();
  const events: string[] = [];
  const calls: {
    key?: (key: string) => void;
    end?: () => void;
    continueProcess?: () => void;
    resize?: (size: object) => void;
  } = {};
  const person: TerminalInput = {
    ...noTerminal,
    onKey(call) {
      calls.key = call;
      return () => delete calls.key;
    },
    onEnd(call) {
      calls.end = call;
      return () => delete calls.end;
    },
    onContinue(call) {
      calls.continueProcess = call;
      return () => delete calls.continueProcess;
    },
    onResize(call) {
      calls.resize = call;
      return () => delete calls.resize;
    },
    suspend: () => events.push("stopped"),
  };
  const environment = buildHostEnvironment({
    screen: {
      isTerminal: true,
      isInputTerminal: true,
      rows,
      columns,
      platform: "linux",
      environment: { TERM: "xterm" },
    },
    clock,
    person,
    print: (text) => screen.write(text),
  });
  const canvas: TerminalCanvas = new TerminalCanvas(
    environment,
    {
      blank: () => canvas.show(["first", "second"]),
      commanded: (command) => events.push(command),
      scrolled: (move) => events.push(move),
    },
    "…",
  );
  return {
    screen,
    clock,
    canvas,
    events,
    type: (keys) => calls.key?.(keys),
    resize(toRows, toColumns) {
      screen.resize(toRows, toColumns);
      calls.resize?.({ rows: toRows, columns: toColumns });
    },
    end: () => calls.end?.(),
    continueProcess: () => calls.continueProcess?.(),
    isRaw: () => calls.key !== undefined,
  };
}

/** Expects the state of the terminal before the plugin drew on it. */
function expectRestored({ screen, isRaw }: Terminal): void {
  expect([screen.isAlternate(), screen.hasCursor(), screen.wraps(), isRaw()]).toEqual([false, true, true, false]);
}

describe("the screen of a terminal is used while it is drawn on, and restored", () => {
  test("it shows the lines in every size, and is restored at the end", () => {
    const one = terminal(24, 80);
    one.canvas.show(["first", "second"]);
    for (const [rows, columns] of [
      [10, 40],
      [1, 1],
      [60, 200],
      [24, 80],
    ] as const) {
      one.resize(rows, columns);
      const shown = ["first", "second"].map((line) => (columns === 1 ? line.slice(0, 1) : line));
      expect(one.screen.rows().filter((line) => line !== "")).toEqual(shown.slice(0, rows));
      expect(one.canvas.size()).toEqual({ rows, columns });
    }
    expect(one.screen.hasCursor()).toBe(false);
    one.canvas.close();
    expectRestored(one);
    expect(one.screen.left()).toBe("");
  });

  test("it is restored when the process ends by an error", () => {
    const one = terminal(24, 80);
    one.end();
    expectRestored(one);
    one.canvas.show(["late"]);
    expectRestored(one);
  });

  test("it is restored while the process is stopped, and drawn again when the process continues", () => {
    const one = terminal(24, 80);
    one.canvas.show(["first", "second"]);
    one.type("\u001a");
    expectRestored(one);
    expect(one.events).toEqual(["stopped"]);
    one.continueProcess();
    one.clock.advance(100);
    expect(one.screen.rows().slice(0, 3)).toEqual(["first", "second", ""]);
    one.type("j");
    one.type("q");
    expect(one.events).toEqual(["stopped", "line-down", "leave"]);
  });

  test("a program that prompts the user has it alone, keys included, and it is drawn again after that", async () => {
    const one = terminal(24, 80);
    one.canvas.show(["first", "second"]);
    const asked = Promise.withResolvers<string>();
    const answer = one.canvas.withFreeTerminal(() => asked.promise);
    expectRestored(one);
    one.canvas.show(["meanwhile"]);
    one.type("q");
    expect(one.screen.left()).toBe("");
    asked.resolve("secret");
    expect(await answer).toBe("secret");
    expect(one.screen.rows().slice(0, 3)).toEqual(["first", "second", ""]);
    expect(one.events).toEqual([]);
  });
});

test("-w waits for a server that is down at the beginning, and reports that once in a pipe", async () => {
  const [command, ...own] = buildPlugin().words;
  const child = spawn(command, [...own, "-s", "http://127.0.0.1:1", "-w"], {
    env: environmentWith({}),
  });
  const ended = new Promise((resolve) => child.on("close", resolve));
  let messages = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    messages += text;
  });
  await expect
    .poll(() => messages)
    .toMatch(/^waiting for the server: cannot connect to http:\/\/127.0.0.1:1: [^\n]+\n$/);
  child.kill("SIGINT");
  expect(await ended).toBe(0);
  expect(messages.split("\n")).toHaveLength(2);
});
