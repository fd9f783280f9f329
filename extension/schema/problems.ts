import {
  CodeAction,
  CodeActionKind,
  Diagnostic,
  DiagnosticSeverity,
  Disposable,
  languages,
  type Range,
  type TextDocument,
  WorkspaceEdit,
} from "vscode";
import type { FieldProblem } from "../../shared/model/manifest/schema.ts";
import { fixText, problemText, type SchemaSource } from "../../shared/render/editor/schema/field-texts.ts";
import { checkFields } from "../../shared/schema/check-fields.ts";
import { manifestLanguages } from "../platform/contributions.ts";
import { rangeOf } from "../platform/documents.ts";
import { type ListedProblem, VisibleProblems } from "../platform/visible-problems.ts";
import type { ManifestDocuments } from "../session/session-parts.ts";
import type { DocumentSchemas } from "./document-schemas.ts";

/** The entries of one file. */
const maxEntries = 100;

/** The objects of one file that are checked: the whole tree of each is then kept. */
const maxObjects = 1000;

interface FoundProblem {
  readonly problem: FieldProblem;
  readonly source: SchemaSource;
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
  const problems = new VisibleProblems<FoundProblem>({
    name: "hco-status-schema",
    find: (document) => (isSilent(document) ? [] : findProblems(session, schemas, document)),
    isParsing: (document) => session.isParsing(document),
    buildDiagnostic,
  });

  function provideCodeActions(document: TextDocument, range: Range): CodeAction[] {
    if (session.isParsing(document)) return [];
    // The user may request fixes before the pause after a keystroke is over.
    const listed = problems.update(document);
    const problemsInRange = listed.filter(({ diagnostic }) => diagnostic.range.intersection(range) !== undefined);
    return problemsInRange.flatMap((problem) => buildFix(document, problem));
  }

  return Disposable.from(
    problems,
    languages.registerCodeActionsProvider(
      [...manifestLanguages],
      { provideCodeActions },
      { providedCodeActionKinds: [CodeActionKind.QuickFix] },
    ),
    schemas.onDidChange(() => problems.updateAll()),
    session.onDidParse(() => problems.updateAll()),
  );
}

function findProblems(
  session: ManifestDocuments,
  schemas: DocumentSchemas,
  document: TextDocument,
): readonly FoundProblem[] {
  const { objects = [] } = session.getOrParseManifest(document) ?? {};
  const findSchema = schemas.at(document);
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

function buildDiagnostic(document: TextDocument, { problem, source }: FoundProblem): Diagnostic {
  const message = problemText(problem, source);
  const diagnostic = new Diagnostic(rangeOf(document, problem.span), message, DiagnosticSeverity.Warning);
  diagnostic.source = "hco-status";
  diagnostic.code = problem.code;
  return diagnostic;
}

function buildFix(document: TextDocument, { problem, diagnostic }: ListedProblem<FoundProblem>): readonly CodeAction[] {
  const { fix } = problem.problem;
  if (fix === undefined) return [];
  const action = new CodeAction(fixText(fix), CodeActionKind.QuickFix);
  action.edit = new WorkspaceEdit();
  action.edit.replace(document.uri, rangeOf(document, fix.span), fix.text);
  action.diagnostics = [diagnostic];
  action.isPreferred = true;
  return [action];
}
