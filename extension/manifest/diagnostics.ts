import {
  Diagnostic,
  type DiagnosticCollection,
  DiagnosticRelatedInformation,
  DiagnosticSeverity,
  Disposable,
  Location,
  l10n,
  languages,
  type TextDocument,
  window,
  workspace,
} from "vscode";
import { systemClock } from "../../shared/io/watch/clock.ts";
import type { ManifestDiagnostic } from "../../shared/render/editor/annotations/diagnostics.ts";
import { placeKey } from "../places/place.ts";
import { coalesceCalls } from "../platform/coalesce.ts";
import { listVisibleDocuments, rangeOf } from "../platform/documents.ts";
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
    () => new ManifestProblems(session),
  );
}

/** The entries of one file. */
const maxEntries = 50;

/** The objects of one file that are checked. */
const maxObjects = 1000;

const typingPauseMs = 300;

const severities: Readonly<Record<ManifestDiagnostic["severity"], DiagnosticSeverity>> = {
  warning: DiagnosticSeverity.Warning,
  information: DiagnosticSeverity.Information,
  hint: DiagnosticSeverity.Hint,
};

/** The entries that a document has. */
interface ListedEntries {
  /** The key of the place that the entries belong to. */
  readonly place: string;
  /** The entries as JSON, so that equal ones are not listed again. */
  readonly text: string;
}

/** The entries of visible manifests in the list of problems. */
class ManifestProblems implements Disposable {
  readonly #session: ManifestSurface;
  readonly #annotations: AnnotationContext;
  readonly #collection: DiagnosticCollection = languages.createDiagnosticCollection("hco-status");
  readonly #listed = new Map<TextDocument, ListedEntries>();
  readonly #updates = coalesceCalls(() => this.#updateAll(), typingPauseMs, systemClock);
  readonly #subscriptions: Disposable;

  constructor(session: ManifestSurface) {
    this.#session = session;
    this.#annotations = getAnnotationContext(session);
    this.#subscriptions = Disposable.from(
      this.#collection,
      this.#annotations.onDidChange(() => this.#updateAll()),
      window.onDidChangeVisibleTextEditors(() => this.#updateAll()),
      workspace.onDidChangeTextDocument(({ document }) => {
        if (this.#listed.has(document)) this.#updates.request();
      }),
      workspace.onDidCloseTextDocument((document) => this.#forget(document)),
    );
    this.#updateAll();
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
    const place = placeKey(this.#session.at(document.uri).place);
    // Entries of another cluster are removed at once, even before this cluster has responded.
    if (this.#listed.get(document)?.place !== place) this.#collection.delete(document.uri);
    const entries = this.#computeEntries(document);
    if (this.#session.isParsing(document)) return;
    const text = JSON.stringify(entries);
    const before = this.#listed.get(document);
    if (before?.place === place && before.text === text) return;
    this.#listed.set(document, { place, text });
    const diagnostics = entries.map((entry) => buildDiagnostic(document, entry));
    this.#collection.set(document.uri, diagnostics);
  }

  #computeEntries(document: TextDocument): readonly ManifestDiagnostic[] {
    const annotated = this.#annotations.read(document);
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

  #forget(document: TextDocument): void {
    this.#listed.delete(document);
    this.#collection.delete(document.uri);
  }
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
