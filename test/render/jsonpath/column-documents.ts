type ColumnDocument = {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec: Readonly<Record<string, unknown>>;
};

const specs: readonly Readonly<Record<string, unknown>>[] = [
  {
    text: "some text",
    size: 10,
    ratio: 2.5,
    million: 1_000_000.5,
    ready: true,
    none: null,
    tags: ["p", "q"],
    nested: { b: 1, a: { z: null, y: [] } },
    list: [
      { name: "x", size: 1 },
      { name: "y", size: 2 },
    ],
    odd: "esc \u001b[31m cr\r end",
    lines: "a\nb\tc",
    wide: "中文",
    emptyText: "",
    emptyList: [],
    emptyMap: {},
    matrix: [[1, 2], [3]],
  },
  {
    text: "a much longer text, with a comma",
    size: -7,
    ready: false,
    tags: [],
    list: [{ name: "z" }],
    lines: "feed\fx\vy",
  },
  { text: "three", size: 3, tags: ["r"], list: [], nested: {}, lines: "" },
];

/** Rows of a table: three cluster-wide objects that a real API server takes as they are, sorted by name. */
export const columnDocuments: readonly ColumnDocument[] = specs.map((spec, index) => ({
  apiVersion: "cdi.kubevirt.io/v1beta1",
  kind: "CDI",
  metadata: { name: `row-${index + 1}` },
  spec,
}));
