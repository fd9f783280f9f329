import {
  Disposable,
  DocumentLink,
  type EventEmitter,
  languages,
  Range,
  Selection,
  type TextDocument,
  type TextEditor,
  TextEditorRevealType,
  Uri,
  window,
  workspace,
} from "vscode";
import { systemClock } from "../../shared/io/watch/clock.ts";
import { definedFields } from "../../shared/model/defined-fields.ts";
import { explainedByText, logLinkTexts } from "../../shared/render/editor/log-heading.ts";
import type { PlaceState } from "../places/place-state.ts";
import { commandIds, uriSchemes } from "../platform/contributions.ts";
import { compareWithDocument, findDocumentPlace } from "../session/document-place.ts";
import type { PlaceStates } from "../session/session-parts.ts";
import { FollowedLog, type LogSession } from "./followed-log.ts";
import { LogColours } from "./log-colours.ts";
import { parseLogUri } from "./log-uri.ts";

/**
 * Milliseconds after the first lines of a log in which the rest of its lines arrive. The line that explains the log may
 * be among them.
 */
const firstLinesArriveMs = 1_500;

/** The number of lines of a document before the first line of the log. */
const headingLines = 1;

/** Read-only documents that each show one log, which is read while its document is visible. */
export class LogDocuments implements Disposable {
  readonly #session: LogSession;
  readonly #changed: Pick<EventEmitter<Uri>, "fire">;
  readonly #logs = new Map<string, FollowedLog>();
  readonly #colours = new LogColours();
  readonly #subscriptions: Disposable;
  /** The editors that showed the last line of a log before the change that VS Code applies now. */
  readonly #editorsAtEnd = new WeakSet<TextEditor>();
  /**
   * The documents that were opened at the line that explains them, by URI. Until the time in milliseconds each change
   * scrolls to that line. The time is infinite until the first lines are there.
   */
  readonly #scrollsUntilMs = new Map<string, number>();

  /** @param changed is fired after each change of the text of a document. */
  constructor(session: LogSession, changed: Pick<EventEmitter<Uri>, "fire">) {
    this.#session = session;
    this.#changed = changed;
    this.#subscriptions = Disposable.from(
      this.#colours,
      window.onDidChangeVisibleTextEditors(() => this.#followVisible()),
      workspace.onDidChangeTextDocument(({ document }) => {
        if (document.uri.scheme === uriSchemes.log) this.#drawChange(document);
      }),
      workspace.onDidCloseTextDocument(({ uri }) => this.#close(uri)),
      session.onDidChangePlace((state) => this.#announcePlace(state)),
      languages.registerDocumentLinkProvider(
        { scheme: uriSchemes.log },
        { provideDocumentLinks: (document) => this.#buildLinks(document) },
      ),
    );
  }

  /** Returns the text of a document. */
  text(uri: Uri): string {
    return this.#openLog(uri)?.text() ?? "";
  }

  /** Shows a log in an editor, at the line that explains it, or else at its end. */
  async show(uri: Uri): Promise<void> {
    this.#scrollsUntilMs.set(uri.toString(), Number.POSITIVE_INFINITY);
    const document = await workspace.openTextDocument(uri);
    await window.showTextDocument(document, { preview: true });
    this.#followVisible();
    this.#drawChange(document);
  }

  dispose(): void {
    this.#subscriptions.dispose();
    for (const log of this.#logs.values()) log.dispose();
  }

  /** Returns the log of a document. Undefined where the address is none of a log. */
  #openLog(uri: Uri): FollowedLog | undefined {
    const key = uri.toString();
    const open = this.#logs.get(key);
    if (open !== undefined) return open;
    const address = parseLogUri(uri);
    if (address === undefined) return undefined;
    const log = new FollowedLog(this.#session, address, () => this.#announceChange(uri));
    this.#logs.set(key, log);
    return log;
  }

  #close(uri: Uri): void {
    this.#logs.get(uri.toString())?.dispose();
    this.#logs.delete(uri.toString());
  }

  /** Reads the logs of visible documents, and stops reading the others. */
  #followVisible(): void {
    for (const { document } of window.visibleTextEditors) {
      if (document.uri.scheme === uriSchemes.log) this.#openLog(document.uri);
    }
    for (const [key, log] of this.#logs) log.setVisible(findEditors(Uri.parse(key)).length > 0);
    for (const editor of window.visibleTextEditors) this.#drawColours(editor);
  }

  /** A place that follows current-context may stand for the context of a log again, or no longer. */
  #announcePlace(state: PlaceState): void {
    for (const log of this.#logs.values()) {
      const compared = compareWithDocument(state, log.address.place);
      if (compared === "same") log.placeChanged();
      if (compared === "otherContext") log.leavePlace();
    }
  }

  #announceChange(uri: Uri): void {
    for (const editor of findEditors(uri)) {
      if (isLastLineVisible(editor)) this.#editorsAtEnd.add(editor);
    }
    this.#changed.fire(uri);
  }

  /** Draws a changed document, and scrolls to its end where the editor showed the end before. */
  #drawChange(document: TextDocument): void {
    const hasLines = document.lineCount > headingLines + 1;
    const scrollsToExplanation = hasLines && this.#scrollsToExplanation(document.uri.toString());
    for (const editor of findEditors(document.uri)) {
      this.#drawColours(editor);
      const wasAtEnd = this.#editorsAtEnd.delete(editor);
      if (scrollsToExplanation) this.#scrollToExplanation(editor);
      else if (wasAtEnd) editor.revealRange(buildLineRange(document.lineCount - 1));
    }
  }

  #drawColours(editor: TextEditor): void {
    const log = this.#logs.get(editor.document.uri.toString());
    if (log !== undefined) this.#colours.draw(editor, headingLines, log.lines(), log.explaining());
  }

  /** Whether a document has just been opened, so that the line to show may still change. */
  #scrollsToExplanation(key: string): boolean {
    const untilMs = this.#scrollsUntilMs.get(key) ?? 0;
    const nowMs = systemClock.now();
    if (untilMs === Number.POSITIVE_INFINITY) this.#scrollsUntilMs.set(key, nowMs + firstLinesArriveMs);
    return nowMs < untilMs;
  }

  /** Scrolls to the line that explains the log, or else to its end. */
  #scrollToExplanation(editor: TextEditor): void {
    const { document } = editor;
    const [explaining] = this.#logs.get(document.uri.toString())?.explaining() ?? [];
    const line = explaining === undefined ? document.lineCount - 1 : headingLines + explaining;
    editor.selection = new Selection(line, 0, line, 0);
    editor.revealRange(buildLineRange(line), TextEditorRevealType.InCenterIfOutsideViewport);
  }

  /** Builds the links of the heading: to the line that explains the log, and to the log of the other run. */
  #buildLinks(document: TextDocument): DocumentLink[] {
    const log = this.#openLog(document.uri);
    if (log === undefined) return [];
    const heading = document.lineAt(0).text;
    const links: (DocumentLink | undefined)[] = [];
    const [explaining] = log.explaining();
    if (explaining !== undefined) {
      const lineNumber = headingLines + explaining + 1;
      const target = document.uri.with({ fragment: `L${lineNumber}` });
      links.push(buildLink(heading, explainedByText(lineNumber), target));
    }
    const otherRunText = log.address.request.isPrevious ? logLinkTexts.current : logLinkTexts.previous;
    const otherRunUri = buildOtherRunUri(this.#session, log);
    if (otherRunUri !== undefined) links.push(buildLink(heading, otherRunText, otherRunUri));
    return links.filter((link) => link !== undefined);
  }
}

function findEditors(uri: Uri): readonly TextEditor[] {
  const key = uri.toString();
  return window.visibleTextEditors.filter(({ document }) => document.uri.toString() === key);
}

/** Whether the end of a log is on the screen, so that new lines are to be shown. The document ends with an empty line. */
function isLastLineVisible({ visibleRanges, document }: TextEditor): boolean {
  if (document.lineCount <= headingLines + 1) return false;
  const lastLine = document.lineCount - 2;
  return visibleRanges.some(({ end }) => end.line >= lastLine);
}

function buildLineRange(line: number): Range {
  return new Range(line, 0, line, 0);
}

/**
 * Builds the command that opens the previous run of a log, or the current run of a previous one. Undefined where the
 * place of the log is not in use: without a place the command would read a log of the sidebar's cluster.
 */
function buildOtherRunUri(session: PlaceStates, { address }: FollowedLog): Uri | undefined {
  const { request } = address;
  const place = findDocumentPlace(session, address.place)?.place;
  if (place === undefined) return undefined;
  const commandArgument = {
    group: "",
    kind: "Pod",
    name: request.pod,
    ...definedFields({ namespace: request.namespace }),
    place,
    logs: { ...request, isPrevious: !request.isPrevious },
  };
  return Uri.parse(`command:${commandIds.openLog}?${encodeURIComponent(JSON.stringify([commandArgument]))}`);
}

/** Builds a link on the last occurrence of a text in the heading. Undefined where the heading does not have the text. */
function buildLink(heading: string, text: string, target: Uri): DocumentLink | undefined {
  const start = heading.lastIndexOf(text);
  if (start < 0) return undefined;
  return new DocumentLink(new Range(0, start, 0, start + text.length), target);
}
