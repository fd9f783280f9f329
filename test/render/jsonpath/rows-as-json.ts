import type { PrintingRule } from "./rule.ts";

/** `-o jsonpath-as-json=` */
export const asJson: readonly PrintingRule[] = [
  {
    rule: "every text and action is a list of what it finds",
    document: "rich",
    rows: [
      ["{.text}", '[\n    "some text"\n]\n'],
      ["{.numbers}", "[\n    [\n        5,\n        1,\n        4,\n        2,\n        3\n    ]\n]\n"],
      ["{.numbers[*]}", "[\n    5,\n    1,\n    4,\n    2,\n    3\n]\n"],
      ["{.missing}", "[]\n"],
      ["text{.yes}\n", '[\n    "text"\n]\n[\n    true\n]\n[\n    "\\n"\n]\n'],
      [
        "{.metadata}",
        '[\n    {\n        "labels": {\n            "a b": "spaced",\n            "app.kubernetes.io/name": "x",\n            "plain": "y"\n        },\n        "name": "rich"\n    }\n]\n',
      ],
      ["{.emptyList}", "[\n    []\n]\n"],
      ["{.emptyMap}", "[\n    {}\n]\n"],
      ["{.emptyList[*]}", "[]\n"],
      ["{.none}", "[\n    null\n]\n"],
      [
        "{.things[*]['name','size']}",
        '[\n    "one",\n    "two",\n    "three",\n    "it\'s (four)",\n    10,\n    20,\n    30,\n    40\n]\n',
      ],
      [
        "{.mixed}",
        '[\n    [\n        1,\n        2.5,\n        "three",\n        true,\n        null,\n        [\n            1,\n            [\n                2\n            ]\n        ],\n        {\n            "a": {\n                "y": [],\n                "z": null\n            },\n            "b": 1\n        }\n    ]\n]\n',
      ],
      [
        "{.odd}",
        '[\n    "\\u003cb\\u003e\\u0026\\u2028\\"quote\\" \\\\ \\u001b[31m\\u0007\\r\\ttab\\nline \u007f é 中 👍"\n]\n',
      ],
      ["{.fractions[*]}", "[\n    0.5,\n    1.5,\n    2.5\n]\n"],
      ["{.tiny}{.huge}", "[\n    0.0000015\n]\n[\n    1e+300\n]\n"],
      [
        "{range .things[0:2]}{.name}{.at}{end}",
        '[\n    "one"\n]\n[\n    {\n        "rank": 1,\n        "zone": "a"\n    }\n]\n[\n    "two"\n]\n[\n    {\n        "rank": 2,\n        "zone": "b"\n    }\n]\n',
      ],
      ['{1}{1.50}{true}{"<"}', '[\n    1\n]\n[\n    1.5\n]\n[\n    true\n]\n[\n    "\\u003c"\n]\n'],
      [
        "{.things[0]}",
        '[\n    {\n        "at": {\n            "rank": 1,\n            "zone": "a"\n        },\n        "name": "one",\n        "ratio": 0.1,\n        "ready": true,\n        "size": 10,\n        "tags": [\n            "p",\n            "q"\n        ]\n    }\n]\n',
      ],
      ["{.beyond}", "[\n    18446744073709552000\n]\n"],
    ],
  },
];
