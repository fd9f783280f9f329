import type { WatchClock } from "../../shared/io/watch/clock.ts";

/** The parts of an open document that reading needs. */
export interface ReadableDocument {
  readonly version: number;
  readonly isClosed: boolean;
  getText(): string;
}

/**
 * Reads open documents, each version once. A short text is read at once, a long one in several turns of the event loop.
 */
export interface ReadingTurns<Document extends ReadableDocument, Read> {
  /** Returns what the document holds; undefined while it is being read. */
  of(document: Document): Read | undefined;
  isReading(document: Document): boolean;
  /** Returns what the version that was read last holds, which can be an earlier one. */
  last(document: Document): Read | undefined;
}

/** Yields the cost of each step, and returns what the text holds. */
export type ReadingSteps<Read> = Generator<number, Read, void>;

/** The cost of the steps in one turn, in characters, which take 50 ms at most. The last step may exceed it. */
export const maxTurnCost = 500_000;

/** Takes as many steps as fit one turn. Returns the result after the last step, else undefined. */
export function runOneTurn<Read>(steps: ReadingSteps<Read>): Read | undefined {
  for (let cost = 0; cost < maxTurnCost; ) {
    const step = steps.next();
    if (step.done === true) return step.value;
    cost += step.value;
  }
  return undefined;
}

/** One version of a document, and what this version or, until it is read, the previous one holds. */
interface DocumentVersion<Read> {
  readonly version: number;
  readonly read: Read | undefined;
  /** Absent once the version is completely read, or cannot be read. */
  readonly steps?: ReadingSteps<Read>;
}

/**
 * Creates the reader. It stops reading a version when the document is closed or changes. A version whose steps fail
 * holds nothing, so that nothing stays beside it that is about an earlier version.
 *
 * @param stepsOf begins to read a text, of which an earlier version may be versions.
 * @param finished is called after a document was read, or failed, that was not read at once.
 * @param failed is called with the error of steps that fail.
 */
export function createTurnReader<Document extends ReadableDocument, Read>(
  clock: Pick<WatchClock, "after">,
  stepsOf: (text: string, before: Read | undefined) => ReadingSteps<Read>,
  finished: (document: Document) => void,
  failed: (bug: unknown) => void,
): ReadingTurns<Document, Read> {
  // Keyed by the document itself: a new document may have the name and version of a closed one.
  const versions = new WeakMap<Document, DocumentVersion<Read>>();

  /** Reads a part of a version. Returns what it holds, if that was the last part. */
  function takeTurn(
    document: Document,
    version: number,
    steps: ReadingSteps<Read>,
    before: Read | undefined,
  ): Read | undefined {
    try {
      const read = runOneTurn(steps);
      versions.set(document, read === undefined ? { version, read: before, steps } : { version, read });
      if (read !== undefined) return read;
    } catch (bug) {
      versions.set(document, { version, read: undefined });
      failed(bug);
      return undefined;
    }
    clock.after(0, () => {
      if (versions.get(document)?.steps !== steps || document.isClosed || document.version !== version) return;
      takeTurn(document, version, steps, before);
      if (!isReading(document)) finished(document);
    });
    return undefined;
  }

  function isReading(document: Document): boolean {
    const before = versions.get(document);
    return before?.version === document.version && before.steps !== undefined;
  }

  return {
    of(document) {
      const { version } = document;
      const before = versions.get(document);
      if (before?.version === version) return before.steps === undefined ? before.read : undefined;
      const steps = stepsOf(document.getText(), before?.read);
      return takeTurn(document, version, steps, before?.read);
    },
    isReading,
    last: (document) => versions.get(document)?.read,
  };
}
