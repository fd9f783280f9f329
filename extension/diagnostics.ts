import {
  Diagnostic,
  DiagnosticRelatedInformation,
  DiagnosticSeverity,
  Disposable,
  Location,
  languages,
  Range,
  type TextDocument,
  window,
  workspace,
} from "vscode";
import { systemClock } from "../shared/io/watch/clock.ts";
import type { Span } from "../shared/model/manifest.ts";
import type { Diagnosis } from "../shared/render/beside-diagnoses.ts";
import { beholding, besideOf, visibleDocuments } from "./beside.ts";
import { coalesced } from "./coalesced.ts";
import { keyOfPlace } from "./place.ts";
import { say } from "./say.ts";
import type { Session } from "./session.ts";
import { switched } from "./switched.ts";

/** In the list of problems what a file says that the cluster does not take, and, as information, what is unwell. */
export function registerDiagnostics(session: Session): Disposable {
  return switched(
    session,
    ({ diagnostics }) => diagnostics,
    () => diagnostics(session),
  );
}

/** Of one file. */
const mostEntries = 50;
const mostObjects = 1000;

/** Milliseconds after a keystroke. */
const typing = 300;

function diagnostics(session: Session): Disposable {
  const beside = besideOf(session);
  const collection = languages.createDiagnosticCollection("hco-status");
  /** What stands in the list, of which place. */
  const listed = new Map<TextDocument, { readonly place: string; readonly text: string }>();

  function diagnosesOf(document: TextDocument): readonly Diagnosis[] {
    const pieces = session.manifest(document) === undefined ? undefined : beside.pieces();
    const beheld = pieces && beholding(session, pieces, document);
    if (pieces === undefined || beheld === undefined) return [];
    const found: Diagnosis[] = [];
    for (const object of beheld.objects.slice(0, mostObjects)) {
      const link = beheld.link(object);
      const uid = link.state === "linked" ? pieces.writtenUid(object) : undefined;
      found.push(...pieces.diagnosesOf(say, object, link, beheld.here, uid));
      if (found.length >= mostEntries) break;
    }
    return found.slice(0, mostEntries);
  }

  function list(document: TextDocument): void {
    const place = keyOfPlace(session.at(document.uri).place);
    // Nothing of another cluster stays in the list, not even until this one has answered.
    if (listed.get(document)?.place !== place) collection.delete(document.uri);
    const found = diagnosesOf(document);
    const text = JSON.stringify(found);
    const before = listed.get(document);
    if (before?.place === place && before.text === text) return;
    listed.set(document, { place, text });
    collection.set(
      document.uri,
      found.map((one) => diagnosticOf(document, one)),
    );
  }

  function diagnosticOf(document: TextDocument, { span, message, severity, code, other }: Diagnosis): Diagnostic {
    const diagnostic = new Diagnostic(rangeOf(document, span), message, severities[severity]);
    diagnostic.source = "hco-status";
    diagnostic.code = code;
    const words = beside.pieces()?.otherDocument(say);
    if (other !== undefined && words !== undefined) {
      const place = new Location(document.uri, rangeOf(document, other));
      diagnostic.relatedInformation = [new DiagnosticRelatedInformation(place, words)];
    }
    return diagnostic;
  }

  function look(): void {
    for (const document of new Set([...visibleDocuments(), ...listed.keys()])) list(document);
  }

  function forget(document: TextDocument): void {
    listed.delete(document);
    collection.delete(document.uri);
  }

  const soon = coalesced(look, typing, systemClock);
  look();
  return Disposable.from(
    beside.onDidChange(look),
    window.onDidChangeVisibleTextEditors(look),
    workspace.onDidChangeTextDocument(({ document }) => {
      if (listed.has(document)) soon.request();
    }),
    workspace.onDidCloseTextDocument(forget),
    new Disposable(soon.cancel),
    collection,
  );
}

function rangeOf(document: TextDocument, { start, end }: Span): Range {
  return new Range(document.positionAt(start), document.positionAt(end));
}

const severities: Readonly<Record<Diagnosis["severity"], DiagnosticSeverity>> = {
  warning: DiagnosticSeverity.Warning,
  information: DiagnosticSeverity.Information,
  hint: DiagnosticSeverity.Hint,
};
