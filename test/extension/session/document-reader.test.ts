import { describe, expect, test } from "vitest";
import {
  createDocumentReader,
  maxTurnCost,
  type ReadableDocument,
  type ReadingSteps,
} from "../../../extension/session/document-reader.ts";
import type { Manifest } from "../../../shared/model/manifest/manifest.ts";
import { manifestSteps } from "../../../shared/parse/manifest/parse-manifest.ts";

const costOfStep = maxTurnCost / 4;

describe("a document is read in turns of bounded work", () => {
  test("a short document is read at once, without a turn and without a report", () => {
    const { reader, turns, reported } = createTestReader();
    const document = openDocument("two");
    expect(reader.getOrRead(document)).toBe("two");
    expect(reader.isReading(document)).toBe(false);
    expect([turns, reported]).toEqual([[], []]);
  });

  test("a long document is read in turns of at most four steps, and reported once", () => {
    const { reader, turns, reported, work } = createTestReader();
    const document = openDocument("one two three four five six seven eight nine");
    const results = [reader.getOrRead(document)];
    expect(work).toEqual({ steps: 4, begun: 1 });
    while (turns.length > 0) {
      expect(reader.isReading(document)).toBe(true);
      expect(turns).toHaveLength(1);
      const stepsBefore = work.steps;
      turns.shift()?.();
      expect(work.steps - stepsBefore).toBeLessThanOrEqual(4);
      results.push(reader.getOrRead(document));
    }
    expect(results).toEqual([undefined, undefined, document.getText()]);
    expect(reported).toEqual([document]);
    expect(work.begun).toBe(1);
  });

  test("the text of the earlier version is known until the next version is read", () => {
    const { reader, turns } = createTestReader();
    const document = openDocument("one");
    reader.getOrRead(document);
    Object.assign(document, buildNextVersion("one two three four five"));
    expect(reader.getOrRead(document)).toBe(undefined);
    expect(reader.lastContent(document)).toBe("one");
    expect(reader.isReading(document)).toBe(true);
    turns.shift()?.();
    expect(reader.getOrRead(document)).toBe("one two three four five");
    expect(reader.lastContent(document)).toBe("one two three four five");
    expect(reader.isReading(document)).toBe(false);
  });

  const ends: readonly { readonly rule: string; readonly change: Partial<ReadableDocument> }[] = [
    { rule: "the reading of a closed document stops in its next turn", change: { isClosed: true } },
    { rule: "the reading of an edited document stops in its next turn", change: buildNextVersion("other") },
  ];
  test.for(ends)("$rule", ({ change }) => {
    const { reader, turns, reported, work } = createTestReader();
    const document = openDocument("one two three four five");
    reader.getOrRead(document);
    Object.assign(document, change);
    turns.shift()?.();
    expect(work.steps).toBe(4);
    expect([turns, reported]).toEqual([[], []]);
  });

  test("a version that comes while another is read is read from its start", () => {
    const { reader, turns, reported, work } = createTestReader();
    const document = openDocument("one two three four five");
    reader.getOrRead(document);
    Object.assign(document, buildNextVersion("five six seven eight nine"));
    reader.getOrRead(document);
    while (turns.length > 0) turns.shift()?.();
    expect(reader.getOrRead(document)).toBe("five six seven eight nine");
    expect(reported).toHaveLength(1);
    expect(work).toEqual({ steps: 4 + 5, begun: 2 });
  });

  const failures = [
    {
      rule: "a version whose reading fails in its first turn has no text and is not read again",
      text: "fails",
      reports: 0,
    },
    {
      rule: "a version whose reading fails in a later turn has no text and is not read again",
      text: "one two three four fails",
      reports: 1,
    },
  ];
  test.for(failures)("$rule", ({ text, reports }) => {
    const { reader, turns, reported, bugs, work } = createTestReader();
    const document = openDocument("one");
    reader.getOrRead(document);
    Object.assign(document, buildNextVersion(text));
    reader.getOrRead(document);
    while (turns.length > 0) turns.shift()?.();
    expect([reader.getOrRead(document), reader.lastContent(document)]).toEqual([undefined, undefined]);
    expect(reader.isReading(document)).toBe(false);
    expect(reported).toHaveLength(reports);
    expect(bugs).toEqual([new Error("a step")]);
    expect(work.begun).toBe(2);
  });

  test("two documents of the same version are two texts", () => {
    const { reader } = createTestReader();
    expect([openDocument("one"), openDocument("two")].map((document) => reader.getOrRead(document))).toEqual([
      "one",
      "two",
    ]);
  });
});

test("10,000 objects of 5 MB are read in many turns, and again without a turn after a keystroke", () => {
  const filler = `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\ndata:\n  some: "${"x".repeat(400)}"\n---\n`;
  const text = filler.repeat(10_000);
  const turns: (() => void)[] = [];
  const reader = createDocumentReader<TestDocument, Manifest>(
    buildClock(turns),
    manifestSteps,
    () => {},
    () => {},
  );
  const document = openDocument(text);
  let count = 1;
  for (let read = reader.getOrRead(document); read === undefined; read = reader.getOrRead(document), count++)
    turns.shift()?.();
  expect(count).toBeGreaterThan(10);
  expect(reader.lastContent(document)?.objects).toHaveLength(10_000);
  Object.assign(document, buildNextVersion(`# a\n${text}`));
  expect([reader.getOrRead(document)?.objects.length, turns.length]).toEqual([10_000, 0]);
});

/** Reads a text word by word, and counts what it does. */
function createTestReader() {
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
      yield costOfStep;
    }
    return read.join(" ");
  }
  const reportDocument = (document: TestDocument): number => reported.push(document);
  const reader = createDocumentReader<TestDocument, string>(buildClock(turns), readWords, reportDocument, (bug) =>
    bugs.push(bug),
  );
  return { reader, turns, reported, bugs, work };
}

function buildClock(turns: (() => void)[]) {
  return {
    after(_: number, call: () => void) {
      turns.push(call);
      return () => {};
    },
  };
}

type TestDocument = { -readonly [Name in keyof ReadableDocument]: ReadableDocument[Name] };

function openDocument(text: string): TestDocument {
  return { version: 1, isClosed: false, getText: () => text };
}

function buildNextVersion(text: string): Partial<ReadableDocument> {
  return { version: 2, getText: () => text };
}
