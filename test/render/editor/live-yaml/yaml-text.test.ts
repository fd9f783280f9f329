import { execFileSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { goYaml } from "../../../../shared/parse/yaml/go-yaml-rules.ts";
import { readYaml } from "../../../../shared/parse/yaml/read-yaml.ts";
import { yamlText } from "../../../../shared/render/editor/live-yaml/yaml-text.ts";
import { builtKubectl, testWithKubectl, withoutKubectl } from "../../../io/kubectl.ts";
import { pick, randomFrom } from "../../../random.ts";
import { hostileText } from "../../hostile-text.ts";

describe("a text is written as kubectl writes it, or in quotes where that is not harmless", () => {
  const rows = [
    { text: "word", written: "word" },
    {
      text: "quay.io/kubevirt/virt-operator@sha256:0123",
      written: "quay.io/kubevirt/virt-operator@sha256:0123",
    },
    { text: "/var/run", written: "/var/run" },
    { text: "10.0.0.1", written: "10.0.0.1" },
    { text: "64Mi", written: "64Mi" },
    { text: "48h0m0s", written: "48h0m0s" },
    { text: "48h", written: "48h" },
    { text: "905ed01a-7054-4bde-995c-e6421a569bbb", written: "905ed01a-7054-4bde-995c-e6421a569bbb" },
    { text: "905e01", written: '"905e01"' },
    { text: "1", written: '"1"' },
    { text: "1e3", written: '"1e3"' },
    { text: "1:20", written: '"1:20"' },
    { text: "0x1F", written: '"0x1F"' },
    { text: "2026-11-21T12:00:00Z", written: '"2026-11-21T12:00:00Z"' },
    { text: "True", written: '"True"' },
    { text: "y", written: '"y"' },
    { text: "null", written: '"null"' },
    { text: "", written: '""' },
    { text: " a", written: '" a"' },
    { text: "a ", written: '"a "' },
    { text: "a: b", written: '"a: b"' },
    { text: "a:", written: '"a:"' },
    { text: "a #b", written: '"a #b"' },
    { text: "- a", written: '"- a"' },
    { text: "*a", written: '"*a"' },
    { text: "<<", written: '"<<"' },
    { text: "it's {fine}, [really]", written: "it's {fine}, [really]" },
    { text: "\u001b[31m", written: '"\\u001b[31m"' },
    { text: "a\u202eb", written: '"a\\u202eb"' },
    { text: "a\tb", written: '"a\\tb"' },
  ];
  test.for(rows)("the text $text is written as $written", ({ text, written }) => {
    expect(yamlText({ key: text }, "asGiven")).toBe(`key: ${written}\n`);
  });
});

describe("several lines are written as a block, or in quotes where a parser would change them", () => {
  const rows = [
    { text: "a\nb", written: "key: |-\n  a\n  b\n" },
    { text: "a\nb\n", written: "key: |\n  a\n  b\n" },
    { text: "a\n\n\n", written: "key: |+\n  a\n\n\n" },
    { text: "a\n\n  b", written: "key: |-\n  a\n\n    b\n" },
    { text: "\na", written: 'key: "\\na"\n' },
    { text: " a\nb", written: 'key: " a\\nb"\n' },
    { text: "a\n ", written: 'key: "a\\n "\n' },
    { text: "a\r\nb", written: 'key: "a\\r\\nb"\n' },
    { text: "a\n\u202eb", written: 'key: "a\\n\\u202eb"\n' },
  ];
  test.for(rows)("the lines $text are written as $written", ({ text, written }) => {
    expect(yamlText({ key: text }, "asGiven")).toBe(written);
  });
});

test("the items of a list have the indentation of their key, and an empty list stands behind it", () => {
  const value = { a: [{ x: 1, z: [2, [3, []]] }, "b\nc"], e: {}, f: [], g: null, h: true, i: 1.5 };
  expect(yamlText(value, "asGiven")).toBe(
    "a:\n- x: 1\n  z:\n  - 2\n  - - 3\n    - []\n- |-\n  b\n  c\ne: {}\nf: []\ng: null\nh: true\ni: 1.5\n",
  );
});

test("a value that is nested deeper than a manifest is one line, which is parsed to the same value", () => {
  let value: unknown = "end";
  for (let depth = 0; depth < 450; depth++) value = depth % 2 === 0 ? [value] : { a: value };
  const text = yamlText(value, "sorted");
  expect(text.split("\n").length).toBeLessThan(450);
  expect(readYaml(text)).toEqual({ value });
});

/** Any JSON value with texts that YAML may read as another type. */
function randomValue(next: () => number, depth = 0): unknown {
  const kind = next();
  if (kind < 0.5 || depth > 4) return randomText(next);
  if (kind < 0.6) return pick(next, [null, true, false, 0, -1, 1.5, 1e21, 9_007_199_254_740_991]);
  const length = Math.floor(next() * 5);
  if (kind < 0.8) return Array.from({ length }, () => randomValue(next, depth + 1));
  return Object.fromEntries(Array.from({ length }, () => [randomText(next), randomValue(next, depth + 1)]));
}

const ambiguousTexts =
  "1|1.0|1_000|0o7|0b1|1e3|.5|+1|-1|~|null|Yes|off|=|<<|1:20|1:20:30|2026-01-01|12:30|0.1.|1..2|a: b|a:|: a|a #b|# a|&a|*a|!a|%a|@a|`a|- a|-|--- a|---|...|? a|[a|{a|'a|\"a|>a\n|\\a\n|a\n|a\n\n|a\n\n b\n|a\n \nb|a\n--- b|a\n... c|x\n\ty|a\n# b|10.0.0.1|64Mi|1h|1h5s|5m|00|007|0x|1Ei|1E|1k|Infinity|NaN|.inf|.nan";

function randomText(next: () => number): string {
  if (next() < 0.4) return hostileText(next);
  const text = pick(next, ambiguousTexts.split("|"));
  return next() < 0.7
    ? text
    : `${text}${pick(next, [" ", "\n", ":", "x", "\n\n", ""])}${pick(next, ambiguousTexts.split("|"))}`;
}

describe("the written text is parsed to the same value and has no control characters", () => {
  test.for(Array.from({ length: 400 }, (_, seed) => seed))(
    "the text of random values of seed %i is parsed to the same values",
    (seed) => {
      const value = { value: randomValue(randomFrom(seed)) };
      const text = yamlText(value, seed % 2 === 0 ? "sorted" : "asGiven");
      expect(readYaml(text)).toEqual({ value });
      expect(readYaml(text, goYaml)).toEqual({ value });
      expect(text).not.toMatch(/[\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u0000-\u0009\u000b-\u001f\u007f-\u009f]/u);
    },
  );
});

describe("kubectl agrees with the written text", () => {
  const keys =
    "a b2 b10 b1 B Z z _a a-b a.b a/b ab a0 a00 a01 a1 1 10 9 a10b a9b é z10z0 z10z1 kubevirt.io/x kubevirt.io".split(
      " ",
    );
  const annotations = Object.fromEntries(keys.map((key) => [key, "x"]));
  const next = randomFrom(7);
  const texts = [...ambiguousTexts.split("|"), ...Array.from({ length: 200 }, () => hostileText(next))].filter(
    (text) => !/\p{Cs}/u.test(text),
  );
  const value = {
    apiVersion: "example.com/v1",
    kind: "Thing",
    metadata: { name: "thing", annotations, labels: { a: "b" } },
    spec: { texts, keys: annotations },
  };

  function runKubectl(text: string, format: string): string {
    const words = ["label", "--local", "-f", "-", "a=b", "--overwrite", "-o", format];
    return execFileSync(builtKubectl(), words, { input: text, encoding: "utf8" });
  }

  testWithKubectl(`kubectl reads the same value${withoutKubectl}`, () => {
    expect(JSON.parse(runKubectl(yamlText(value, "asGiven"), "json"))).toEqual(value);
  });

  testWithKubectl(`kubectl writes the keys in the same order${withoutKubectl}`, () => {
    const listKeys = (text: string): readonly string[] => text.match(/^ *[^ -][^:\n]*:/gm) ?? [];
    const { texts: _, ...spec } = value.spec;
    const text = JSON.stringify({ ...value, spec });
    expect(listKeys(yamlText({ ...value, spec }, "sorted"))).toEqual(listKeys(runKubectl(text, "yaml")));
  });
});
