import { describe, expect, test } from "vitest";
import { asciiOnly, harmlessLines, harmlessReport, sanitizeLine } from "../../../shared/characters/sanitize.ts";
import { formatNames } from "../../../shared/render/formats/format-names.ts";
import { outputFormats } from "../../../shared/render/formats/formats.ts";
import { randomFrom } from "../../random.ts";
import { seeds } from "../../size.ts";
import { hostileReport } from "../hostile-report.ts";
import { hostileText } from "../hostile-text.ts";
import { printed } from "../printed.ts";

/** Characters that act on a terminal, reorder a line or are invisible. Two of them are in emoji sequences, too. */
const actingCharacter = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}]/u;

function removeEmoji(text: string): string {
  return text.replace(/\p{RGI_Emoji}/gv, (found) => (/[\u{e0000}-\u{e007f}]/u.test(found) ? found : ""));
}

describe("text of a cluster is shown without control characters", () => {
  const rows: [text: string, shown: string][] = [
    ["plain text, 100%", "plain text, 100%"],
    ["\u001b[31mred", "^[[31mred"],
    ["over\rwritten", "over\\rwritten"],
    ["two\nlines\r\nand a\ttab\u00a0or\u3000so", "two lines and a tab or so"],
    ["\u0000\u0007\b\u007f", "^@^G^H^?"],
    ["\u009b2J", "\\u009b2J"],
    ["user\u202egpj.exe", "user\\u202egpj.exe"],
    ["\u2066a\u2069\u200e\u200f\u061c", "\\u2066a\\u2069\\u200e\\u200f\\u061c"],
    ["a\u200bb\ufeffc\u00add", "a\\u200bb\\ufeffc\\u00add"],
    ["a\u2028b\u2029c\u0085d", "a\\u2028b\\u2029c\\u0085d"],
    ["\ud800", "\\ud800"],
    ["\u{e0041}", "\\u{e0041}"],
    ["a\ufe0fb\u{e0100}", "a\\ufe0fb\\u{e0100}"],
    ["a\u200db", "a\\u200db"],
    ["👨‍👩‍👧 🇩🇪 ❤️ 👍🏽 1️⃣", "👨‍👩‍👧 🇩🇪 ❤️ 👍🏽 1️⃣"],
    ["\u0301a \u0301b", "\\u0301a \\u0301b"],
    ["a\u0300\u0301\u0302\u0303\u0304", "a\u0300\u0301\u0302\u0303\\u0304"],
    ["中文 한글 e\u0301", "中文 한글 e\u0301"],
  ];
  test.for(rows.map(([text, shown]) => ({ text, shown })))("a text is shown as $shown", ({ text, shown }) => {
    expect(sanitizeLine(text)).toBe(shown);
    expect(sanitizeLine(shown)).toBe(shown);
  });

  test("line breaks are the only control characters that several lines keep", () => {
    expect(harmlessLines("a\r\nb\nc\rd\u2028e")).toBe("a\nb\nc\\rd\\u2028e");
  });

  test("--ascii writes other characters as escapes", () => {
    expect(asciiOnly("a · b … é\n中👍")).toBe("a - b ... \\u00e9\n\\u4e2d\\u{1f44d}");
  });
});

describe("every text of a Report is made harmless", () => {
  // The limit of a text that a display shows whole.
  const maxCharacters = 32_768;
  const rows = [
    {
      rule: "a Report of plain texts is unchanged",
      value: { a: [{ b: 'say "x"', c: 1 }], d: null },
      shown: { a: [{ b: 'say "x"', c: 1 }], d: null },
    },
    { rule: "a control character in a text is escaped", value: { a: ["\u001b[2J"] }, shown: { a: ["^[[2J"] } },
    { rule: "a control character in a key is escaped", value: { "a\u202e": 1 }, shown: { "a\\u202e": 1 } },
    {
      rule: "a message keeps its lines, and another text does not",
      value: { message: "a\nb", reason: "a\nb" },
      shown: { message: "a\nb", reason: "a b" },
    },
    {
      rule: "a text of 32,768 characters is kept",
      value: { a: "x".repeat(maxCharacters) },
      shown: { a: "x".repeat(maxCharacters) },
    },
    {
      rule: "a longer text is cut in the middle",
      value: { a: "x".repeat(maxCharacters + 1) },
      shown: { a: `${"x".repeat(maxCharacters / 2)} … ${"x".repeat(maxCharacters / 2)}` },
    },
    {
      rule: "a longer text of quotes is cut in the middle",
      value: { a: '"'.repeat(maxCharacters + 2) },
      shown: { a: `${'"'.repeat(maxCharacters / 2)} … ${'"'.repeat(maxCharacters / 2)}` },
    },
  ];
  test.for(rows)("$rule", ({ value, shown }) => {
    expect(harmlessReport(value)).toEqual(shown);
  });

  test.for(seeds(8))("a Report is unchanged or copied with the same result (seed %i)", (seed) => {
    const next = randomFrom(seed);
    for (let repetition = 0; repetition < 50; repetition += 1) {
      const plain = { message: `a "b" \\ ${repetition}`, list: [hostileText(next), "c"] };
      // A key that is hostile asks for a copy.
      const copied = harmlessReport({ plain, "\u0007": 0 }).plain;
      expect(harmlessReport(plain)).toEqual(copied);
      expect(harmlessReport({ ...plain, list: [] })).toEqual({ ...copied, list: [] });
    }
  });
});

describe("random hostile texts are harmless", () => {
  test.for(seeds(8))("a random text is harmless (seed %i)", (seed) => {
    const next = randomFrom(seed);
    for (let repetition = 0; repetition < 50; repetition += 1) {
      const text = hostileText(next);
      expect(removeEmoji(sanitizeLine(text)), JSON.stringify(text)).not.toMatch(actingCharacter);
      expect(sanitizeLine(sanitizeLine(text))).toBe(sanitizeLine(text));
      expect(harmlessLines(text).replaceAll("\n", "")).toBe(harmlessLines(text).split("\n").map(sanitizeLine).join(""));
    }
  });

  // The raw ones are made harmless where they meet a terminal: test/plugin/status/print-report.test.ts.
  const cases = formatNames
    .filter(({ name }) => outputFormats[name].isRaw === undefined)
    .flatMap(({ name }) => seeds(2).map((seed) => ({ name, seed })));
  test.for(cases)("a hostile report is harmless in -o $name (seed $seed)", async ({ name, seed }) => {
    const next = randomFrom(1000 + seed);
    for (const width of [0, 20, 40, 80]) {
      const options = { width, ascii: seed % 2 === 0, contextLine: hostileText(next) };
      const text = await printed(name, hostileReport(next), options);
      // Markdown parts @ from a name with a space of no width of its own.
      const output = name === "markdown" ? text.replaceAll("\u200b", "") : text;
      expect(removeEmoji(output).replaceAll("\n", "")).not.toMatch(actingCharacter);
      if (options.ascii && (name === "text" || name === "wide")) expect(output).toMatch(/^[\n\x20-\x7e]*$/);
    }
  });
});
