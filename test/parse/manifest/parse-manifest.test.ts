import { describe, expect, test } from "vitest";
import type { ManifestObject } from "../../../shared/model/manifest/manifest.ts";
import { parseManifest } from "../../../shared/parse/manifest/parse-manifest.ts";

const pod = "apiVersion: v1\nkind: Pod\nmetadata:\n  name: a\n";

describe("a text names its objects: state, apiVersion/kind, namespace/name", () => {
  const rows: [what: string, text: string, objects: string[]][] = [
    ["nothing", "", []],
    ["comments only", "# a\n---\n# b\n", []],
    ["empty documents", "---\n---\n...\n---\n", []],
    ["one object", pod, ["named v1/Pod a"]],
    ["a group and a namespace", `${pod.replace("v1", "g.io/v2")}  namespace: n\n`, ["named g.io/v2/Pod n/a"]],
    ["several documents", `${pod}---\n${pod}...\n---\n# Source: c/t/x.yaml\n${pod}`, Array(3).fill("named v1/Pod a")],
    ["CR LF", pod.replaceAll("\n", "\r\n"), ["named v1/Pod a"]],
    ["a byte order mark", `\uFEFF${pod}`, ["named v1/Pod a"]],
    ["directives", `%YAML 1.2\n---\n${pod}`, ["named v1/Pod a"]],
    ["on the line of the marker", "--- {apiVersion: v1, kind: Pod, metadata: {name: a}}", ["named v1/Pod a"]],
    ["tabs", "apiVersion: v1\nkind: Pod\nmetadata:\n\tname: a\n\tnamespace: n\n", ["named v1/Pod n/a"]],
    ["a number is a name as written", pod.replace("name: a", "name: 007"), ["named v1/Pod 007"]],
    [
      "a boolean is a name as written",
      pod.replace("name: a", "name: Yes\n  namespace: True"),
      ["named v1/Pod True/Yes"],
    ],
    ["null is no name", pod.replace("name: a", "name: ~"), ["unnamed v1/Pod"]],
    ["quotes", pod.replace("name: a", "'name': \"a\\u0062\""), ["named v1/Pod ab"]],
    ["of two same keys the last counts", `${pod}kind: Service\n`, ["named v1/Service a"]],
    ["an alias", "x: &m {name: b}\napiVersion: v1\nkind: Pod\nmetadata: *m\n", ["named v1/Pod b"]],
    [
      "a merge key",
      "x: &m {name: b, namespace: c}\napiVersion: v1\nkind: Pod\nmetadata:\n  <<: *m\n  name: d\n",
      ["named v1/Pod c/d"],
    ],
    ["an alias of itself", "apiVersion: v1\nkind: &k [*k]\nmetadata: &m\n  name: *m\n", []],
    ["generateName", pod.replace("name: a", "generateName: a-"), ["generateName v1/Pod"]],
    ["no name", "apiVersion: v1\nkind: Pod\n", ["unnamed v1/Pod"]],
    ["a patch has no apiVersion", "kind: Pod\nmetadata:\n  name: a\n", ["patch /Pod a"]],
    ["a half-typed kind is no object", "apiVersion: v1\nkind:\nmetadata:\n  name: a\n", []],
    ["values of a chart are no object", "image:\n  tag: x\nreplicas: 1\n", []],
    ["a JSON patch is no object", "- op: replace\n  path: /a\n  value: {kind: Pod}\n", []],
    ["kustomize's file is no object", "apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\n", []],
    [
      "Flux' Kustomization is one",
      "apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: {name: a}\n",
      ["named kustomize.toolkit.fluxcd.io/v1/Kustomization a"],
    ],
    [
      "left out on request",
      `# hco-status: ignore\n${pod}---\n# why\n#hco-status: ignore\n\n${pod}---\n${pod}`,
      ["named v1/Pod a"],
    ],
    ["a comment within asks for nothing", `${pod}# hco-status: ignore\n`, ["named v1/Pod a"]],
    ["JSON", '{"apiVersion":"v1","kind":"Pod","metadata":{"name":"a"}}', ["named v1/Pod a"]],
    [
      "JSON with tabs",
      '{\n\t"apiVersion": "v1",\n\t"kind": "Pod",\n\t"metadata": {\n\t\t"name": "a"\n\t}\n}\n',
      ["named v1/Pod a"],
    ],
    [
      "JSON values one after the other",
      '{"apiVersion":"v1","kind":"A"}{"apiVersion":"v1","kind":"B"}\n\n{"kind":"C"}',
      ["unnamed v1/A", "unnamed v1/B", "patch /C"],
    ],
    [
      "half-typed JSON swallows no other",
      '{"apiVersion":"v1","kind":"A","spec":{"a":"\n}\n{"apiVersion":"v1","kind":"B"}\n',
      ["unnamed v1/A", "unnamed v1/B"],
    ],
    ["JSON without its first brace", '"kind":"A"\n}\n{"kind":"B"}', ["patch /B"]],
    [
      "a list of whole objects",
      '[{"apiVersion":"v1","kind":"A","metadata":{"name":"a"}},{"kind":"B"}]',
      ["named v1/A a"],
    ],
    [
      "conflict markers: the last counts",
      `${pod}<<<<<<< HEAD\n  namespace: b\n||||||| base\n=======\n  namespace: c\n>>>>>>> x\nspec: {}\n`,
      ["named v1/Pod c/a"],
    ],
    ["half-typed key", `apiVersion: v1\nkind: Pod\nmeta\nmetadata:\n  name: a\n  la\nspec:\n  x\n`, ["named v1/Pod a"]],
    [
      "an unclosed quote before the kind",
      'apiVersion: v1\ndata:\n  a: "x\n  b: y\nkind: Pod\nmetadata:\n  name: a\n',
      ["named v1/Pod a"],
    ],
    [
      "an unclosed flow map before the kind",
      "apiVersion: v1\ndata: {a: 1, b: [2\nkind: Pod\nmetadata: {name: a\n",
      ["named v1/Pod a"],
    ],
    ["a broken document between two", `${pod}---\na: "\n---\n${pod}`, ["named v1/Pod a", "named v1/Pod a"]],
    ["a character no YAML can hold", `${pod}spec: "\0"\n---\n${pod}`, ["named v1/Pod a", "named v1/Pod a"]],
  ];
  test.for(rows)("%s", ([, text, objects]) => {
    expect(parseManifest(text).objects.map((object) => line(object))).toEqual(objects);
  });
});

describe("the items of a List are objects of their own", () => {
  const rows: [what: string, text: string, objects: string[]][] = [
    [
      "in YAML, the kind last",
      `apiVersion: v1\nitems:\n- ${item("a")}\n- ${item("b")}\nkind: List\nmetadata: {}\n`,
      ["named v1/Pod a", "named v1/Pod b"],
    ],
    [
      "of one kind, which they take",
      "apiVersion: v1\nkind: PodList\nitems:\n- metadata: {name: a}\n",
      ["named v1/Pod a"],
    ],
    [
      "a named AllowList is an object",
      "apiVersion: v1\nkind: AllowList\nmetadata: {name: x}\nitems: []\n",
      ["named v1/AllowList x"],
    ],
    [
      "in JSON",
      '{"apiVersion":"v1","kind":"List","items":[{"apiVersion":"v1","kind":"Pod","metadata":{"name":"a"}}]}',
      ["named v1/Pod a"],
    ],
    ["while the kind is typed", `apiVersion: v1\nitems:\n- ${item("a")}\nkind: Li\n`, ["named v1/Pod a"]],
    ["empty", "apiVersion: v1\nkind: List\nitems: []\n", []],
    [
      "one item broken",
      `apiVersion: v1\nitems:\n- ${item("a")}\n  x: "\n- ${item("b")}\nkind: List\n`,
      ["named v1/Pod a", "named v1/Pod b"],
    ],
  ];
  test.for(rows)("%s", ([, text, objects]) => {
    expect(parseManifest(text).objects.map((object) => line(object))).toEqual(objects);
  });

  test("each has its own path", () => {
    const { objects } = parseManifest(`apiVersion: v1\nitems:\n- ${item("a")}\n- ${item("b")}\nkind: List\n`);
    expect(objects.map(({ path }) => path)).toEqual([
      ["items", 0],
      ["items", 1],
    ]);
  });
});

describe("templates", () => {
  const rows: [what: string, text: string, objects: string[]][] = [
    ["in the name", pod.replace("name: a", "name: {{ .Release.Name }}-a"), ["template{} v1/Pod {{ .Release.Name }}-a"]],
    [
      "alone as the name",
      pod.replace("name: a", "name: {{ .Release.Name }}"),
      ["template{} v1/Pod {{ .Release.Name }}"],
    ],
    ["in quotes", pod.replace("name: a", 'name: "{{ include "x" . }}"'), ['template{} v1/Pod {{ include "x" . }}']],
    ["in the apiVersion", pod.replace("v1", '{{ include "v" . }}'), ['template{} {{ include "v" . }}/Pod a']],
    ["around the document", `{{- if .Values.on }}\n${pod}{{- end }}\n`, ["template v1/Pod a"]],
    [
      "around two documents",
      `{{- if .Values.on }}\n---\n${pod}---\n${pod}{{- end }}\n---\n${pod}`,
      ["template v1/Pod a", "template v1/Pod a", "named v1/Pod a"],
    ],
    [
      "only elsewhere",
      `${pod}  labels:\n    {{- include "l" . | nindent 4 }}\nspec:\n  {{- if .x }}\n  a: {{ .x }}\n  {{- end }}\n`,
      ["named{} v1/Pod a"],
    ],
    ["in a text that is no template", `${pod}data:\n  t: |\n    {{ if .x }}y{{ end }}\n`, ["named{} v1/Pod a"]],
    ["half-typed", `${pod}spec:\n  a: {{ .Val\n`, ["named v1/Pod a"]],
  ];
  test.for(rows)("%s", ([, text, objects]) => {
    const found = parseManifest(text).objects;
    expect(found.map((object) => line(object, object.hasTemplate))).toEqual(objects);
  });
});

test("spans are those of the values as written, in the whole text", () => {
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

describe("what is too large or too odd costs bounded time, and where it is not parsed is reported", () => {
  const large = `${pod}data:\n${"  a: b c d e f\n".repeat(400_000)}`;
  const rows: [what: string, text: string, objects: number, partial: number][] = [
    ["one document of 6 MB", large, 1, 1],
    ["the same, broken", large.replace("b c", '"b c'), 1, 1],
    ["10,000 documents", `${pod}spec:\n  a: b\n---\n`.repeat(10_000), 10_000, 0],
    ["3,000 broken documents", `${pod}spec:\n  a: "\n---\n`.repeat(3_000), 3_000, 0],
    [
      "a List of 3 MB",
      `apiVersion: v1\nitems:\n${`- ${item("a")}\n  x: ${"y".repeat(940)}\n`.repeat(3000)}kind: List\n`,
      3000,
      1,
    ],
    ["a document with a mistake on each line", `${pod}${'a: "\n'.repeat(200_000)}`, 1, 1],
    ["a document that nests without end", `${pod}spec: ${"[".repeat(1_000_000)}`, 1, 1],
    ["templates without an end", "{{/*".repeat(100_000), 0, 0],
    ["blanks", `a${" ".repeat(1_000_000)}b\n`, 0, 0],
    ["lines", "\n".repeat(5_000_000), 0, 0],
    ["JSON on one line", `{"kind":"A","a":"${"x".repeat(1_900_000)}`, 1, 0],
    ["JSON of 5 MB", `{"kind":"A","a":"${"x".repeat(5_000_000)}"}`, 1, 1],
    ["JSON of 30 MB with an address", `{"kind":"A","u":"https://a","b":"${"x".repeat(30_000_000)}"}`, 1, 1],
    ["JSON of 30 MB with escapes", `{"kind":"A","a":"${'\\"x'.repeat(10_000_000)}"}`, 1, 1],
    [
      "JSON with an address and a text without its quote",
      `{"kind":"A","u":"https://a","b":"${'\\"x'.repeat(200_000)}`,
      1,
      0,
    ],
  ];
  test.for(rows)("%s", ([, text, objects, partial]) => {
    const manifest = parseManifest(text);
    expect([manifest.objects.length, manifest.partial.length]).toEqual([objects, partial]);
    expect(manifest.objects.every((object) => object.isPartial === partial > 0)).toBe(true);
  });
});

function item(name: string): string {
  return `apiVersion: v1\n  kind: Pod\n  metadata:\n    name: ${name}`;
}

function line({ state, group, version, kind, namespace, name }: ManifestObject, hasTemplate = false): string {
  const apiVersion = group === "" ? version : `${group}/${version}`;
  const named = [namespace, name].filter((part) => part !== undefined).join("/");
  return `${state}${hasTemplate ? "{}" : ""} ${apiVersion}/${kind} ${named}`.trimEnd();
}
