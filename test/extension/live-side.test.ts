import { describe, expect, test } from "vitest";
import { buildLiveSide, isComparedInPlace } from "../../extension/live-yaml/live-side.ts";
import { toObject } from "../../shared/parse/kube-object.ts";
import { parseManifest } from "../../shared/parse/manifest/parse-manifest.ts";
import { readYaml } from "../../shared/parse/yaml/read-yaml.ts";

const head =
  "apiVersion: hco.kubevirt.io/v1\nkind: HyperConverged\nmetadata:\n  name: hco # ours\n  namespace: kubevirt\n";
const written = { group: "hco.kubevirt.io", kind: "HyperConverged", name: "hco", namespace: "kubevirt" };

function objectIn(text: string): ReturnType<typeof toObject> {
  const attempt = readYaml(text);
  return toObject("value" in attempt ? attempt.value : undefined);
}

/** The live side of the first object of a text; `live`: the live object as YAML. */
function besideOf(text: string, live: string, index = 0): string {
  const own = parseManifest(text).objects[index];
  const object = objectIn(live);
  if (own === undefined || object === undefined) throw new Error("no object");
  return buildLiveSide(text, own, { written, index }, object);
}

const lastAppliedAnnotation = (spec: unknown): string =>
  `  annotations:\n    kubectl.kubernetes.io/last-applied-configuration: '${JSON.stringify({ metadata: { name: "hco", namespace: "kubevirt" }, spec })}'\n`;

describe("the live side is the file with the live values, and nothing else", () => {
  test.for<readonly [rule: string, file: string, live: string, beside: string]>([
    ["what is the same stays", "spec:\n  a: 1 # why\n", "spec: {a: 1, b: 2}", "spec:\n  a: 1 # why\n"],
    [
      "another value",
      "spec:\n  # before\n  a: 1 # why\n  b: 2\n",
      "spec: {a: 3, b: 2}",
      "spec:\n  # before\n  a: 3 # why\n  b: 2\n",
    ],
    [
      "a field that is not live",
      "spec:\n  a: 1\n  b: # two\n    c: 2\n  d: 3\n",
      "spec: {a: 1, d: 3}",
      "spec:\n  a: 1\n  d: 3\n",
    ],
    ["text in another form", 'spec:\n  a: "1"\n  t: 48h\n', "spec: {a: x, t: 48h0m0s}", "spec:\n  a: x\n  t: 48h\n"],
    ["a map in braces", "spec:\n  a: {v: 1, w: 2}\n", "spec: {a: {v: 1, w: 3}}", "spec:\n  a:\n    v: 1\n    w: 3\n"],
    [
      "an item of a list",
      "spec:\n  l:\n  - name: a\n    v: 1 # one\n  - name: b\n    v: 2\n",
      "spec: {l: [{name: a, v: 1}, {name: b, v: 5}]}",
      "spec:\n  l:\n  - name: a\n    v: 1 # one\n  - name: b\n    v: 5\n",
    ],
    [
      "a longer list",
      "spec:\n  l:\n    - 1\n    - 2\n  z: 1\n",
      "spec: {l: [1, 2, 3], z: 1}",
      "spec:\n  l:\n  - 1\n  - 2\n  - 3\n  z: 1\n",
    ],
    ["lines for one line", "spec:\n  t: one\n", 'spec: {t: "one\\ntwo\\n"}', "spec:\n  t: |\n    one\n    two\n"],
    [
      "one line for lines",
      "spec:\n  t: |\n    one\n    two\n  z: 1\n",
      "spec: {t: one, z: 1}",
      "spec:\n  t: one\n  z: 1\n",
    ],
    ["an absent value", "spec:\n  a:\n  b: 1\n", "spec: {a: 4, b: 1}", "spec:\n  a: 4\n  b: 1\n"],
    [
      "the status of the file is not compared",
      "spec:\n  a: 1\nstatus:\n  conditions: []\n",
      "spec: {a: 2}",
      "spec:\n  a: 2\nstatus:\n  conditions: []\n",
    ],
  ])("%s", ([, file, live, beside]) => {
    expect(besideOf(head + file, `${head}${live}\n`)).toBe(head + beside);
  });

  test("what was applied and left the file stands again behind the other fields", () => {
    const live = head.replace("  namespace", `${lastAppliedAnnotation({ a: 1, b: 2 })}  namespace`);
    expect(besideOf(`${head}spec:\n  a: 1\n`, `${live}spec: {a: 1, b: 2}\n`)).toBe(`${head}spec:\n  a: 1\n  b: 2\n`);
    expect(besideOf(`${head}spec:\n  a: 1`, `${live}spec: {a: 1, b: 2}\n`)).toBe(`${head}spec:\n  a: 1\n  b: 2`);
  });

  test("other documents of the file stay, of two of the same object also the other one", () => {
    const text = `# first\nkind: ConfigMap\n---\n${head}spec:\n  a: 1\n---\n${head}spec:\n  a: 2\n`;
    const own = parseManifest(text).objects.findIndex(({ kind }) => kind === "HyperConverged");
    const objects = parseManifest(text).objects;
    const object = objectIn(`${head}spec: {a: 5}\n`);
    const last = objects.at(-1);
    if (own < 0 || last === undefined || object === undefined) throw new Error("no object");
    expect(buildLiveSide(text, last, { written, index: 1 }, object)).toBe(text.replace(/a: 2/, "a: 5"));
  });

  test("an anchor that two fields share cannot be edited in place: the document is replaced", () => {
    const text = `${head}spec:\n  a: &x\n    v: 1\n  b: *x\n`;
    const beside = besideOf(text, `${head}spec: {a: {v: 1}, b: {v: 2}}\n`);
    expect(beside).toContain("b:\n    v: 2");
    expect(parseManifest(beside).objects).toHaveLength(1);
  });
});

test.for<readonly [rule: string, text: string, isInPlace: boolean]>([
  ["YAML is compared in its file", `${head}spec: {}\n`, true],
  ["an object in braces is not", '{"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "a"}}', false],
  ["a Secret is not", "apiVersion: v1\nkind: Secret\nmetadata:\n  name: a\ndata:\n  p: eA==\n", false],
  ["a template is not", `${head}spec:\n  a: {{ .Values.a }}\n`, false],
])("%s", ([, text, isInPlace]) => {
  const [own] = parseManifest(text).objects;
  expect(own && isComparedInPlace(own, text)).toBe(isInPlace);
});
