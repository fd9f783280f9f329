import { spawn } from "node:child_process";
import { describe, expect, test } from "vitest";
import { steadyLink } from "../../../plugin/follow/debounced-link.ts";
import { KeyReader } from "../../../plugin/follow/keys.ts";
import { createLatestWriter } from "../../../plugin/follow/latest-writer.ts";
import { TerminalCanvas } from "../../../plugin/follow/terminal-canvas.ts";
import { type HostEnvironment, noTerminal, type TerminalInput } from "../../../plugin/process/host-environment.ts";
import type { LinkState } from "../../../shared/model/report-change.ts";
import { environmentWith } from "../../environment.ts";
import { type DrivenClock, drivenClock } from "../../io/watch/driven-clock.ts";
import { type EmulatedScreen, emulatedScreen } from "../../render/emulated-screen.ts";
import { buildPlugin } from "../../shared-build.ts";

/** Lets so much time go by. */
function pass(clock: DrivenClock, milliseconds: number): void {
  const until = clock.elapsed() + milliseconds;
  while (clock.next(until));
}

describe("a key", () => {
  const rows: readonly [what: string, sent: readonly string[], wishes: readonly string[]][] = [
    ["q leaves", ["q"], ["leave"]],
    ["Ctrl-C and Ctrl-D leave", ["\u0003", "\u0004"], ["leave", "leave"]],
    ["r asks again", ["r"], ["refresh"]],
    ["Ctrl-Z stops the process", ["\u001a"], ["suspend"]],
    ["Esc alone leaves", ["\u001b"], ["leave"]],
    ["a function key or a paste of other keys is nothing", ["\u001bOP", "\u001b[15~", "xyz\r"], []],
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
    ["several at once count one by one", ["x\u001b[Br\u001b[Aq"], ["line-down", "refresh", "line-up", "leave"]],
  ];
  test.for(rows)("%s", ([, sent, wishes]) => {
    const clock = drivenClock();
    const called: string[] = [];
    const reader = new KeyReader(clock, (wish) => called.push(wish));
    for (const piece of sent) {
      reader.take(piece);
      pass(clock, 10);
    }
    pass(clock, 1000);
    expect(called).toEqual(wishes);
  });
});

describe("a link", () => {
  const rows: readonly [
    what: string,
    steps: readonly (readonly [LinkState, milliseconds: number])[],
    reported: readonly LinkState[],
  ][] = [
    [
      "that is back at once is no news",
      [
        ["stale", 900],
        ["live", 5000],
      ],
      [],
    ],
    [
      "that stays away is told once, and that it is back",
      [
        ["stale", 900],
        ["unreachable", 9000],
        ["live", 1],
      ],
      ["unreachable", "live"],
    ],
    [
      "that is away for another reason is told again",
      [
        ["stale", 3000],
        ["authRequired", 1],
      ],
      ["stale", "authRequired"],
    ],
    [
      "that tries again and again is told once",
      [
        ["unreachable", 3000],
        ["unreachable", 3000],
      ],
      ["unreachable"],
    ],
  ];
  test.for(rows)("%s", ([, steps, reported]) => {
    const clock = drivenClock();
    const said: LinkState[] = [];
    const link = steadyLink(clock, { state: "live" }, () => said.push(link.now().state));
    for (const [state, milliseconds] of steps) {
      link.put({ state });
      pass(clock, milliseconds);
    }
    expect(said).toEqual(reported);
    link.stop();
    expect(clock.timers()).toBe(0);
  });
});

describe("who reads slowly", () => {
  test("gets the newest state when he is ready, and nothing piles up", async () => {
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
});

/** A terminal that a test types into, and resizes. */
interface Terminal {
  readonly screen: EmulatedScreen;
  readonly clock: DrivenClock;
  readonly canvas: TerminalCanvas;
  readonly type: (keys: string) => void;
  readonly resize: (rows: number, columns: number) => void;
  readonly end: () => void;
  readonly goOn: () => void;
  /** Keys are read one by one, and are not shown. */
  readonly isRaw: () => boolean;
  readonly events: readonly string[];
}

function terminal(rows: number, columns: number): Terminal {
  const screen = emulatedScreen(rows, columns);
  const clock = drivenClock();
  const events: string[] = [];
  const calls: { key?: (key: string) => void; end?: () => void; goOn?: () => void; resize?: (size: object) => void } =
    {};
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
      calls.goOn = call;
      return () => delete calls.goOn;
    },
    onResize(call) {
      calls.resize = call;
      return () => delete calls.resize;
    },
    suspend: () => events.push("stopped"),
  };
  const place = {
    isTerminal: true,
    isInputTerminal: true,
    rows,
    columns,
    platform: "linux",
    environment: { TERM: "xterm" },
  };
  const environment = {
    screen: place,
    clock,
    person,
    print: (text: string) => screen.write(text),
  } as unknown as HostEnvironment;
  const canvas: TerminalCanvas = new TerminalCanvas(
    environment,
    {
      blank: () => canvas.show(["first", "second"]),
      commanded: (wish) => events.push(wish),
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
    goOn: () => calls.goOn?.(),
    isRaw: () => calls.key !== undefined,
  };
}

/** As it was before anybody borrowed it. */
function expectGivenBack({ screen, isRaw }: Terminal): void {
  expect([screen.isAlternate(), screen.hasCursor(), screen.wraps(), isRaw()]).toEqual([false, true, true, false]);
}

describe("a borrowed screen", () => {
  test("shows what it is given, through every size, and is given back", () => {
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
    expectGivenBack(one);
    expect(one.screen.left()).toBe("");
  });

  test("is given back when the process ends by an error", () => {
    const one = terminal(24, 80);
    one.end();
    expectGivenBack(one);
    one.canvas.show(["late"]);
    expectGivenBack(one);
  });

  test("is given back while the process is stopped, and drawn again when it goes on", () => {
    const one = terminal(24, 80);
    one.canvas.show(["first", "second"]);
    one.type("\u001a");
    expectGivenBack(one);
    expect(one.events).toEqual(["stopped"]);
    one.goOn();
    pass(one.clock, 100);
    expect(one.screen.rows().slice(0, 3)).toEqual(["first", "second", ""]);
    one.type("j");
    one.type("q");
    expect(one.events).toEqual(["stopped", "line-down", "leave"]);
  });

  test("belongs to the program that prompts the user, keys included, and comes back after it", async () => {
    const one = terminal(24, 80);
    one.canvas.show(["first", "second"]);
    const asked = Promise.withResolvers<string>();
    const answer = one.canvas.withFreeTerminal(() => asked.promise);
    expectGivenBack(one);
    one.canvas.show(["meanwhile"]);
    one.type("q");
    expect(one.screen.left()).toBe("");
    asked.resolve("secret");
    expect(await answer).toBe("secret");
    expect(one.screen.rows().slice(0, 3)).toEqual(["first", "second", ""]);
    expect(one.events).toEqual([]);
  });
});

describe("a server that is down at the beginning", () => {
  test("is waited for by -w, which says so once in a pipe", async () => {
    const [command, ...own] = buildPlugin().words;
    const child = spawn(command, [...own, "-s", "http://127.0.0.1:1", "-w"], {
      env: environmentWith({}),
    });
    const ended = new Promise((resolve) => child.on("close", resolve));
    let said = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      said += text;
    });
    await expect.poll(() => said).toMatch(/^waiting for the server: cannot connect to http:\/\/127.0.0.1:1: [^\n]+\n$/);
    child.kill("SIGINT");
    expect(await ended).toBe(0);
    expect(said.split("\n")).toHaveLength(2);
  });
});
