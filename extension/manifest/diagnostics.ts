import {
  Diagnostic,
  DiagnosticRelatedInformation,
  DiagnosticSeverity,
  Disposable,
  Location,
  l10n,
  languages,
  Range,
  type TextDocument,
  window,
  workspace,
} from "vscode";
import { systemClock } from "../../shared/io/watch/clock.ts";
import type { TextSpan } from "../../shared/model/manifest/manifest.ts";
import type { ManifestDiagnostic } from "../../shared/render/editor/annotations/diagnostics.ts";
import { placeKey } from "../places/place.ts";
import { coalesceCalls } from "../platform/coalesce.ts";
import { keepWhileEnabled } from "../session/enabled-by-setting.ts";
import type { ManifestSurface, SettingsSource } from "../session/session-parts.ts";
import { getAnnotationContext, listVisibleDocuments, resolveDocument } from "./annotation-context.ts";

/**
 * Registers entries in the list of problems: manifest content that the cluster does not accept and, as information,
 * unhealthy objects.
 */
export function registerDiagnostics(session: ManifestSurface & SettingsSource): Disposable {
  return keepWhileEnabled(
    session,
    ({ diagnostics }) => diagnostics,
    () => showDiagnostics(session),
  );
}

/** Maximum for one file. */
const mostEntries = 50;
const mostObjects = 1000;

/** Milliseconds to wait after a keystroke. */
const typing = 300;

function showDiagnostics(session: ManifestSurface): Disposable {
  const annotations = getAnnotationContext(session);
  const collection = languages.createDiagnosticCollection("hco-status");
  /** The entries of each document, and the place that they belong to. */
  const listed = new Map<TextDocument, { readonly place: string; readonly text: string }>();

  function diagnosesOf(document: TextDocument): readonly ManifestDiagnostic[] {
    const manifest = session.manifest(document);
    const pieces = manifest === undefined ? undefined : annotations.pieces();
    if (pieces !== undefined && manifest?.refusal !== undefined) return [pieces.refusedDiagnostic(manifest.refusal)];
    const inPlace = pieces && resolveDocument(session, pieces, document);
    if (pieces === undefined || inPlace === undefined) return [];
    const found: ManifestDiagnostic[] = [];
    for (const object of inPlace.objects.slice(0, mostObjects)) {
      const link = inPlace.link(object);
      const uid = link.state === "linked" ? pieces.writtenUid(object) : undefined;
      found.push(...pieces.manifestDiagnostics(object, link, inPlace.here, uid));
      if (found.length >= mostEntries) break;
    }
    return found.slice(0, mostEntries);
  }

  function list(document: TextDocument): void {
    const place = placeKey(session.at(document.uri).place);
    // Entries of another cluster are removed at once, even before this cluster has answered.
    if (listed.get(document)?.place !== place) collection.delete(document.uri);
    const found = diagnosesOf(document);
    if (session.isReading(document)) return;
    const text = JSON.stringify(found);
    const before = listed.get(document);
    if (before?.place === place && before.text === text) return;
    listed.set(document, { place, text });
    collection.set(
      document.uri,
      found.map((one) => diagnosticOf(document, one)),
    );
  }

  function diagnosticOf(
    document: TextDocument,
    { span, message, severity, code, other }: ManifestDiagnostic,
  ): Diagnostic {
    const diagnostic = new Diagnostic(rangeOf(document, span), message, severities[severity]);
    diagnostic.source = "hco-status";
    diagnostic.code = code;
    if (other !== undefined) {
      const place = new Location(document.uri, rangeOf(document, other));
      diagnostic.relatedInformation = [new DiagnosticRelatedInformation(place, l10n.t("the other document"))];
    }
    return diagnostic;
  }

  function look(): void {
    for (const document of new Set([...listVisibleDocuments(), ...listed.keys()])) list(document);
  }

  function forget(document: TextDocument): void {
    listed.delete(document);
    collection.delete(document.uri);
  }

  const soon = coalesceCalls(look, typing, systemClock);
  look();
  return Disposable.from(
    annotations.onDidChange(look),
    window.onDidChangeVisibleTextEditors(look),
    workspace.onDidChangeTextDocument(({ document }) => {
      if (listed.has(document)) soon.request();
    }),
    workspace.onDidCloseTextDocument(forget),
    new Disposable(soon.cancel),
    collection,
  );
}

function rangeOf(document: TextDocument, { start, end }: TextSpan): Range {
  return new Range(document.positionAt(start), document.positionAt(end));
}

const severities: Readonly<Record<ManifestDiagnostic["severity"], DiagnosticSeverity>> = {
  warning: DiagnosticSeverity.Warning,
  information: DiagnosticSeverity.Information,
  hint: DiagnosticSeverity.Hint,
};
