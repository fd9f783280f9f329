import { describe, expect, test } from "vitest";
import type { Manifest, ManifestObject } from "../../shared/model/manifest/manifest.ts";
import { splitSegments } from "../../shared/parse/documents/split-documents.ts";
import {
  findFieldAt,
  findFieldSpans,
  parseManifest,
  readObjectValue,
} from "../../shared/parse/manifest/parse-manifest.ts";
import { pick, randomFrom } from "../random.ts";
import { repetitions } from "../size.ts";
import { goldenTexts, writtenTexts } from "./manifest-samples.ts";

const samples = [...goldenTexts, ...writtenTexts.flatMap((text) => Array.from({ length: 15 }, () => text))];

describe("after a change the pieces whose text is the same are the same", () => {
  const documents = Array.from({ length: 20 }, (_, index) => `kind: A\nmetadata:\n  name: n${index}\n`);
  const text = documents.join("---\n");
  const before = parseManifest(text);
  const rows: [what: string, after: string, read: number][] = [
    ["nothing changed", text, 0],
    ["a character typed", text.replace("n7\n", "n7x\n"), 1],
    ["a character typed at the start", `x${text}`, 1],
    ["a character typed at the end", `${text}x`, 1],
    ["a document taken away", text.replace("---\nkind: A\nmetadata:\n  name: n7\n", ""), 0],
    ["a document put in", text.replace("name: n7\n", "name: n7\n---\nkind: B\n"), 1],
    [
      "a copy of a document, which is read as any other",
      text.replace("name: n7\n", `name: n7\n---\n${documents[7]}`),
      1,
    ],
    ["a marker broken, so that two become one", text.replace("n7\n---", "n7\n--x-"), 1],
    ["a comment before all", `# a\n${text}`, 1],
    ["a document emptied", text.replace("kind: A\nmetadata:\n  name: n7\n", "# gone\n"), 1],
    [
      "the first document emptied, so that its comment is the next one's",
      text.replace(documents[0] ?? "", "# gone\n"),
      1,
    ],
  ];
  test.for(rows)("%s", ([, after, read]) => {
    const known = new Set(before.pieces.map(({ piece }) => piece));
    const manifest = parseManifest(after, before);
    expect(manifest.pieces.filter(({ piece }) => !known.has(piece))).toHaveLength(read);
    expect(summarizeManifest(manifest)).toEqual(summarizeManifest(parseManifest(after)));
  });

  test("what did not even move is the very same object", () => {
    const manifest = parseManifest(`${text}\n# more\n`, before);
    expect(manifest.objects.slice(0, -1).every((object, index) => object === before.objects[index])).toBe(true);
  });

  test("a template block that is opened reaches the documents behind it, and no further once it is closed", () => {
    const opened = parseManifest(text.replace("name: n7\n", "name: n7\n{{- if .x }}\n"), before);
    expect(opened.objects.map(({ state }) => state === "template").indexOf(true)).toBe(8);
    const closed = parseManifest(opened.text.replace("name: n9\n", "name: n9\n{{- end }}\n"), opened);
    expect(closed.objects.filter(({ state }) => state === "template").map(({ name }) => name)).toEqual(["n8", "n9"]);
  });
});

test("cutting only around a change cuts as segmentsOf does, after any changes of markers, comments and lines", () => {
  const random = randomFrom(11);
  const lines = [
    "---",
    "...",
    "--- # x",
    "# c",
    "",
    "%YAML 1.2",
    "kind: A",
    "--- {a: b}",
    "---x",
    " ---",
    "\uFEFF---",
    "a: |",
  ];
  for (let repetition = 0; repetition < repetitions(30); repetition++) {
    const breaks = pick(random, ["\n", "\r\n"]);
    let text = Array.from({ length: 12 }, () => pick(random, lines)).join(breaks);
    let manifest: Manifest = parseManifest(text);
    for (let step = 0; step < 12; step++) {
      const from = Math.floor(random() * (text.length + 1));
      const gone = pick(random, [0, 0, 1, 3, 9]);
      const typed = pick(random, [
        "",
        "-",
        "\n",
        ".",
        "x",
        "---\n",
        "\n...\n",
        "#",
        "\uFEFF",
        "\r",
        pick(random, lines),
      ]);
      text = text.slice(0, from) + typed + text.slice(from + gone);
      manifest = parseManifest(text, manifest);
      const shown = JSON.stringify(text);
      expect(
        manifest.pieces.map(({ start, end }) => ({ start, end })),
        shown,
      ).toEqual(splitSegments(text));
      expect(
        manifest.pieces.map(({ piece }) => piece.text),
        shown,
      ).toEqual(manifest.pieces.map(({ start, end }) => text.slice(start, end)));
      expect(summarizeManifest(manifest), shown).toEqual(summarizeManifest(parseManifest(text)));
    }
  }
});

test("changed characters leave every other document as it was, and the changed one where it says who it is before", () => {
  const random = randomFrom(7);
  const junk = [..."{}[]:\"'#&*!|>%@`,-\t \n?<=~$\\.ax0é\r\0\u2028\ud800", "---", "{{", "\n- ", ": ", "}}"];
  let others = 0;
  let behind = 0;
  for (let repetition = 0; repetition < repetitions(300); repetition++) {
    const [name, text] = pick(random, samples);
    const at = Math.floor(random() * text.length);
    const typed = pick(random, ["", pick(random, junk), pick(random, junk)]);
    const after = text.slice(0, at) + typed + text.slice(at + (typed === "" ? 1 : pick(random, [0, 1])));
    const before = parseManifest(text);
    const manifest = parseManifest(after, before);
    const place = findFieldAt(manifest, at);
    if (place !== undefined) findFieldSpans(place.object, place.path);
    for (const object of manifest.objects.slice(0, 3)) readObjectValue(object);
    if (manifest.pieces.length !== before.pieces.length) continue;
    const identities = new Set(manifest.objects.map(identity));
    const kept = before.objects.filter((object) => {
      const isTouched = isInPart(object, at);
      if (isTouched && at <= identityEnd(before, object)) return false;
      if (isTouched) behind++;
      else others++;
      return true;
    });
    const shown = `${name} at ${at}: ${JSON.stringify(after.slice(at - 20, at + 20))}`;
    expect(
      kept.filter((object) => !identities.has(identity(object))),
      shown,
    ).toEqual([]);
  }
  expect(others).toBeGreaterThan(repetitions(100));
  expect(behind).toBeGreaterThan(repetitions(100));
});

test("one keystroke in a file of 500 documents reads one, or the two of which it makes one", () => {
  const filler = "spec:\n  list:\n  - a: 1\n    b: [1, 2]\n  text: |\n    some words\n";
  const documents = Array.from(
    { length: 500 },
    (_, index) => `apiVersion: g.io/v1\nkind: A\nmetadata:\n  name: n${index}\n${filler.repeat(4)}`,
  );
  let manifest = parseManifest(documents.join("---\n"));
  for (let repetition = 0; repetition < 200; repetition++) {
    const at = Math.floor((manifest.text.length * ((repetition * 37) % 100)) / 100);
    const known = new Set(manifest.pieces.map(({ piece }) => piece));
    manifest = parseManifest(`${manifest.text.slice(0, at)}x${manifest.text.slice(at)}`, manifest);
    expect(manifest.pieces.filter(({ piece }) => !known.has(piece))).toHaveLength(1);
  }
});

function isInPart({ piece, pieceStart, partIndex }: ManifestObject, offset: number): boolean {
  const { start, end } = piece.parts[partIndex] ?? { start: 0, end: 0 };
  return offset >= pieceStart + start - 1 && offset <= pieceStart + end;
}

/** The end of the last line on which something in the object's document says who is in it. */
function identityEnd({ text, objects }: Manifest, { pieceStart, partIndex }: ManifestObject): number {
  const ends = objects
    .filter((object) => object.pieceStart === pieceStart && object.partIndex === partIndex)
    .flatMap(({ spans }) => Object.values(spans).map((span) => span.end));
  const line = text.indexOf("\n", Math.max(...ends));
  return line < 0 ? text.length : line;
}

function identity({ group, version, kind, namespace, name, state }: ManifestObject): string {
  return [group, version, kind, namespace, name, state].join(" ");
}

/** All that a reader sees of it. */
function summarizeManifest({ objects, partial, pieces }: Manifest): unknown {
  return [
    objects.map(({ piece, ...object }) => [object, piece.text]),
    partial,
    pieces.map(({ start, end }) => [start, end]),
  ];
}

test("nothing throws, whatever is in a text and wherever one asks", () => {
  const random = randomFrom(13);
  const tokens = [
    ..."{}[]:\"'#&*!|>%@`,-\t \n?<=\\a\r\0",
    "---\n",
    "...\n",
    "kind: A\n",
    "items:\n- ",
    "  ",
    "- ",
    "&a ",
    "*a",
  ].concat([
    "<<: *a\n",
    "{{ if }}",
    "{{ end }}",
    "{{",
    "}}",
    "metadata:\n  name: x\n",
    '{"kind":"A"',
    "? ",
    "!!str ",
    "|\n  x\n",
    "%TAG\n",
  ]);
  for (let repetition = 0; repetition < repetitions(300); repetition++) {
    const text = Array.from({ length: 25 }, () => pick(random, tokens)).join("");
    const manifest = parseManifest(text);
    for (let offset = -1; offset <= text.length + 1; offset++) {
      const place = findFieldAt(manifest, offset);
      if (place === undefined) continue;
      findFieldSpans(place.object, place.path);
      expect(place.span.start >= 0 && place.span.end <= text.length, JSON.stringify(text)).toBe(true);
    }
    for (const object of manifest.objects) JSON.stringify(readObjectValue(object));
  }
});
