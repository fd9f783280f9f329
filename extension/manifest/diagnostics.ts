import {
  Diagnostic,
  DiagnosticRelatedInformation,
  DiagnosticSeverity,
  Disposable,
  Location,
  l10n,
  type TextDocument,
} from "vscode";
import type { ManifestDiagnostic } from "../../shared/render/editor/annotations/diagnostics.ts";
import { placeKey } from "../places/place.ts";
import { rangeOf } from "../platform/documents.ts";
import { VisibleProblems } from "../platform/visible-problems.ts";
import { keepWhileEnabled } from "../session/enabled-by-setting.ts";
import type { ManifestSurface, SettingsSource } from "../session/session-parts.ts";
import { type AnnotationContext, getAnnotationContext } from "./annotation-context.ts";

/**
 * Registers entries in the list of problems: manifest content that the cluster does not accept and, as information,
 * unhealthy objects.
 */
export function registerDiagnostics(session: ManifestSurface & SettingsSource): Disposable {
  return keepWhileEnabled(
    session,
    ({ diagnostics }) => diagnostics,
    () => listProblems(session),
  );
}

/** The entries of one file. */
const maxEntries = 50;

/** The objects of one file that are checked. */
const maxObjects = 1000;

const severities: Readonly<Record<ManifestDiagnostic["severity"], DiagnosticSeverity>> = {
  warning: DiagnosticSeverity.Warning,
  information: DiagnosticSeverity.Information,
  hint: DiagnosticSeverity.Hint,
};

function listProblems(session: ManifestSurface): Disposable {
  const annotations = getAnnotationContext(session);
  const problems = new VisibleProblems<ManifestDiagnostic>({
    name: "hco-status",
    find: (document) => findEntries(annotations, document),
    isParsing: (document) => session.isParsing(document),
    buildDiagnostic,
    // Entries of another cluster are removed at once, even before this cluster has responded.
    subjectOf: ({ uri }) => placeKey(session.at(uri).place),
  });
  return Disposable.from(
    problems,
    annotations.onDidChange(() => problems.updateAll()),
  );
}

function findEntries(annotations: AnnotationContext, document: TextDocument): readonly ManifestDiagnostic[] {
  const annotated = annotations.read(document);
  if (annotated === undefined) return [];
  const { bundle, manifest, annotatedPlace } = annotated;
  if (manifest.refusal !== undefined) return [bundle.refusedDiagnostic(manifest.refusal)];
  const entries: ManifestDiagnostic[] = [];
  for (const object of manifest.objects.slice(0, maxObjects)) {
    const link = annotated.link(object);
    const writtenUid = link.state === "linked" ? bundle.readWrittenUid(object) : undefined;
    entries.push(...bundle.manifestDiagnostics(object, link, annotatedPlace, writtenUid));
    if (entries.length >= maxEntries) break;
  }
  return entries.slice(0, maxEntries);
}

function buildDiagnostic(
  document: TextDocument,
  { span, message, severity, code, other }: ManifestDiagnostic,
): Diagnostic {
  const diagnostic = new Diagnostic(rangeOf(document, span), message, severities[severity]);
  diagnostic.source = "hco-status";
  diagnostic.code = code;
  if (other !== undefined) {
    const location = new Location(document.uri, rangeOf(document, other));
    diagnostic.relatedInformation = [new DiagnosticRelatedInformation(location, l10n.t("the other document"))];
  }
  return diagnostic;
}
