import {
  CodeAction,
  CodeActionKind,
  type CodeActionProvider,
  Diagnostic,
  type DiagnosticCollection,
  DiagnosticSeverity,
  Disposable,
  languages,
  type Range,
  type TextDocument,
  WorkspaceEdit,
  window,
  workspace,
} from "vscode";
import { systemClock } from "../../shared/io/watch/clock.ts";
import type { FieldProblem } from "../../shared/model/manifest/schema.ts";
import { fixText, problemText, type SchemaSource } from "../../shared/render/editor/schema/field-texts.ts";
import { checkFields } from "../../shared/schema/check-fields.ts";
import { coalesceCalls } from "../platform/coalesce.ts";
import { manifestLanguages } from "../platform/contributions.ts";
import { listVisibleDocuments, rangeOf } from "../platform/documents.ts";
import type { ManifestDocuments } from "../session/session-parts.ts";
import type { DocumentSchemas } from "./document-schemas.ts";

/** The entries of one file. */
const maxEntries = 100;

/** The objects of one file that are checked: the whole tree of each is then kept. */
const maxObjects = 1000;

const typingPauseMs = 300;

interface FoundProblem {
  readonly problem: FieldProblem;
  readonly source: SchemaSource;
}

interface ListedProblem extends FoundProblem {
  readonly diagnostic: Diagnostic;
}

/** The problems that are listed for a document. */
interface ListedProblems {
  /** The problems as JSON, so that equal ones are not listed again. */
  readonly text: string;
  readonly problems: readonly ListedProblem[];
}

/**
 * Marks what contradicts the CRD in visible manifests, and offers to correct it.
 * @param isSilent whether another extension shows the problems of a document.
 */
export function markProblems(
  session: ManifestDocuments,
  schemas: DocumentSchemas,
  isSilent: (document: TextDocument) => boolean,
): Disposable {
  return new SchemaProblems(session, schemas, isSilent);
}

class SchemaProblems implements CodeActionProvider, Disposable {
  readonly #session: ManifestDocuments;
  readonly #schemas: DocumentSchemas;
  readonly #isSilent: (document: TextDocument) => boolean;
  readonly #collection: DiagnosticCollection = languages.createDiagnosticCollection("hco-status-schema");
  readonly #listed = new Map<TextDocument, ListedProblems>();
  readonly #updates = coalesceCalls(() => this.#updateAll(), typingPauseMs, systemClock);
  readonly #subscriptions: Disposable;

  constructor(session: ManifestDocuments, schemas: DocumentSchemas, isSilent: (document: TextDocument) => boolean) {
    this.#session = session;
    this.#schemas = schemas;
    this.#isSilent = isSilent;
    this.#subscriptions = Disposable.from(
      this.#collection,
      languages.registerCodeActionsProvider([...manifestLanguages], this, {
        providedCodeActionKinds: [CodeActionKind.QuickFix],
      }),
      schemas.onDidChange(() => this.#updateAll()),
      session.onDidParse(() => this.#updateAll()),
      window.onDidChangeVisibleTextEditors(() => this.#updateAll()),
      workspace.onDidChangeTextDocument(({ document }) => {
        if (this.#listed.has(document)) this.#updates.request();
      }),
      workspace.onDidCloseTextDocument((document) => this.#forget(document)),
    );
    this.#updateAll();
  }

  provideCodeActions(document: TextDocument, range: Range): CodeAction[] {
    if (this.#session.isParsing(document)) return [];
    // The user may request fixes before the pause after a keystroke is over.
    this.#update(document);
    const { problems = [] } = this.#listed.get(document) ?? {};
    const problemsInRange = problems.filter(({ diagnostic }) => diagnostic.range.intersection(range) !== undefined);
    return problemsInRange.flatMap((problem) => buildFix(document, problem));
  }

  dispose(): void {
    this.#updates.cancel();
    this.#subscriptions.dispose();
  }

  #updateAll(): void {
    const documents = new Set([...listVisibleDocuments(), ...this.#listed.keys()]);
    for (const document of documents) this.#update(document);
  }

  #update(document: TextDocument): void {
    const found = this.#findProblems(document);
    if (this.#session.isParsing(document)) return;
    const text = JSON.stringify(found);
    if (this.#listed.get(document)?.text === text) return;
    const problems = found.map((problem) => ({ ...problem, diagnostic: buildDiagnostic(document, problem) }));
    this.#listed.set(document, { text, problems });
    const diagnostics = problems.map(({ diagnostic }) => diagnostic);
    this.#collection.set(document.uri, diagnostics);
  }

  #findProblems(document: TextDocument): readonly FoundProblem[] {
    if (this.#isSilent(document)) return [];
    const { objects = [] } = this.#session.getOrParseManifest(document) ?? {};
    const findSchema = this.#schemas.at(document);
    const found: FoundProblem[] = [];
    for (const object of objects.slice(0, maxObjects)) {
      const schema = findSchema(object);
      if (schema?.isReliable !== true) continue;
      const problems = checkFields(object, schema.schema, schema.root);
      found.push(...problems.map((problem) => ({ problem, source: schema.source })));
      if (found.length >= maxEntries) break;
    }
    return found.slice(0, maxEntries);
  }

  #forget(document: TextDocument): void {
    this.#listed.delete(document);
    this.#collection.delete(document.uri);
  }
}

function buildDiagnostic(document: TextDocument, { problem, source }: FoundProblem): Diagnostic {
  const message = problemText(problem, source);
  const diagnostic = new Diagnostic(rangeOf(document, problem.span), message, DiagnosticSeverity.Warning);
  diagnostic.source = "hco-status";
  diagnostic.code = problem.code;
  return diagnostic;
}

function buildFix(document: TextDocument, { problem: { fix }, diagnostic }: ListedProblem): readonly CodeAction[] {
  if (fix === undefined) return [];
  const action = new CodeAction(fixText(fix), CodeActionKind.QuickFix);
  action.edit = new WorkspaceEdit();
  action.edit.replace(document.uri, rangeOf(document, fix.span), fix.text);
  action.diagnostics = [diagnostic];
  action.isPreferred = true;
  return [action];
}
