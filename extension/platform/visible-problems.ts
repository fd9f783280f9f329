import {
  type Diagnostic,
  type DiagnosticCollection,
  Disposable,
  languages,
  type TextDocument,
  window,
  workspace,
} from "vscode";
import { systemClock } from "../../shared/io/watch/clock.ts";
import { coalesceCalls } from "./coalesce.ts";
import { listVisibleDocuments } from "./documents.ts";

const typingPauseMs = 300;

/** What is listed of a document, as plain data from which its entries in the list of problems are made. */
export interface ProblemFinder<Problem> {
  /** The name of the collection. */
  readonly name: string;
  find(document: TextDocument): readonly Problem[];
  /** Whether a document is being parsed. Its problems from before stay meanwhile. */
  isParsing(document: TextDocument): boolean;
  buildDiagnostic(document: TextDocument, problem: Problem): Diagnostic;
  /** Returns what a document's problems are about: those about anything else are removed before there are new ones. */
  subjectOf?(document: TextDocument): string;
}

/** A problem with its entry. */
export interface ListedProblem<Problem> {
  readonly problem: Problem;
  readonly diagnostic: Diagnostic;
}

interface ListedDocument<Problem> {
  readonly subject: string | undefined;
  /** The problems as JSON, so that equal ones are not listed again. */
  readonly text: string;
  readonly problems: readonly ListedProblem<Problem>[];
}

/** The problems of visible documents in the editor's list, found again after each change of a document. */
export class VisibleProblems<Problem> implements Disposable {
  readonly #finder: ProblemFinder<Problem>;
  readonly #collection: DiagnosticCollection;
  readonly #listed = new Map<TextDocument, ListedDocument<Problem>>();
  readonly #updates = coalesceCalls(() => this.updateAll(), typingPauseMs, systemClock);
  readonly #subscriptions: Disposable;

  constructor(finder: ProblemFinder<Problem>) {
    this.#finder = finder;
    this.#collection = languages.createDiagnosticCollection(finder.name);
    this.#subscriptions = Disposable.from(
      this.#collection,
      window.onDidChangeVisibleTextEditors(() => this.updateAll()),
      workspace.onDidChangeTextDocument(({ document }) => {
        if (this.#listed.has(document)) this.#updates.request();
      }),
      workspace.onDidCloseTextDocument((document) => {
        this.#listed.delete(document);
        this.#collection.delete(document.uri);
      }),
    );
    this.updateAll();
  }

  updateAll(): void {
    const documents = new Set([...listVisibleDocuments(), ...this.#listed.keys()]);
    for (const document of documents) this.update(document);
  }

  /** Finds the problems of a document at once, and returns those that are listed now. */
  update(document: TextDocument): readonly ListedProblem<Problem>[] {
    const before = this.#listed.get(document);
    const subject = this.#finder.subjectOf?.(document);
    if (before?.subject !== subject) this.#collection.delete(document.uri);
    const found = this.#finder.find(document);
    // Only now, because finding problems starts to parse a document that has changed.
    if (this.#finder.isParsing(document)) return before?.problems ?? [];
    const text = JSON.stringify(found);
    if (before?.subject === subject && before?.text === text) return before.problems;
    const problems = found.map((problem) => ({ problem, diagnostic: this.#finder.buildDiagnostic(document, problem) }));
    this.#listed.set(document, { subject, text, problems });
    this.#collection.set(
      document.uri,
      problems.map(({ diagnostic }) => diagnostic),
    );
    return problems;
  }

  dispose(): void {
    this.#updates.cancel();
    this.#subscriptions.dispose();
  }
}
