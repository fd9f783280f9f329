import type { WatchClock } from "../../shared/io/watch/clock.ts";

/** The parts of an open document that a {@link DocumentReader} needs. */
export interface ReadableDocument {
  readonly version: number;
  readonly isClosed: boolean;
  getText(): string;
}

/**
 * Reads open documents, each version once. A short text is read at once, a long text in several turns of the event loop.
 * `Content` is what the reader makes of a text, such as a manifest.
 */
export interface DocumentReader<Document extends ReadableDocument, Content> {
  /** Returns the content of the current version. Starts to read a new version. Undefined until it is completely read. */
  getOrRead(document: Document): Content | undefined;
  /** Whether the current version is partly read. */
  isReading(document: Document): boolean;
  /** Returns the content of the last version that was completely read, which can be an earlier version. */
  lastContent(document: Document): Content | undefined;
}

/** Yields the cost of each step, and returns the content of the text. */
export type ReadingSteps<Content> = Generator<number, Content, void>;

/** The cost of the steps in one turn, in characters, which take 50 ms at most. The last step may exceed it. */
export const maxTurnCost = 500_000;

/** Takes as many steps as fit one turn. Returns the content after the last step, else undefined. */
export function runOneTurn<Content>(steps: ReadingSteps<Content>): Content | undefined {
  for (let cost = 0; cost < maxTurnCost; ) {
    const step = steps.next();
    if (step.done === true) return step.value;
    cost += step.value;
  }
  return undefined;
}

/** How far a version of a document is read. */
interface VersionProgress<Content> {
  readonly version: number;
  /** The content of this version. Until it is completely read, the content of the previous version. */
  readonly content: Content | undefined;
  /** The steps that are left. Absent once the version is completely read, or cannot be read. */
  readonly steps?: ReadingSteps<Content>;
}

/**
 * Creates a reader. It stops reading a version when the document is closed or changes. A version whose steps fail has
 * no content, so that the editor shows nothing beside it that is about an earlier version.
 *
 * @param startSteps begins to read a text. It gets the content of an earlier version, to reuse the unchanged parts.
 * @param onFinished is called after a document was read in more than one turn, or failed after the first turn.
 * @param onFailed is called with the error of steps that fail.
 */
export function createDocumentReader<Document extends ReadableDocument, Content>(
  clock: Pick<WatchClock, "after">,
  startSteps: (text: string, previousContent: Content | undefined) => ReadingSteps<Content>,
  onFinished: (document: Document) => void,
  onFailed: (bug: unknown) => void,
): DocumentReader<Document, Content> {
  // The key is the document itself: a new document may have the name and version of a closed one.
  const progressByDocument = new WeakMap<Document, VersionProgress<Content>>();

  function getOrRead(document: Document): Content | undefined {
    const { version } = document;
    const progress = progressByDocument.get(document);
    if (progress?.version === version) return progress.steps === undefined ? progress.content : undefined;
    const steps = startSteps(document.getText(), progress?.content);
    return takeTurn(document, { version, content: progress?.content, steps });
  }

  /** Takes the next steps of a version. Returns the content if the version is completely read now. */
  function takeTurn(document: Document, progress: Required<VersionProgress<Content>>): Content | undefined {
    const { version, steps } = progress;
    let content: Content | undefined;
    try {
      content = runOneTurn(steps);
    } catch (bug) {
      progressByDocument.set(document, { version, content: undefined });
      onFailed(bug);
      return undefined;
    }
    if (content !== undefined) {
      progressByDocument.set(document, { version, content });
      return content;
    }
    progressByDocument.set(document, progress);
    clock.after(0, () => {
      const isReplaced = progressByDocument.get(document)?.steps !== steps || document.version !== version;
      if (isReplaced || document.isClosed) return;
      takeTurn(document, progress);
      if (!isReading(document)) onFinished(document);
    });
    return undefined;
  }

  function isReading(document: Document): boolean {
    const progress = progressByDocument.get(document);
    return progress?.version === document.version && progress.steps !== undefined;
  }

  return { getOrRead, isReading, lastContent: (document) => progressByDocument.get(document)?.content };
}
