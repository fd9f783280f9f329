import { describe, expect, test } from "vitest";
import { blankJsonComments } from "../../../shared/parse/manifest/json-text.ts";
import { parseManifest } from "../../../shared/parse/manifest/parse-manifest.ts";

const object = '{"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "a"}}';

describe("JSON with comments is read as what it says", () => {
  const rows: [what: string, text: string][] = [
    ["a comment before it", `// mine\n${object}`],
    ["a comment of several lines", `/* one\n two */${object}`],
    ["comments within", object.replace('"kind"', '// "kind": "Secret",\n /* x */ "kind"')],
    ["a comment after a value", object.replace('"v1",', '"v1",// as ever\n')],
    ["what looks like one in a text", object.replace('"a"', '"a", "url": "https://x/*y*/"')],
    ["a comma too many", object.replace("}}", ",},}")],
    ["a comment that never ends", `${object}/* x`],
  ];
  test.for(rows)("%s", ([, text]) => {
    const [found, ...more] = parseManifest(text).objects;
    expect(found).toMatchObject({ kind: "ConfigMap", name: "a", state: "named" });
    expect(more).toEqual([]);
    const { start = 0, end } = found?.spans.kind ?? {};
    expect(text.slice(start, end)).toContain("ConfigMap");
  });
});

test.for<string>([
  "{a: http://x, b: y}",
  "a: 1 // no comment of YAML\n",
  "{{- /* a template */ -}}\napiVersion: v1\n",
  "# {\nx: 1 /* no */\n",
  object,
])("other text stays as it is: %s", (text) => {
  expect(blankJsonComments(text)).toBe(text);
});
