import { describe, expect, test } from "vitest";
import type { FieldPath } from "../../../shared/model/manifest/manifest.ts";
import { fieldAt, parseManifest, spansAt } from "../../../shared/parse/manifest/parse-manifest.ts";
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

describe("what stands at a mark", () => {
  const rows: [what: string, before: string, behind: string, place: string | undefined][] = [
    ["the first key", "", "apiVersion", "key apiVersion"],
    ["a value", "apiVersion: ", "v1", "value apiVersion"],
    ["between colon and value", "apiVersion:", " v1", "value apiVersion"],
    ["behind a key", "kind", ": ConfigMap", "key kind"],
    ["a comment behind a value", "ConfigMap # w", "hy", "value kind"],
    ["within a value", "ConfigM", "ap", "value kind"],
    ["the indentation before a key", "metadata:\n ", " name", "value metadata"],
    ["a nested key", "  na", "me: a", "key metadata.name"],
    ["a blank line, as far left as the top", "name: a\n", "\n  labels", "value metadata"],
    ["a key in a flow map", "{", "x: 1", "key metadata.labels.x"],
    ["a value in a flow map", "{x: ", "1", "value metadata.labels.x"],
    ["a key in quotes", '"y', ' z"', "key metadata.labels.y z"],
    ["an item of a flow list", '"y z": [', "2", "value metadata.labels.y z.0"],
    ["a map in a flow list", "{q: ", "r}", "value metadata.labels.y z.1.q"],
    ["a block scalar", "    --- not", " a doc", "value data.script"],
    ["a blank line in a block scalar", "kind: none\n", "\n    end", "value data.script"],
    ["an item", "- o", "ne", "value data.list.0"],
    ["a key in an item", "    ", "c: d", "key data.list.1.c"],
    ["the dash of an item", "  ", "- a: b", "value data.list.1"],
    ["a list in a list", "- - de", "ep", "value data.list.2.0"],
    ["a key without a value", "  empty:", "\n", "value data.empty"],
    ["a comment between its fields, as far left as the top", "# ab", "out", "value data"],
    ["a value in quotes", "last: '", "w'", "value data.last"],
    ["the next document", "---\nki", "nd: B", "key kind"],
  ];
  test.for(rows)("%s", ([, before, behind, expected]) => {
    const at = text.indexOf(before + behind) + before.length;
    expect(at).toBeGreaterThanOrEqual(before.length);
    expect(describePlace(fieldAt(parseManifest(text), at))).toBe(expected);
  });
});

describe("a blank line belongs to the block whose indentation reaches it", () => {
  const rows: [what: string, line: string, place: string][] = [
    ["at the margin", "", "value "],
    ["below a key of the top", "  ", "value spec"],
    ["below a key of that", "    ", "value spec.infra"],
    ["below an item", "      ", "value spec.infra.1"],
    ["further in", "        ", "value spec.infra.1.b"],
  ];
  test.for(rows)("%s", ([, line, expected]) => {
    const start = `kind: A\nspec:\n  infra:\n    - a: 1\n    - x: 1\n      b:\n${line}`;
    for (const rest of ["", "\n", "\r\n\r\n---\n"]) {
      expect(describePlace(fieldAt(parseManifest(start + rest), start.length))).toBe(expected);
    }
  });
});

describe("where nothing is, there is no place", () => {
  const rows: [what: string, text: string, at: number][] = [
    ["an empty text", "", 0],
    ["behind the end", "kind: A\n", 99],
    ["comments before an object", "# a\n\nkind: A\n", 1],
    ["the List itself", "kind: List\nitems:\n- kind: A\n", 2],
    ["what was left out", "# hco-status: ignore\nkind: A\n", 23],
  ];
  test.for(rows)("%s", ([, source, at]) => {
    expect(fieldAt(parseManifest(source), at)).toBeUndefined();
  });
});

test("in a List a path is that within the item", () => {
  const source = "apiVersion: v1\nkind: List\nitems:\n- kind: A\n  spec: {x: 1}\n- kind: B\n  spec:\n    y: 2\n";
  const place = fieldAt(parseManifest(source), source.indexOf("y: 2"));
  expect([place?.object.kind, describePlace(place)]).toEqual(["B", "key spec.y"]);
});

describe("in broken text the fields around the mistake keep their places", () => {
  const rows: [what: string, text: string, key: string, place: string][] = [
    ["an unclosed quote", 'kind: A\nspec:\n  a: "x\n  b: 1\n', "b", "key spec.b"],
    ["an unclosed flow map", "kind: A\nspec:\n  a: {x: 1, y: 2\n  b: 1\n", "y", "key spec.a.y"],
    ["a half-typed key", "kind: A\nspec:\n  hal\n  b:\n    c: 1\n", "c", "key spec.b.c"],
    ["a tab", "kind: A\nspec:\n\ta: 1\n\tb: 2\n", "b", "key spec.b"],
    ["a broken item", "kind: A\nspec:\n- a: 1\n  b: [\n- c: 1\n  d: 2\n", "d", "key spec.1.d"],
    ["a template", "kind: A\nspec:\n  {{- if .x }}\n  a: {{ .y }}\n  {{- end }}\n  b: 1\n", "b:", "key spec.b"],
    ["half-typed JSON", '{"kind": "A", "spec": {"a": , "b": {"c": 1', "c", "key spec.b.c"],
  ];
  test.for(rows)("%s", ([, source, key, expected]) => {
    expect(describePlace(fieldAt(parseManifest(source), source.indexOf(key, source.indexOf("spec") + 4)))).toBe(
      expected,
    );
  });
});

test("of random documents every key is found at each of its characters, and every value at its start", () => {
  const random = randomFrom(5);
  for (let repetition = 0; repetition < repetitions(30); repetition++) {
    const document = randomDocument(random);
    const source = `# first\nkind: Other\n---\n${document.text}---\nkind: Last\n`;
    const manifest = parseManifest(source);
    const by = source.indexOf(document.text);
    for (const { path, key, value } of document.fields) {
      for (let at = key; at <= key + String(path.at(-1)).length; at++) {
        const place = fieldAt(manifest, at + by);
        expect([place?.on, place?.path, place?.object.kind], source).toEqual(["key", path, "Random"]);
        const spans = place && spansAt(place.object, place.path);
        expect(spans?.key, source).toEqual({ start: key + by, end: key + by + String(path.at(-1)).length });
      }
      if (value === undefined) continue;
      const place = fieldAt(manifest, value + by);
      expect([place?.on, place?.path], source).toEqual(["value", path]);
      const spans = place && spansAt(place.object, place.path);
      expect(spans?.value.start, source).toBe(value + by);
    }
    for (let at = by; at < by + document.text.length; at++) {
      const place = fieldAt(manifest, at);
      expect(place?.object.kind, source).toBe("Random");
      // What a place tells of is where it is written.
      const spans = place && spansAt(place.object, place.path);
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

function describePlace(place: { readonly on: string; readonly path: FieldPath } | undefined): string | undefined {
  return place && `${place.on} ${place.path.join(".")}`;
}
