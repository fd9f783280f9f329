import { describe, expect, test } from "vitest";
import type { ManifestObject } from "../../../shared/model/manifest/manifest.ts";
import { parseManifest } from "../../../shared/parse/manifest/parse-manifest.ts";

const pod = "apiVersion: v1\nkind: Pod\nmetadata:\n  name: a\n";

describe("a manifest has its objects as `state apiVersion/kind namespace/name`", () => {
  const rows = [
    { rule: "an empty text has no objects", text: "", objects: [] },
    { rule: "comments have no objects", text: "# a\n---\n# b\n", objects: [] },
    { rule: "empty documents have no objects", text: "---\n---\n...\n---\n", objects: [] },
    { rule: "a manifest of one object has it", text: pod, objects: ["named v1/Pod a"] },
    {
      rule: "an object has its API group and namespace",
      text: `${pod.replace("v1", "g.io/v2")}  namespace: n\n`,
      objects: ["named g.io/v2/Pod n/a"],
    },
    {
      rule: "each of several documents is an object",
      text: `${pod}---\n${pod}...\n---\n# Source: c/t/x.yaml\n${pod}`,
      objects: Array(3).fill("named v1/Pod a"),
    },
    { rule: "CR LF ends lines", text: pod.replaceAll("\n", "\r\n"), objects: ["named v1/Pod a"] },
    { rule: "a byte order mark is ignored", text: `\uFEFF${pod}`, objects: ["named v1/Pod a"] },
    { rule: "directives are ignored", text: `%YAML 1.2\n---\n${pod}`, objects: ["named v1/Pod a"] },
    {
      rule: "an object on the line of the document marker is read",
      text: "--- {apiVersion: v1, kind: Pod, metadata: {name: a}}",
      objects: ["named v1/Pod a"],
    },
    {
      rule: "indentation by tabs is read",
      text: "apiVersion: v1\nkind: Pod\nmetadata:\n\tname: a\n\tnamespace: n\n",
      objects: ["named v1/Pod n/a"],
    },
    {
      rule: "a number as a name is kept as written",
      text: pod.replace("name: a", "name: 007"),
      objects: ["named v1/Pod 007"],
    },
    {
      rule: "a boolean as a name is kept as written",
      text: pod.replace("name: a", "name: Yes\n  namespace: True"),
      objects: ["named v1/Pod True/Yes"],
    },
    {
      rule: "an object whose name is null is unnamed",
      text: pod.replace("name: a", "name: ~"),
      objects: ["unnamed v1/Pod"],
    },
    {
      rule: "a quoted name is unescaped",
      text: pod.replace("name: a", "'name': \"a\\u0062\""),
      objects: ["named v1/Pod ab"],
    },
    { rule: "the last of two equal keys counts", text: `${pod}kind: Service\n`, objects: ["named v1/Service a"] },
    {
      rule: "an alias is replaced by its value",
      text: "x: &m {name: b}\napiVersion: v1\nkind: Pod\nmetadata: *m\n",
      objects: ["named v1/Pod b"],
    },
    {
      rule: "a merge key adds fields",
      text: "x: &m {name: b, namespace: c}\napiVersion: v1\nkind: Pod\nmetadata:\n  <<: *m\n  name: d\n",
      objects: ["named v1/Pod c/d"],
    },
    {
      rule: "an alias of itself makes no object",
      text: "apiVersion: v1\nkind: &k [*k]\nmetadata: &m\n  name: *m\n",
      objects: [],
    },
    {
      rule: "an object with generateName has that state",
      text: pod.replace("name: a", "generateName: a-"),
      objects: ["generateName v1/Pod"],
    },
    { rule: "an object without a name is unnamed", text: "apiVersion: v1\nkind: Pod\n", objects: ["unnamed v1/Pod"] },
    {
      rule: "an object without an apiVersion is a patch",
      text: "kind: Pod\nmetadata:\n  name: a\n",
      objects: ["patch /Pod a"],
    },
    {
      rule: "an object with a half-typed kind is no object",
      text: "apiVersion: v1\nkind:\nmetadata:\n  name: a\n",
      objects: [],
    },
    { rule: "values of a chart are no object", text: "image:\n  tag: x\nreplicas: 1\n", objects: [] },
    {
      rule: "a JSON patch is no object",
      text: "- op: replace\n  path: /a\n  value: {kind: Pod}\n",
      objects: [],
    },
    {
      rule: "a file of kustomize is no object",
      text: "apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\n",
      objects: [],
    },
    {
      rule: "a Kustomization of Flux is an object",
      text: "apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: {name: a}\n",
      objects: ["named kustomize.toolkit.fluxcd.io/v1/Kustomization a"],
    },
    {
      rule: "a comment above an object makes it ignored",
      text: `# hco-status: ignore\n${pod}---\n# why\n#hco-status: ignore\n\n${pod}---\n${pod}`,
      objects: ["named v1/Pod a"],
    },
    {
      rule: "a comment within an object does not make it ignored",
      text: `${pod}# hco-status: ignore\n`,
      objects: ["named v1/Pod a"],
    },
    {
      rule: "JSON is read",
      text: '{"apiVersion":"v1","kind":"Pod","metadata":{"name":"a"}}',
      objects: ["named v1/Pod a"],
    },
    {
      rule: "JSON with tabs is read",
      text: '{\n\t"apiVersion": "v1",\n\t"kind": "Pod",\n\t"metadata": {\n\t\t"name": "a"\n\t}\n}\n',
      objects: ["named v1/Pod a"],
    },
    {
      rule: "several JSON values are objects",
      text: '{"apiVersion":"v1","kind":"A"}{"apiVersion":"v1","kind":"B"}\n\n{"kind":"C"}',
      objects: ["unnamed v1/A", "unnamed v1/B", "patch /C"],
    },
    {
      rule: "half-typed JSON does not hide the next object",
      text: '{"apiVersion":"v1","kind":"A","spec":{"a":"\n}\n{"apiVersion":"v1","kind":"B"}\n',
      objects: ["unnamed v1/A", "unnamed v1/B"],
    },
    { rule: "JSON without its first brace is no object", text: '"kind":"A"\n}\n{"kind":"B"}', objects: ["patch /B"] },
    {
      rule: "the items of a JSON list are objects",
      text: '[{"apiVersion":"v1","kind":"A","metadata":{"name":"a"}},{"kind":"B"}]',
      objects: ["named v1/A a"],
    },
    {
      rule: "the last side of a conflict counts",
      text: `${pod}<<<<<<< HEAD\n  namespace: b\n||||||| base\n=======\n  namespace: c\n>>>>>>> x\nspec: {}\n`,
      objects: ["named v1/Pod c/a"],
    },
    {
      rule: "half-typed keys are ignored",
      text: `apiVersion: v1\nkind: Pod\nmeta\nmetadata:\n  name: a\n  la\nspec:\n  x\n`,
      objects: ["named v1/Pod a"],
    },
    {
      rule: "an unclosed quote does not hide the fields below it",
      text: 'apiVersion: v1\ndata:\n  a: "x\n  b: y\nkind: Pod\nmetadata:\n  name: a\n',
      objects: ["named v1/Pod a"],
    },
    {
      rule: "an unclosed flow map does not hide the fields below it",
      text: "apiVersion: v1\ndata: {a: 1, b: [2\nkind: Pod\nmetadata: {name: a\n",
      objects: ["named v1/Pod a"],
    },
    {
      rule: "a broken document does not hide its neighbours",
      text: `${pod}---\na: "\n---\n${pod}`,
      objects: ["named v1/Pod a", "named v1/Pod a"],
    },
    {
      rule: "a character that YAML forbids does not hide an object",
      text: `${pod}spec: "\0"\n---\n${pod}`,
      objects: ["named v1/Pod a", "named v1/Pod a"],
    },
  ];
  test.for(rows)("$rule", ({ text, objects }) => {
    expect(parseManifest(text).objects.map((object) => describeObject(object))).toEqual(objects);
  });
});

describe("the items of a List are objects of their own", () => {
  const rows = [
    {
      rule: "the items of a List are read where its kind stands last",
      text: `apiVersion: v1\nitems:\n- ${writeItem("a")}\n- ${writeItem("b")}\nkind: List\nmetadata: {}\n`,
      objects: ["named v1/Pod a", "named v1/Pod b"],
    },
    {
      rule: "the items of a PodList have its kind",
      text: "apiVersion: v1\nkind: PodList\nitems:\n- metadata: {name: a}\n",
      objects: ["named v1/Pod a"],
    },
    {
      rule: "a named AllowList is an object",
      text: "apiVersion: v1\nkind: AllowList\nmetadata: {name: x}\nitems: []\n",
      objects: ["named v1/AllowList x"],
    },
    {
      rule: "the items of a JSON List are read",
      text: '{"apiVersion":"v1","kind":"List","items":[{"apiVersion":"v1","kind":"Pod","metadata":{"name":"a"}}]}',
      objects: ["named v1/Pod a"],
    },
    {
      rule: "the items of a List are read while its kind is typed",
      text: `apiVersion: v1\nitems:\n- ${writeItem("a")}\nkind: Li\n`,
      objects: ["named v1/Pod a"],
    },
    { rule: "an empty List has no objects", text: "apiVersion: v1\nkind: List\nitems: []\n", objects: [] },
    {
      rule: "a broken item does not hide its neighbours",
      text: `apiVersion: v1\nitems:\n- ${writeItem("a")}\n  x: "\n- ${writeItem("b")}\nkind: List\n`,
      objects: ["named v1/Pod a", "named v1/Pod b"],
    },
  ];
  test.for(rows)("$rule", ({ text, objects }) => {
    expect(parseManifest(text).objects.map((object) => describeObject(object))).toEqual(objects);
  });

  test("each item of a List has its path", () => {
    const { objects } = parseManifest(`apiVersion: v1\nitems:\n- ${writeItem("a")}\n- ${writeItem("b")}\nkind: List\n`);
    expect(objects.map(({ path }) => path)).toEqual([
      ["items", 0],
      ["items", 1],
    ]);
  });
});

describe("a template in a manifest is found", () => {
  const rows = [
    {
      rule: "an object with a template in its name is a template",
      text: pod.replace("name: a", "name: {{ .Release.Name }}-a"),
      objects: ["template{} v1/Pod {{ .Release.Name }}-a"],
    },
    {
      rule: "an object whose name is a template is a template",
      text: pod.replace("name: a", "name: {{ .Release.Name }}"),
      objects: ["template{} v1/Pod {{ .Release.Name }}"],
    },
    {
      rule: "an object with a quoted template in its name is a template",
      text: pod.replace("name: a", 'name: "{{ include "x" . }}"'),
      objects: ['template{} v1/Pod {{ include "x" . }}'],
    },
    {
      rule: "an object with a template in its apiVersion is a template",
      text: pod.replace("v1", '{{ include "v" . }}'),
      objects: ['template{} {{ include "v" . }}/Pod a'],
    },
    {
      rule: "a template around a document makes it a template",
      text: `{{- if .Values.on }}\n${pod}{{- end }}\n`,
      objects: ["template v1/Pod a"],
    },
    {
      rule: "a template around two documents makes both templates",
      text: `{{- if .Values.on }}\n---\n${pod}---\n${pod}{{- end }}\n---\n${pod}`,
      objects: ["template v1/Pod a", "template v1/Pod a", "named v1/Pod a"],
    },
    {
      rule: "an object with templates elsewhere has a name",
      text: `${pod}  labels:\n    {{- include "l" . | nindent 4 }}\nspec:\n  {{- if .x }}\n  a: {{ .x }}\n  {{- end }}\n`,
      objects: ["named{} v1/Pod a"],
    },
    {
      rule: "an object with braces in a text has a name",
      text: `${pod}data:\n  t: |\n    {{ if .x }}y{{ end }}\n`,
      objects: ["named{} v1/Pod a"],
    },
    { rule: "a half-typed template is none", text: `${pod}spec:\n  a: {{ .Val\n`, objects: ["named v1/Pod a"] },
  ];
  test.for(rows)("$rule", ({ text, objects }) => {
    const found = parseManifest(text).objects;
    expect(found.map((object) => describeObject(object, object.hasTemplate))).toEqual(objects);
  });
});

test("the spans of an object are those of its values in the whole text", () => {
  const text = `# a\n${pod}---\nkind: "Pod"\napiVersion: 'v1'\nmetadata: {name: b, namespace: c}\n\n\n`;
  const [, object] = parseManifest(text).objects;
  const { whole, spans } = object as ManifestObject;
  const textAt = ({ start, end }: { start: number; end: number }): string => text.slice(start, end);
  expect([spans.kind, spans.apiVersion, spans.name, spans.namespace].map((span) => span && textAt(span))).toEqual([
    '"Pod"',
    "'v1'",
    "b",
    "c",
  ]);
  expect(textAt(whole)).toBe(`kind: "Pod"\napiVersion: 'v1'\nmetadata: {name: b, namespace: c}`);
});

describe("a large or odd manifest is parsed in bounded time", () => {
  const large = `${pod}data:\n${"  a: b c d e f\n".repeat(400_000)}`;
  const rows = [
    { rule: "one document of 6 MB", text: large, objects: 1, partial: 1 },
    { rule: "the same, broken", text: large.replace("b c", '"b c'), objects: 1, partial: 1 },
    { rule: "10,000 documents", text: `${pod}spec:\n  a: b\n---\n`.repeat(10_000), objects: 10_000, partial: 0 },
    {
      rule: "3,000 broken documents",
      text: `${pod}spec:\n  a: "\n---\n`.repeat(3_000),
      objects: 3_000,
      partial: 0,
    },
    {
      rule: "a List of 3 MB",
      text: `apiVersion: v1\nitems:\n${`- ${writeItem("a")}\n  x: ${"y".repeat(940)}\n`.repeat(3000)}kind: List\n`,
      objects: 3000,
      partial: 1,
    },
    {
      rule: "a document with a mistake on each line",
      text: `${pod}${'a: "\n'.repeat(200_000)}`,
      objects: 1,
      partial: 1,
    },
    {
      rule: "a document that nests without end",
      text: `${pod}spec: ${"[".repeat(1_000_000)}`,
      objects: 1,
      partial: 1,
    },
    {
      rule: "templates without an end",
      text: "{{/*".repeat(100_000),
      objects: 0,
      partial: 0,
    },
    { rule: "blanks", text: `a${" ".repeat(1_000_000)}b\n`, objects: 0, partial: 0 },
    { rule: "lines", text: "\n".repeat(5_000_000), objects: 0, partial: 0 },
    { rule: "JSON on one line", text: `{"kind":"A","a":"${"x".repeat(1_900_000)}`, objects: 1, partial: 0 },
    { rule: "JSON of 5 MB", text: `{"kind":"A","a":"${"x".repeat(5_000_000)}"}`, objects: 1, partial: 1 },
    {
      rule: "JSON of 30 MB with an address",
      text: `{"kind":"A","u":"https://a","b":"${"x".repeat(30_000_000)}"}`,
      objects: 1,
      partial: 1,
    },
    {
      rule: "JSON of 30 MB with escapes",
      text: `{"kind":"A","a":"${'\\"x'.repeat(10_000_000)}"}`,
      objects: 1,
      partial: 1,
    },
    {
      rule: "JSON with an address and a text without its quote",
      text: `{"kind":"A","u":"https://a","b":"${'\\"x'.repeat(200_000)}`,
      objects: 1,
      partial: 0,
    },
  ];
  test.for(rows)("$rule has $objects objects and $partial that are not complete", ({ text, objects, partial }) => {
    const manifest = parseManifest(text);
    expect([manifest.objects.length, manifest.partial.length]).toEqual([objects, partial]);
    expect(manifest.objects.every((object) => object.isPartial === partial > 0)).toBe(true);
  });
});

function writeItem(name: string): string {
  return `apiVersion: v1\n  kind: Pod\n  metadata:\n    name: ${name}`;
}

function describeObject({ state, group, version, kind, namespace, name }: ManifestObject, hasTemplate = false): string {
  const apiVersion = group === "" ? version : `${group}/${version}`;
  const named = [namespace, name].filter((part) => part !== undefined).join("/");
  return `${state}${hasTemplate ? "{}" : ""} ${apiVersion}/${kind} ${named}`.trimEnd();
}
