import { describe, expect, test } from "vitest";
import { type ColouredLine, readColouredLine } from "../../shared/logs/coloured-line.ts";
import { LogText } from "../../shared/logs/log-text.ts";

const roomy = { lines: 1000, characters: 100_000 };

function showLines(lines: readonly string[], limits = roomy): readonly ColouredLine[] {
  const log = new LogText(limits);
  for (const line of lines) log.add(line);
  return log.lines();
}

/** Each coloured piece of a line with its style. */
function pieces({ text, spans }: ColouredLine): readonly (readonly [string, object])[] {
  return spans.map(({ start, end, style }) => [text.slice(start, end), style]);
}

describe("sequences of a terminal become colours, and nothing else", () => {
  test.for<[rule: string, raw: string, text: string, coloured: readonly (readonly [string, object])[]]>([
    ["a colour ends where the log resets it", "a \x1b[31mbad\x1b[0m b", "a bad b", [["bad", { colour: "red" }]]],
    ["a bright colour", "\x1b[92mgood", "good", [["good", { colour: "brightGreen" }]]],
    [
      "several numbers of one sequence",
      "\x1b[1;4;33mx\x1b[22;24my\x1b[39mz",
      "xyz",
      [
        ["x", { colour: "yellow", isBold: true, isUnderlined: true }],
        ["y", { colour: "yellow" }],
      ],
    ],
    ["a colour of the palette of 256", "\x1b[38;5;196mx", "x", [["x", { colour: "brightRed" }]]],
    ["red, green and blue", "\x1b[38;2;10;20;200mx", "x", [["x", { colour: "blue" }]]],
    ["black and white keep the colour of the editor", "\x1b[30ma\x1b[97mb\x1b[38;2;30;30;30mc", "abc", []],
    ["no background, no hidden and no reversed text", "\x1b[8;7;41;48;5;1mx", "x", []],
    ["a background does not take a number for a style", "\x1b[48;2;1;4;3mx", "x", []],
    ["a title and a move of the cursor are removed", "\x1b]0;owned\x07a\x1b[2Jb\x1b[1;1H", "ab", []],
    ["a number that no terminal knows is ignored", "\x1b[999;mx", "x", []],
  ])("%s", ([, raw, text, coloured]) => {
    const line = readColouredLine(raw);
    expect([line.text, pieces(line)]).toEqual([text, coloured]);
  });
});

describe("what is shown of a log", () => {
  test("hides nothing and acts nowhere: controls are visible, tabs stay", () => {
    expect(showLines(["a\u202eb\tc\x07", "\x1b[31m\u200bx\x1b[0my"]).map(({ text }) => text)).toEqual([
      "a\\u202eb\tc^G",
      "\\u200bxy",
    ]);
    expect(pieces(showLines(["\x1b[31m\u200bx\x1b[0my"])[0] ?? { text: "", spans: [] })).toEqual([
      ["\\u200bx", { colour: "red" }],
    ]);
  });

  test("holds no credential, even one that changes its colour in the middle", () => {
    const [line] = showLines(["connect \x1b[32mpassword=s3cr\x1b[31met99 now"]);
    expect(line?.text).not.toMatch(/s3cr|et99/);
    expect(line?.text).toContain("connect password=");
  });

  test("keeps the colours before a credential, also behind a character of two units", () => {
    const [line = { text: "", spans: [] }] = showLines([
      "\u{1f680} \x1b[31mfailed\x1b[0m password=s3cret99 \x1b[32mnow",
    ]);
    expect(line.text).not.toContain("s3cret99");
    expect(pieces(line)).toEqual([["failed", { colour: "red" }]]);
  });

  test("conceals a private key of several lines, and shows the lines with a level around it", () => {
    const key = [
      "-----BEGIN PRIVATE KEY-----",
      ...("MIIBVAIBADANBgkqhkiG9w0BAQEFAASCAT4wggE6".repeat(3).match(/.{40}/g) ?? []),
    ];
    const lines = showLines(["I1128 10:00:00.000000 1 a.go:1] begin", ...key, "I1128 10:00:01.000000 1 a.go:2] end"]);
    const text = lines.map((line) => line.text).join("\n");
    expect(text).not.toContain("MIIB");
    expect(text).toMatch(/begin[\s\S]*end$/);
    expect(lines).toHaveLength(key.length + 2);
  });

  test("is its newest part, and the number of older lines is known", () => {
    const log = new LogText({ lines: 300, characters: 1_000_000 });
    for (let index = 0; index < 1000; index += 1) log.add(`line ${index}`);
    const { length } = log.lines();
    expect(log.lines().at(-1)?.text).toBe("line 999");
    expect(length).toBeLessThanOrEqual(300);
    expect(log.droppedLines()).toBe(1000 - length);
  });

  test("is bounded whatever the length of a line", () => {
    const log = new LogText({ lines: 1000, characters: 100_000 });
    const line = `I1128 10:00:00.000000 1 a.go:1] ${"x".repeat(1_000_000)}`;
    for (let index = 0; index < 200; index += 1) log.add(line);
    const text = log
      .lines()
      .map((line) => line.text)
      .join("\n");
    expect(text.length).toBeLessThan(110_000);
    expect(text).toMatch(/… \(\d+ more characters\)$/);
  });

  test("names the lines that explain it by their place", () => {
    const log = new LogText(roomy);
    for (const line of [
      "starting",
      "",
      "panic: boom",
      "",
      "goroutine 1 [running]:",
      "main.load(0x0)",
      "\t/src/load.go:9 +0x4",
    ])
      log.add(line);
    expect(log.explaining()).toEqual([2, 5, 6]);
  });

  test("has no such line where none is worse than another", () => {
    const log = new LogText(roomy);
    for (const line of ["starting", "ready"]) log.add(line);
    expect(log.explaining()).toEqual([]);
  });

  test("names a line that was added since", () => {
    const log = new LogText(roomy);
    log.add("starting");
    expect(log.explaining()).toEqual([]);
    log.add("panic: boom");
    expect(log.explaining()).toEqual([1]);
  });
});
