import { describe, expect, test } from "vitest";
import { readTextObjects } from "../../../shared/io/files/text-objects.ts";

const wholeSpec = { nodeName: "n", priority: 0 };
const reducedSpec = { nodeName: "n" };

/** The spec of the last of so many Pods in a list that has these fields beside its items. */
function readLastSpec(count: number, list: object, annotation: string): unknown {
  const items = Array.from({ length: count }, (_, place) => ({
    metadata: { name: `p${place}`, annotations: { annotation } },
    spec: wholeSpec,
  }));
  return readTextObjects(JSON.stringify({ apiVersion: "v1", ...list, items }), "a").objects.at(-1)?.raw["spec"];
}

const podList = { kind: "PodList" };
const longText = "x".repeat(3_000);

describe("the objects of a long list in a file are kept without fields that no rule reads", () => {
  const rows = [
    { rule: "the objects of a list of 500 are kept whole", count: 500, annotation: longText, spec: wholeSpec },
    { rule: "the objects of a list of 501 are reduced", count: 501, annotation: longText, spec: reducedSpec },
    {
      rule: "the objects of a list of 501 with a short text are kept whole",
      count: 501,
      annotation: "",
      spec: wholeSpec,
    },
  ];
  test.for(rows)("$rule", ({ count, annotation, spec }) => {
    expect(readLastSpec(count, podList, annotation)).toEqual(spec);
  });
});

/** A document of YAML with a Pod, and one of JSON. */
const documentShapes = [
  {
    shape: "YAML",
    separator: "---\n",
    podText: (name: string, annotation: string) =>
      `apiVersion: v1\nkind: Pod\nmetadata:\n  name: ${name}\n  annotations:\n    a: ${annotation}\nspec:\n  nodeName: n\n  priority: 0\n`,
  },
  {
    shape: "JSON",
    separator: "\n",
    podText: (name: string, annotation: string) =>
      JSON.stringify({
        apiVersion: "v1",
        kind: "Pod",
        metadata: { name, annotations: { a: annotation } },
        spec: wholeSpec,
      }),
  },
];

test.for(documentShapes)(
  "of 501 documents of $shape in a long text, the last is kept without fields that no rule reads",
  ({ separator, podText }) => {
    const specsWith = (annotation: string): readonly unknown[] => {
      const texts = Array.from({ length: 501 }, (_, place) => podText(`p${place}`, annotation));
      const { objects } = readTextObjects(texts.join(separator), "a");
      return [objects.length, objects.at(0)?.raw["spec"], objects.at(-1)?.raw["spec"]];
    };
    expect(specsWith(longText)).toEqual([501, wholeSpec, reducedSpec]);
    expect(specsWith("short")).toEqual([501, wholeSpec, wholeSpec]);
  },
);

test("a value of a document in a long text is kept once for all its aliases, because copies would take more than the text", () => {
  const data = Array.from({ length: 100 }, (_, place) => `  k${place}: *a\n`).join("");
  const document = `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\nextra: &a {text: ${longText}}\ndata:\n${data}`;
  const [object] = readTextObjects(`${document}---\n# ${longText.repeat(400)}\n`, "a").objects;
  const values = Object.values(object?.raw["data"] as object);
  expect([values.length, new Set(values).size]).toEqual([100, 1]);
});

test("each document of a long text is announced, and each item of a list in it", () => {
  const pod = { apiVersion: "v1", kind: "Pod", metadata: { name: "a", annotations: { a: "x".repeat(1_000_000) } } };
  const list = { kind: "List", items: [pod, { ...pod, metadata: { name: "b" } }] };
  const namespace = { apiVersion: "v1", kind: "Namespace", metadata: { name: "c" } };
  let calls = 0;
  readTextObjects([list, namespace].map((each) => JSON.stringify(each)).join("\n"), "a", undefined, () => calls++);
  expect(calls).toBe(3);
});

test("the objects of each kind in a list are counted apart", () => {
  const pods = Array.from({ length: 600 }, (_, place) => ({
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name: `p${place}`, annotations: { note: longText } },
  }));
  const node = { apiVersion: "v1", kind: "Node", metadata: { name: "n" }, status: { images: [] } };
  const { objects } = readTextObjects(JSON.stringify({ kind: "List", items: [...pods, node] }), "a");
  expect(objects.at(-1)?.raw["status"]).toEqual({ images: [] });
});

test("the objects of a list are counted once where the JSON after the list is broken", () => {
  const items = Array.from({ length: 500 }, (_, place) => ({
    metadata: { name: `p${place}`, annotations: { annotation: longText } },
    spec: wholeSpec,
  }));
  const list = JSON.stringify({ apiVersion: "v1", ...podList, items });
  const { objects, damage } = readTextObjects(`${list}\n{"kind":`, "a");
  expect([objects.length, damage.length]).toEqual([500, 1]);
  expect(objects.at(-1)?.raw["spec"]).toEqual(wholeSpec);
});
