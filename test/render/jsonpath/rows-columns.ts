/** What a rule of custom-columns prints of the column documents, or refuses. The texts are kubectl's; test/cluster asks it. */
export interface ColumnsRule {
  readonly rule: string;
  readonly rows: readonly (readonly [spec: string, printed: { readonly text: string } | { readonly error: string }])[];
}

/** `-o custom-columns=` */
export const columns: readonly ColumnsRule[] = [
  {
    rule: "a path may go without braces and without its first dot",
    rows: [
      ["N:metadata.name", { text: "N\nrow-1\nrow-2\nrow-3\n" }],
      ["N:.metadata.name", { text: "N\nrow-1\nrow-2\nrow-3\n" }],
      ["N:{metadata.name}", { text: "N\nrow-1\nrow-2\nrow-3\n" }],
      ["N:{.metadata.name}", { text: "N\nrow-1\nrow-2\nrow-3\n" }],
      ["N:{.metadata['name']}", { text: "N\nrow-1\nrow-2\nrow-3\n" }],
      ["N:['metadata'].name", { text: "N\n<none>\n<none>\n<none>\n" }],
    ],
  },
  {
    rule: "columns stand three spaces apart and are six wide at least",
    rows: [
      [
        "NAME:.metadata.name,TEXT:.spec.text",
        { text: "NAME    TEXT\nrow-1   some text\nrow-2   a much longer text, with a comma\nrow-3   three\n" },
      ],
      [
        "A:.spec.size,B:.spec.size,C:.spec.ready",
        { text: "A     B     C\n10    10    true\n-7    -7    false\n3     3     <none>\n" },
      ],
      [
        "LONG HEADER:.spec.size,B:.metadata.name",
        { text: "LONG HEADER   B\n10            row-1\n-7            row-2\n3             row-3\n" },
      ],
      ["A:.spec.text", { text: "A\nsome text\na much longer text, with a comma\nthree\n" }],
      [":.metadata.name,:.spec.size", { text: "        \nrow-1   10\nrow-2   -7\nrow-3   3\n" }],
    ],
  },
  {
    rule: "several values are joined by commas",
    rows: [
      ["NAME:.metadata.name,TAGS:.spec.tags[*]", { text: "NAME    TAGS\nrow-1   p,q\nrow-2   <none>\nrow-3   r\n" }],
      ["NAME:.metadata.name,X:.spec.list[*].name", { text: "NAME    X\nrow-1   x,y\nrow-2   z\nrow-3   <none>\n" }],
      [
        'NAME:.metadata.name,X:.spec.list[?(@.name=="y")].name',
        { text: "NAME    X\nrow-1   y\nrow-2   <none>\nrow-3   <none>\n" },
      ],
      [
        "NAME:.metadata.name,X:.spec.matrix[*][*]",
        { text: "NAME    X\nrow-1   1,2,3\nrow-2   <none>\nrow-3   <none>\n" },
      ],
      [
        "NAME:.metadata.name,X:.spec['text']",
        { text: "NAME    X\nrow-1   some text\nrow-2   a much longer text, with a comma\nrow-3   three\n" },
      ],
      [
        "NAME:.metadata.name,X:.spec.matrix[*]",
        { text: "NAME    X\nrow-1   [1 2],[3]\nrow-2   <none>\nrow-3   <none>\n" },
      ],
    ],
  },
  {
    rule: "nothing is <none>, null is <nil>, and what is empty is empty",
    rows: [
      ["NAME:.metadata.name,X:.spec.missing", { text: "NAME    X\nrow-1   <none>\nrow-2   <none>\nrow-3   <none>\n" }],
      ["NAME:.metadata.name,X:.spec.none", { text: "NAME    X\nrow-1   <nil>\nrow-2   <none>\nrow-3   <none>\n" }],
      [
        "NAME:.metadata.name,X:.spec.emptyText,Y:.spec.size",
        { text: "NAME    X        Y\nrow-1            10\nrow-2   <none>   -7\nrow-3   <none>   3\n" },
      ],
      ["NAME:.metadata.name,X:.spec.emptyList", { text: "NAME    X\nrow-1   []\nrow-2   <none>\nrow-3   <none>\n" }],
      ["NAME:.metadata.name,X:.spec.emptyMap", { text: "NAME    X\nrow-1   map[]\nrow-2   <none>\nrow-3   <none>\n" }],
      [
        "NAME:.metadata.name,X:.spec.emptyList[*]",
        { text: "NAME    X\nrow-1   <none>\nrow-2   <none>\nrow-3   <none>\n" },
      ],
      ["NAME:.metadata.name,X:", { text: "NAME    X\nrow-1   <none>\nrow-2   <none>\nrow-3   <none>\n" }],
      [
        "NAME:.metadata.name,X:.spec.text.deeper",
        { text: "NAME    X\nrow-1   <none>\nrow-2   <none>\nrow-3   <none>\n" },
      ],
      [
        "NAME:.metadata.name,X:.spec.none.deeper",
        { text: "NAME    X\nrow-1   <none>\nrow-2   <none>\nrow-3   <none>\n" },
      ],
      ["X:.spec.emptyText", { text: "X\n\n<none>\n<none>\n" }],
    ],
  },
  {
    rule: "values look as Go prints them",
    rows: [
      [
        "NAME:.metadata.name,X:.spec.size,Y:.spec.ratio,Z:.spec.million,R:.spec.ready",
        {
          text: "NAME    X     Y        Z               R\nrow-1   10    2.5      1.0000005e+06   true\nrow-2   -7    <none>   <none>          false\nrow-3   3     <none>   <none>          <none>\n",
        },
      ],
      ["NAME:.metadata.name,X:.spec.tags", { text: "NAME    X\nrow-1   [p q]\nrow-2   []\nrow-3   [r]\n" }],
      [
        "NAME:.metadata.name,X:.spec.nested",
        { text: "NAME    X\nrow-1   map[a:map[y:[] z:<nil>] b:1]\nrow-2   <none>\nrow-3   map[]\n" },
      ],
      [
        "NAME:.metadata.name,X:.spec.list",
        { text: "NAME    X\nrow-1   [map[name:x size:1] map[name:y size:2]]\nrow-2   [map[name:z]]\nrow-3   []\n" },
      ],
      [
        "NAME:.metadata.name,X:.spec.matrix",
        { text: "NAME    X\nrow-1   [[1 2] [3]]\nrow-2   <none>\nrow-3   <none>\n" },
      ],
    ],
  },
  {
    rule: "escape and carriage return become visible",
    rows: [
      [
        "NAME:.metadata.name,X:.spec.odd",
        { text: "NAME    X\nrow-1   esc ^[[31m cr\\r end\nrow-2   <none>\nrow-3   <none>\n" },
      ],
      [
        "NAME:.metadata.name,X:.spec.odd,Y:.spec.size",
        {
          text: "NAME    X                     Y\nrow-1   esc ^[[31m cr\\r end   10\nrow-2   <none>                -7\nrow-3   <none>                3\n",
        },
      ],
    ],
  },
  {
    rule: "a line break or tab in a value breaks its row, a form feed the columns",
    rows: [
      [
        "NAME:.metadata.name,X:.spec.lines,Y:.spec.size",
        { text: "NAME    X     Y\nrow-1   a\nb       c     10\nrow-2   feed\nx       y     -7\nrow-3         3\n" },
      ],
      [
        "X:.spec.lines,Y:.spec.size,Z:.spec.text",
        {
          text: "X     Y     Z\na\nb     c     10    some text\nfeed\nx     y     -7    a much longer text, with a comma\n      3     three\n",
        },
      ],
      ["X:.spec.lines", { text: "X\na\nb     c\nfeed\nx     y\n\n" }],
    ],
  },
  {
    rule: "a wide character is one wide",
    rows: [["X:.spec.wide,Y:.spec.size", { text: "X        Y\n中文       10\n<none>   -7\n<none>   3\n" }]],
  },
  {
    rule: "a path that is no path of a field still is one",
    rows: [
      ['NAME:.metadata.name,X:.spec "quoted"', { text: "NAME    X\nrow-1   quoted\nrow-2   quoted\nrow-3   quoted\n" }],
      ["NAME:.metadata.name,X:.spec.size 1", { text: "NAME    X\nrow-1   1\nrow-2   1\nrow-3   1\n" }],
      [
        "NAME:.metadata.name,X:range .spec.list",
        { text: "NAME    X\nrow-1   <none>\nrow-2   <none>\nrow-3   <none>\n" },
      ],
      ["NAME:.metadata.name,X:true", { text: "NAME    X\nrow-1   <none>\nrow-2   <none>\nrow-3   <none>\n" }],
    ],
  },
  {
    rule: "a column without a colon, or a path with inner braces, is refused",
    rows: [
      ["NAME", { error: "unexpected custom-columns spec: NAME, expected <header>:<json-path-expr>" }],
      ["NAME:.metadata.name,X", { error: "unexpected custom-columns spec: X, expected <header>:<json-path-expr>" }],
      [
        "A:{.a}{.b}",
        {
          error:
            "unexpected path string, expected a 'name1.name2' or '.name1.name2' or '{name1.name2}' or '{.name1.name2}'",
        },
      ],
      [
        "A:{.a",
        {
          error:
            "unexpected path string, expected a 'name1.name2' or '.name1.name2' or '{name1.name2}' or '{.name1.name2}'",
        },
      ],
      [
        "A:}",
        {
          error:
            "unexpected path string, expected a 'name1.name2' or '.name1.name2' or '{name1.name2}' or '{.name1.name2}'",
        },
      ],
      [
        "A:{}",
        {
          error:
            "unexpected path string, expected a 'name1.name2' or '.name1.name2' or '{name1.name2}' or '{.name1.name2}'",
        },
      ],
      [",", { error: "unexpected custom-columns spec: , expected <header>:<json-path-expr>" }],
      ["A:.spec.list[0,1]", { error: "unexpected custom-columns spec: 1], expected <header>:<json-path-expr>" }],
    ],
  },
  {
    rule: "a path that cannot be read or followed is refused in its own words",
    rows: [
      ["A:.spec.tags[", { error: "unterminated array" }],
      ["A:.spec.tags[x]", { error: "invalid array index x" }],
      ["A:.spec.text[0]", { error: "string is not array or slice" }],
      ["A:.spec.tags[5]", { error: "array index out of bounds: index 5, length 2" }],
      [
        "A:{.spec.size?}{",
        {
          error:
            "unexpected path string, expected a 'name1.name2' or '.name1.name2' or '{name1.name2}' or '{.name1.name2}'",
        },
      ],
      [
        "A:.spec.nested[?(@.x)]",
        { error: "map[a:map[y:[] z:<nil>] b:1] is not array or slice and cannot be filtered" },
      ],
      ["A:.spec.list[?(@.name==1)].name", { error: "incompatible types for comparison" }],
      ["A:.spec.list[*] name", { error: "unrecognized identifier name" }],
      ["A:.metadata.name end", { error: "not in range, nothing to end" }],
    ],
  },
];

/** `-o custom-columns-file=`: the text of the file. */
export const columnsFiles: readonly ColumnsRule[] = [
  {
    rule: "a line of headers and a line of paths",
    rows: [
      ["NAME SIZE\n.metadata.name .spec.size\n", { text: "NAME    SIZE\nrow-1   10\nrow-2   -7\nrow-3   3\n" }],
      [
        "NAME\tTEXT\n{.metadata.name}   {spec.text}",
        { text: "NAME    TEXT\nrow-1   some text\nrow-2   a much longer text, with a comma\nrow-3   three\n" },
      ],
      ["  NAME  \r\n metadata.name\r\n", { text: "NAME\nrow-1\nrow-2\nrow-3\n" }],
      ["NAME\nmetadata.name\nignored line", { text: "NAME\nrow-1\nrow-2\nrow-3\n" }],
      ["\n\n", { text: "\n\n\n\n" }],
      ["A\u00a0B\n.metadata.name\u2003.spec.size\n", { text: "A       B\nrow-1   10\nrow-2   -7\nrow-3   3\n" }],
    ],
  },
  {
    rule: "lines that are missing or do not fit each other are refused",
    rows: [
      [
        "",
        {
          error:
            "invalid template, missing header line. Expected format is one line of space separated headers, one line of space separated column specs.",
        },
      ],
      [
        "NAME",
        {
          error:
            "invalid template, missing spec line. Expected format is one line of space separated headers, one line of space separated column specs.",
        },
      ],
      [
        "NAME\n",
        {
          error:
            "invalid template, missing spec line. Expected format is one line of space separated headers, one line of space separated column specs.",
        },
      ],
      [
        "\n",
        {
          error:
            "invalid template, missing spec line. Expected format is one line of space separated headers, one line of space separated column specs.",
        },
      ],
      ["A B\n.a\n", { error: "number of headers (2) and field specifications (1) don't match" }],
      ["A\n\n", { error: "number of headers (1) and field specifications (0) don't match" }],
      [
        "A\n{.a}{.b}\n",
        {
          error:
            "unexpected path string, expected a 'name1.name2' or '.name1.name2' or '{name1.name2}' or '{.name1.name2}'",
        },
      ],
      ["A\n.spec.text[0]\n", { error: "string is not array or slice" }],
    ],
  },
];
