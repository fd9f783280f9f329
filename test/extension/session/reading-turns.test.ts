import { describe, expect, test } from "vitest";
import {
  createTurnReader,
  maxTurnCost,
  type ReadableDocument,
  type ReadingSteps,
} from "../../../extension/session/reading-turns.ts";
import type { Manifest } from "../../../shared/model/manifest/manifest.ts";
import { manifestSteps } from "../../../shared/parse/manifest/parse-manifest.ts";

const step = maxTurnCost / 4;

describe("a text is read in turns of bounded work", () => {
  test("a short one at once, without a turn and without a notice", () => {
    const { reader, turns, reported } = createReadingRig();
    const document = open("two");
    expect([reader.of(document), reader.isReading(document), turns.length, reported.length]).toEqual([
      "two",
      false,
      0,
      0,
    ]);
  });

  test("a long one with as many steps in each turn as reach the bound, and one notice", () => {
    const { reader, turns, reported, work } = createReadingRig();
    const document = open("one two three four five six seven eight nine");
    const seen = [reader.of(document)];
    expect(work).toEqual({ steps: 4, begun: 1 });
    while (turns.length > 0) {
      expect([reader.of(document), reader.isReading(document), turns.length]).toEqual([undefined, true, 1]);
      const before = work.steps;
      turns.shift()?.();
      expect(work.steps - before).toBeLessThanOrEqual(4);
      seen.push(reader.of(document));
    }
    expect(seen).toEqual([undefined, undefined, document.getText()]);
    expect([reported, work.begun]).toEqual([[document], 1]);
  });

  test("what an earlier version held is known until the next one is read", () => {
    const { reader, turns } = createReadingRig();
    const document = open("one");
    reader.of(document);
    Object.assign(document, editedDocument("one two three four five"));
    expect([reader.of(document), reader.last(document), reader.isReading(document)]).toEqual([undefined, "one", true]);
    turns.shift()?.();
    expect([reader.of(document), reader.last(document)]).toEqual([document.getText(), document.getText()]);
  });

  const ends: readonly { readonly rule: string; readonly change: Partial<ReadableDocument> }[] = [
    { rule: "is closed", change: { isClosed: true } },
    { rule: "has become another version", change: editedDocument("other") },
  ];
  test.for(ends)("no step more is taken for a document that $rule", ({ change }) => {
    const { reader, turns, reported, work } = createReadingRig();
    const document = open("one two three four five");
    reader.of(document);
    Object.assign(document, change);
    turns.shift()?.();
    expect([work.steps, turns.length, reported.length]).toEqual([4, 0, 0]);
  });

  test("a version that comes in the middle is read from its start, the one before no further", () => {
    const { reader, turns, reported, work } = createReadingRig();
    const document = open("one two three four five");
    reader.of(document);
    Object.assign(document, editedDocument("five six seven eight nine"));
    reader.of(document);
    while (turns.length > 0) turns.shift()?.();
    expect([reader.of(document), reported.length, work.begun]).toEqual(["five six seven eight nine", 1, 2]);
    expect(work.steps).toBe(4 + 5);
  });

  const failures = [
    { rule: "in its first turn", text: "fails", reportedWhen: 0 },
    { rule: "in a later turn", text: "one two three four fails", reportedWhen: 1 },
  ];
  test.for(failures)(
    "a version whose reading fails $rule holds nothing and is read no more",
    ({ text, reportedWhen }) => {
      const { reader, turns, reported, bugs, work } = createReadingRig();
      const document = open("one");
      reader.of(document);
      Object.assign(document, editedDocument(text));
      reader.of(document);
      while (turns.length > 0) turns.shift()?.();
      expect([reader.of(document), reader.last(document), reader.isReading(document)]).toEqual([
        undefined,
        undefined,
        false,
      ]);
      expect([reported.length, bugs, work.begun]).toEqual([reportedWhen, [new Error("a step")], 2]);
    },
  );

  test("another document of the same version is another text", () => {
    const { reader } = createReadingRig();
    expect([open("one"), open("two")].map((document) => reader.of(document))).toEqual(["one", "two"]);
  });
});

test("10,000 documents of 5 MB are read in many turns, and a keystroke in them in one", () => {
  const filler = `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\ndata:\n  some: "${"x".repeat(400)}"\n---\n`;
  const text = filler.repeat(10_000);
  const turns: (() => void)[] = [];
  const reader = createTurnReader<Mutable, Manifest>(
    clockOf(turns),
    manifestSteps,
    () => {},
    () => {},
  );
  const document = open(text);
  let count = 1;
  for (let read = reader.of(document); read === undefined; read = reader.of(document), count++) turns.shift()?.();
  expect(count).toBeGreaterThan(10);
  expect(reader.last(document)?.objects).toHaveLength(10_000);
  Object.assign(document, editedDocument(`# a\n${text}`));
  expect([reader.of(document)?.objects.length, turns.length]).toEqual([10_000, 0]);
});

/** Reads a text word by word, and counts what it does. */
function createReadingRig() {
  const turns: (() => void)[] = [];
  const reported: ReadableDocument[] = [];
  const bugs: unknown[] = [];
  const work = { steps: 0, begun: 0 };
  function* readWords(text: string): ReadingSteps<string> {
    work.begun++;
    const read: string[] = [];
    for (const word of text.split(" ")) {
      if (word === "fails") throw new Error("a step");
      read.push(word);
      work.steps++;
      yield step;
    }
    return read.join(" ");
  }
  const did = (document: Mutable): number => reported.push(document);
  const reader = createTurnReader<Mutable, string>(clockOf(turns), readWords, did, (bug) => bugs.push(bug));
  return { reader, turns, reported, bugs, work };
}

function clockOf(turns: (() => void)[]) {
  return {
    after(_: number, call: () => void) {
      turns.push(call);
      return () => {};
    },
  };
}

type Mutable = { -readonly [Name in keyof ReadableDocument]: ReadableDocument[Name] };

function open(text: string): Mutable {
  return { version: 1, isClosed: false, getText: () => text };
}

function editedDocument(text: string): Partial<ReadableDocument> {
  return { version: 2, getText: () => text };
}
