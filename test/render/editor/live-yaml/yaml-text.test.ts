import { execFileSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { goYaml } from "../../../../shared/parse/yaml/go-yaml-rules.ts";
import { readYaml } from "../../../../shared/parse/yaml/read-yaml.ts";
import { yamlText } from "../../../../shared/render/editor/live-yaml/yaml-text.ts";
import { builtKubectl, testWithKubectl, withoutKubectl } from "../../../io/kubectl.ts";
import { pick, randomFrom } from "../../../random.ts";
import { hostileText } from "../../hostile-text.ts";

describe("a text stands as kubectl would write it where that is harmless, else quoted", () => {
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
  test.for(rows)("$text", ({ text, written }) => {
    expect(yamlText({ key: text }, "asGiven")).toBe(`key: ${written}\n`);
  });
});

describe("several lines stand as a block where a reader takes them for the same, else quoted", () => {
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
  test.for(rows)("$text", ({ text, written }) => {
    expect(yamlText({ key: text }, "asGiven")).toBe(written);
  });
});

test("lists stand at the depth of their key, empty ones behind it", () => {
  const value = { a: [{ x: 1, z: [2, [3, []]] }, "b\nc"], e: {}, f: [], g: null, h: true, i: 1.5 };
  expect(yamlText(value, "asGiven")).toBe(
    "a:\n- x: 1\n  z:\n  - 2\n  - - 3\n    - []\n- |-\n  b\n  c\ne: {}\nf: []\ng: null\nh: true\ni: 1.5\n",
  );
});

test("what is nested deeper than a manifest may be is one line that is read the same", () => {
  let value: unknown = "end";
  for (let depth = 0; depth < 450; depth++) value = depth % 2 === 0 ? [value] : { a: value };
  const text = yamlText(value, "sorted");
  expect(text.split("\n").length).toBeLessThan(450);
  expect(readYaml(text)).toEqual({ value });
});

/** Any JSON value with texts that want to be something else. */
function randomValue(next: () => number, depth = 0): unknown {
  const kind = next();
  if (kind < 0.5 || depth > 4) return randomText(next);
  if (kind < 0.6) return pick(next, [null, true, false, 0, -1, 1.5, 1e21, 9_007_199_254_740_991]);
  const length = Math.floor(next() * 5);
  if (kind < 0.8) return Array.from({ length }, () => randomValue(next, depth + 1));
  return Object.fromEntries(Array.from({ length }, () => [randomText(next), randomValue(next, depth + 1)]));
}

const awkward =
  "1|1.0|1_000|0o7|0b1|1e3|.5|+1|-1|~|null|Yes|off|=|<<|1:20|1:20:30|2026-01-01|12:30|0.1.|1..2|a: b|a:|: a|a #b|# a|&a|*a|!a|%a|@a|`a|- a|-|--- a|---|...|? a|[a|{a|'a|\"a|>a\n|\\a\n|a\n|a\n\n|a\n\n b\n|a\n \nb|a\n--- b|a\n... c|x\n\ty|a\n# b|10.0.0.1|64Mi|1h|1h5s|5m|00|007|0x|1Ei|1E|1k|Infinity|NaN|.inf|.nan";

function randomText(next: () => number): string {
  if (next() < 0.4) return hostileText(next);
  const text = pick(next, awkward.split("|"));
  return next() < 0.7
    ? text
    : `${text}${pick(next, [" ", "\n", ":", "x", "\n\n", ""])}${pick(next, awkward.split("|"))}`;
}

describe("the text parses to the very same value, and nothing in it acts", () => {
  test.for(Array.from({ length: 400 }, (_, seed) => seed))("seed %i", (seed) => {
    const value = { value: randomValue(randomFrom(seed)) };
    const text = yamlText(value, seed % 2 === 0 ? "sorted" : "asGiven");
    expect(readYaml(text)).toEqual({ value });
    expect(readYaml(text, goYaml)).toEqual({ value });
    expect(text).not.toMatch(/[\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u0000-\u0009\u000b-\u001f\u007f-\u009f]/u);
  });
});

describe("kubectl", () => {
  const keys =
    "a b2 b10 b1 B Z z _a a-b a.b a/b ab a0 a00 a01 a1 1 10 9 a10b a9b é z10z0 z10z1 kubevirt.io/x kubevirt.io".split(
      " ",
    );
  const annotations = Object.fromEntries(keys.map((key) => [key, "x"]));
  const next = randomFrom(7);
  const texts = [...awkward.split("|"), ...Array.from({ length: 200 }, () => hostileText(next))].filter(
    (text) => !/\p{Cs}/u.test(text),
  );
  const value = {
    apiVersion: "example.com/v1",
    kind: "Thing",
    metadata: { name: "thing", annotations, labels: { a: "b" } },
    spec: { texts, keys: annotations },
  };

  function kubectl(text: string, format: string): string {
    const words = ["label", "--local", "-f", "-", "a=b", "--overwrite", "-o", format];
    return execFileSync(builtKubectl(), words, { input: text, encoding: "utf8" });
  }

  testWithKubectl(`reads the same${withoutKubectl}`, () => {
    expect(JSON.parse(kubectl(yamlText(value, "asGiven"), "json"))).toEqual(value);
  });

  testWithKubectl(`has the keys in the same order${withoutKubectl}`, () => {
    const keysOf = (text: string): readonly string[] => text.match(/^ *[^ -][^:\n]*:/gm) ?? [];
    const { texts: _, ...spec } = value.spec;
    const text = JSON.stringify({ ...value, spec });
    expect(keysOf(yamlText({ ...value, spec }, "sorted"))).toEqual(keysOf(kubectl(text, "yaml")));
  });
});
