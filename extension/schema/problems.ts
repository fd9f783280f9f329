import {
  CodeAction,
  CodeActionKind,
  type CodeActionProvider,
  Diagnostic,
  DiagnosticSeverity,
  Disposable,
  languages,
  Range,
  type TextDocument,
  WorkspaceEdit,
  window,
  workspace,
} from "vscode";
import { systemClock } from "../../shared/io/watch/clock.ts";
import type { TextSpan } from "../../shared/model/manifest/manifest.ts";
import type { FieldProblem } from "../../shared/model/manifest/schema.ts";
import type { SchemaSource } from "../../shared/render/editor/schema/field-texts.ts";
import { fixText, problemText } from "../../shared/render/editor/schema/field-texts.ts";
import { checkFields } from "../../shared/schema/check-fields.ts";
import { coalesceCalls } from "../platform/coalesce.ts";
import { manifestLanguages } from "../platform/contributions.ts";
import type { ManifestDocuments } from "../session/session-parts.ts";
import type { DocumentSchemas } from "./document-schemas.ts";

/** The most entries of one file, and the most of its objects that are checked: the whole tree of each is then kept. */
const mostEntries = 100;
const mostObjects = 1000;

/** Milliseconds to wait after a keystroke. */
const typing = 300;

interface FoundProblem {
  readonly problem: FieldProblem;
  readonly source: SchemaSource;
}

interface ListedProblem extends FoundProblem {
  readonly diagnostic: Diagnostic;
}

/** Marks what contradicts the CRD in visible manifests, and offers to correct it. */
export function markProblems(
  session: ManifestDocuments,
  schemas: DocumentSchemas,
  isSilent: (document: TextDocument) => boolean,
): Disposable {
  const collection = languages.createDiagnosticCollection("hco-status-schema");
  const listed = new Map<TextDocument, { readonly text: string; readonly problems: readonly ListedProblem[] }>();

  function findProblems(document: TextDocument): readonly FoundProblem[] {
    const found: FoundProblem[] = [];
    const objects = isSilent(document) ? [] : (session.manifest(document)?.objects ?? []);
    const lookup = schemas.at(document);
    for (const object of objects.slice(0, mostObjects)) {
      const schema = lookup(object);
      if (schema?.isReliable !== true) continue;
      const { source } = schema;
      found.push(...checkFields(object, schema.schema, schema.root).map((problem) => ({ problem, source })));
      if (found.length >= mostEntries) break;
    }
    return found.slice(0, mostEntries);
  }

  function list(document: TextDocument): void {
    const found = findProblems(document);
    if (session.isReading(document)) return;
    const text = JSON.stringify(found);
    if (listed.get(document)?.text === text) return;
    const problems = found.map((one) => ({ ...one, diagnostic: buildDiagnostic(document, one) }));
    listed.set(document, { text, problems });
    collection.set(
      document.uri,
      problems.map(({ diagnostic }) => diagnostic),
    );
  }

  function look(): void {
    for (const document of new Set([...window.visibleTextEditors.map((editor) => editor.document), ...listed.keys()]))
      list(document);
  }

  const fixes: CodeActionProvider = {
    provideCodeActions(document, range) {
      if (session.isReading(document)) return [];
      // The user may ask before the pause after a keystroke is over.
      list(document);
      return (listed.get(document)?.problems ?? [])
        .filter(({ diagnostic }) => diagnostic.range.intersection(range) !== undefined)
        .flatMap((one) => buildFix(document, one));
    },
  };

  const soon = coalesceCalls(look, typing, systemClock);
  look();
  return Disposable.from(
    languages.registerCodeActionsProvider([...manifestLanguages], fixes, {
      providedCodeActionKinds: [CodeActionKind.QuickFix],
    }),
    schemas.onDidChange(look),
    session.onDidParse(look),
    window.onDidChangeVisibleTextEditors(look),
    workspace.onDidChangeTextDocument(({ document }) => {
      if (listed.has(document)) soon.request();
    }),
    workspace.onDidCloseTextDocument((document) => {
      listed.delete(document);
      collection.delete(document.uri);
    }),
    new Disposable(soon.cancel),
    collection,
  );
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

function rangeOf(document: TextDocument, { start, end }: TextSpan): Range {
  return new Range(document.positionAt(start), document.positionAt(end));
}
