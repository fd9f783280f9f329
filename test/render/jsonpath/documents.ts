// JSON texts and not literals: `__proto__` is a key here, and kubectl reads the very same text.

/** Everything a JSON document may have, and the keys and texts that are hard to say in a template. */
export const richText = `{
  "apiVersion": "made.up/v1",
  "kind": "Rich",
  "metadata": { "name": "rich", "labels": { "app.kubernetes.io/name": "x", "plain": "y", "a b": "spaced" } },
  "__proto__": { "polluted": "no" },
  "constructor": { "name": "own" },
  "": "empty key",
  "text": "some text",
  "none": null,
  "yes": true,
  "no": false,
  "zero": 0,
  "negative": -7,
  "half": 0.5,
  "whole": 3.0,
  "million": 1000000.5,
  "billion": 1e9,
  "tiny": 0.0000015,
  "huge": 1e300,
  "sextillion": 1e21,
  "large": 9007199254740991,
  "beyond": 18446744073709551615,
  "minusZero": -0.0,
  "odd": "<b>&\\u2028\\"quote\\" \\\\ \\u001b[31m\\u0007\\r\\ttab\\nline \\u007f é 中 👍",
  "emptyText": "",
  "emptyList": [],
  "emptyMap": {},
  "numbers": [5, 1, 4, 2, 3],
  "fractions": [0.5, 1.5, 2.5],
  "words": ["b", "a", "é", "中", "👍", "\\uffee"],
  "mixed": [1, 2.5, "three", true, null, [1, [2]], { "b": 1, "a": { "z": null, "y": [] } }],
  "matrix": [[1, 2, 3], [4, 5, 6], [7, 8, 9]],
  "flags": [true, false, true],
  "ragged": [{ "x": 1 }, { "y": 2 }, { "x": null }, {}, { "x": [1, 2] }],
  "things": [
    { "name": "one", "size": 10, "ratio": 0.1, "ready": true, "tags": ["p", "q"], "at": { "zone": "a", "rank": 1 } },
    { "name": "two", "size": 20, "ratio": 2.5, "ready": false, "tags": [], "at": { "zone": "b", "rank": 2 } },
    { "name": "three", "size": 30, "ratio": 3.75, "ready": true, "at": { "zone": "a" } },
    { "name": "it's (four)", "size": 40, "ratio": 4.0, "ready": false, "tags": ["r"], "at": null }
  ],
  "\\ud83d\\ude00": "last",
  "\\uffee": "before last"
}`;

/** No map under `chain` has more than one key, so that Go's random order of maps makes no difference to `*` and `..`. */
export const chainText = `{
  "apiVersion": "made.up/v1",
  "kind": "Chain",
  "metadata": { "name": "chain" },
  "chain": [
    { "a": { "b": [1, 2, { "c": "deep" }] } },
    { "b": "abc" },
    { "c": null },
    [[], [{ "a": 1.5 }], [true, "é"]],
    { "a": [{ "b": "x" }, { "b": "y" }, { "b": 3 }] },
    "",
    7
  ]
}`;
