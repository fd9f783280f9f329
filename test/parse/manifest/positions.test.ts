import { describe, expect, test } from "vitest";
import type { FieldPath } from "../../../shared/model/manifest/manifest.ts";
import { findFieldAt, findFieldSpans, parseManifest } from "../../../shared/parse/manifest/parse-manifest.ts";
import { pick, randomFrom } from "../../random.ts";
import { repetitions } from "../../size.ts";

const text = `apiVersion: v1
kind: ConfigMap # why
metadata:
  name: a

  labels: {x: 1, "y z": [2, {q: r}]}
data:
  script: |
    --- not a doc
    kind: none

    end
  list:
  - one
  - a: b
    c: d

  - - deep
  empty:

# about
  last: 'w'
---
kind: B
`;

describe("each offset of a manifest leads to a key or value", () => {
  const rows: readonly {
    readonly rule: string;
    readonly before: string;
    readonly behind: string;
    readonly expected: string | undefined;
  }[] = [
    { rule: "the first key", before: "", behind: "apiVersion", expected: "key apiVersion" },
    { rule: "a value", before: "apiVersion: ", behind: "v1", expected: "value apiVersion" },
    { rule: "between colon and value", before: "apiVersion:", behind: " v1", expected: "value apiVersion" },
    { rule: "behind a key", before: "kind", behind: ": ConfigMap", expected: "key kind" },
    { rule: "a comment behind a value", before: "ConfigMap # w", behind: "hy", expected: "value kind" },
    { rule: "within a value", before: "ConfigM", behind: "ap", expected: "value kind" },
    {
      rule: "the indentation before a key",
      before: "metadata:\n ",
      behind: " name",
      expected: "value metadata",
    },
    { rule: "a nested key", before: "  na", behind: "me: a", expected: "key metadata.name" },
    {
      rule: "a blank line, as far left as the top",
      before: "name: a\n",
      behind: "\n  labels",
      expected: "value metadata",
    },
    { rule: "a key in a flow map", before: "{", behind: "x: 1", expected: "key metadata.labels.x" },
    { rule: "a value in a flow map", before: "{x: ", behind: "1", expected: "value metadata.labels.x" },
    { rule: "a key in quotes", before: '"y', behind: ' z"', expected: "key metadata.labels.y z" },
    { rule: "an item of a flow list", before: '"y z": [', behind: "2", expected: "value metadata.labels.y z.0" },
    { rule: "a map in a flow list", before: "{q: ", behind: "r}", expected: "value metadata.labels.y z.1.q" },
    { rule: "a block scalar", before: "    --- not", behind: " a doc", expected: "value data.script" },
    {
      rule: "a blank line in a block scalar",
      before: "kind: none\n",
      behind: "\n    end",
      expected: "value data.script",
    },
    { rule: "an item", before: "- o", behind: "ne", expected: "value data.list.0" },
    { rule: "a key in an item", before: "    ", behind: "c: d", expected: "key data.list.1.c" },
    { rule: "the dash of an item", before: "  ", behind: "- a: b", expected: "value data.list.1" },
    { rule: "a list in a list", before: "- - de", behind: "ep", expected: "value data.list.2.0" },
    { rule: "a key without a value", before: "  empty:", behind: "\n", expected: "value data.empty" },
    {
      rule: "a comment between its fields, as far left as the top",
      before: "# ab",
      behind: "out",
      expected: "value data",
    },
    { rule: "a value in quotes", before: "last: '", behind: "w'", expected: "value data.last" },
    { rule: "the next document", before: "---\nki", behind: "nd: B", expected: "key kind" },
  ];
  test.for(rows)("the offset of $rule leads to $expected", ({ before, behind, expected }) => {
    const at = text.indexOf(before + behind) + before.length;
    expect(at).toBeGreaterThanOrEqual(before.length);
    expect(describePosition(findFieldAt(parseManifest(text), at))).toBe(expected);
  });
});

describe("a blank line belongs to the block of its indentation", () => {
  const rows = [
    { rule: "at the margin", line: "", expected: "value " },
    { rule: "below a key of the top", line: "  ", expected: "value spec" },
    { rule: "below a key of that", line: "    ", expected: "value spec.infra" },
    { rule: "below an item", line: "      ", expected: "value spec.infra.1" },
    { rule: "further in", line: "        ", expected: "value spec.infra.1.b" },
  ];
  test.for(rows)("a blank line $rule leads to $expected", ({ line, expected }) => {
    const start = `kind: A\nspec:\n  infra:\n    - a: 1\n    - x: 1\n      b:\n${line}`;
    for (const rest of ["", "\n", "\r\n\r\n---\n"]) {
      expect(describePosition(findFieldAt(parseManifest(start + rest), start.length))).toBe(expected);
    }
  });
});

describe("an offset outside of an object leads to nothing", () => {
  const rows = [
    { rule: "an empty text", source: "", at: 0 },
    { rule: "behind the end", source: "kind: A\n", at: 99 },
    { rule: "comments before an object", source: "# a\n\nkind: A\n", at: 1 },
    { rule: "the List itself", source: "kind: List\nitems:\n- kind: A\n", at: 2 },
    { rule: "what was left out", source: "# hco-status: ignore\nkind: A\n", at: 23 },
  ];
  test.for(rows)("the offset of $rule leads to nothing", ({ source, at }) => {
    expect(findFieldAt(parseManifest(source), at)).toBeUndefined();
  });
});

test("the path in a List begins at the item", () => {
  const source = "apiVersion: v1\nkind: List\nitems:\n- kind: A\n  spec: {x: 1}\n- kind: B\n  spec:\n    y: 2\n";
  const place = findFieldAt(parseManifest(source), source.indexOf("y: 2"));
  expect([place?.object.kind, describePosition(place)]).toEqual(["B", "key spec.y"]);
});

describe("the fields around a syntax error keep their positions", () => {
  const rows = [
    { rule: "an unclosed quote", source: 'kind: A\nspec:\n  a: "x\n  b: 1\n', key: "b", expected: "key spec.b" },
    {
      rule: "an unclosed flow map",
      source: "kind: A\nspec:\n  a: {x: 1, y: 2\n  b: 1\n",
      key: "y",
      expected: "key spec.a.y",
    },
    {
      rule: "a half-typed key",
      source: "kind: A\nspec:\n  hal\n  b:\n    c: 1\n",
      key: "c",
      expected: "key spec.b.c",
    },
    { rule: "a tab", source: "kind: A\nspec:\n\ta: 1\n\tb: 2\n", key: "b", expected: "key spec.b" },
    {
      rule: "a broken item",
      source: "kind: A\nspec:\n- a: 1\n  b: [\n- c: 1\n  d: 2\n",
      key: "d",
      expected: "key spec.1.d",
    },
    {
      rule: "a template",
      source: "kind: A\nspec:\n  {{- if .x }}\n  a: {{ .y }}\n  {{- end }}\n  b: 1\n",
      key: "b:",
      expected: "key spec.b",
    },
    {
      rule: "half-typed JSON",
      source: '{"kind": "A", "spec": {"a": , "b": {"c": 1',
      key: "c",
      expected: "key spec.b.c",
    },
  ];
  test.for(rows)("a key beside $rule leads to $expected", ({ source, key, expected }) => {
    expect(describePosition(findFieldAt(parseManifest(source), source.indexOf(key, source.indexOf("spec") + 4)))).toBe(
      expected,
    );
  });
});

test("each key of random documents is found at each of its characters, and each value at its start", () => {
  const random = randomFrom(5);
  for (let repetition = 0; repetition < repetitions(30); repetition++) {
    const document = randomDocument(random);
    const source = `# first\nkind: Other\n---\n${document.text}---\nkind: Last\n`;
    const manifest = parseManifest(source);
    const by = source.indexOf(document.text);
    for (const { path, key, value } of document.fields) {
      for (let at = key; at <= key + String(path.at(-1)).length; at++) {
        const place = findFieldAt(manifest, at + by);
        expect([place?.on, place?.path, place?.object.kind], source).toEqual(["key", path, "Random"]);
        const spans = place && findFieldSpans(place.object, place.path);
        expect(spans?.key, source).toEqual({ start: key + by, end: key + by + String(path.at(-1)).length });
      }
      if (value === undefined) continue;
      const place = findFieldAt(manifest, value + by);
      expect([place?.on, place?.path], source).toEqual(["value", path]);
      const spans = place && findFieldSpans(place.object, place.path);
      expect(spans?.value.start, source).toBe(value + by);
    }
    for (let at = by; at < by + document.text.length; at++) {
      const place = findFieldAt(manifest, at);
      expect(place?.object.kind, source).toBe("Random");
      // What a place tells of is where it is written.
      const spans = place && findFieldSpans(place.object, place.path);
      expect(place?.on === "key" ? spans?.key : spans?.value, source).toEqual(place?.span);
    }
  }
});

interface Field {
  readonly path: FieldPath;
  readonly key: number;
  /** The offset of a value that is no block. */
  readonly value?: number;
}

function randomDocument(random: () => number): { readonly text: string; readonly fields: readonly Field[] } {
  let built = "apiVersion: v1\nkind: Random\n";
  const fields: Field[] = [];
  const breaks = pick(random, ["\n", "\r\n"]);
  built = built.replaceAll("\n", breaks);
  writeBlock([], "", "");
  return { text: built, fields };

  function writeBlock(path: FieldPath, indent: string, first: string): void {
    const count = pick(random, [1, 2, 3]);
    for (let index = 0; index < count; index++) {
      if (random() < 0.1) built += `${breaks}${indent}# x: y${breaks}`.slice(index === 0 && first !== "" ? 1e3 : 0);
      built += index === 0 && first !== "" ? "" : indent;
      const name = `${pick(random, ["a", "name", "x-y", "k.io/z"])}${index}`;
      const key = built.length;
      const own = [...path, name];
      built += `${name}:`;
      const shape = path.length > 3 ? 1 : random();
      if (shape < 0.25) {
        fields.push({ path: own, key });
        built += breaks;
        writeBlock(own, `${indent}  `, "");
      } else if (shape < 0.45) {
        fields.push({ path: own, key });
        built += breaks;
        const dash = pick(random, [indent, `${indent}  `]);
        for (const item of [0, 1]) {
          built += `${dash}- `;
          if (random() < 0.5) writeBlock([...own, item], `${dash}  `, "-");
          else built += `item${breaks}`;
        }
      } else {
        const value = pick(random, [
          "1",
          "text of words",
          '"q # u"',
          "'it''s'",
          "{a: 1, b: [2]}",
          `|${breaks}${indent}  --- x${breaks}${breaks}${indent}  y`,
          "true # no",
          "[]",
        ]);
        fields.push({ path: own, key, value: built.length + 1 });
        built += ` ${value}${breaks}`;
      }
    }
  }
}

function describePosition(place: { readonly on: string; readonly path: FieldPath } | undefined): string | undefined {
  return place && `${place.on} ${place.path.join(".")}`;
}
