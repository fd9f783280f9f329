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
import { explainedByText, logLinkTexts } from "../../shared/render/editor/log-heading.ts";
import { placeKey } from "../places/place.ts";
import { commandIds, uriSchemes } from "../platform/contributions.ts";
import { findPlaceState } from "../session/place-names.ts";
import type { PlaceStates } from "../session/session-parts.ts";
import { createFollowedLog, type FollowedLog, type LogSession } from "./followed-log.ts";
import { createLogColours } from "./log-colours.ts";
import { parseLogUri } from "./log-uri.ts";

/** Read-only documents that each show one log. */
export interface LogDocuments extends Disposable {
  text(uri: Uri): string;
  /** Shows a log in an editor, at the line that explains it, else at its end. */
  show(uri: Uri): Promise<void>;
}

/** Milliseconds after the first lines of a log within which the others arrive. */
const settlesWithin = 1_500;

/** The number of lines of a document before the first line of the log. */
const headingLines = 1;

/** @param changed is called after each change of the text of a document. */
export function logDocuments(session: LogSession, changed: Pick<EventEmitter<Uri>, "fire">): LogDocuments {
  const open = new Map<string, FollowedLog>();
  /** The documents whose last line was on the screen before the change that VS Code learns of now. */
  const atEnd = new WeakSet<TextEditor>();
  /** Until when the line that explains a log is shown with each change. Endless until its first lines are there. */
  const unseen = new Map<string, number>();
  const colours = createLogColours();

  function logOf(uri: Uri): FollowedLog | undefined {
    const key = uri.toString();
    const known = open.get(key);
    const address = known === undefined ? parseLogUri(uri) : undefined;
    if (address === undefined) return known;
    const log = createFollowedLog(session, address, () => announce(uri));
    open.set(key, log);
    return log;
  }

  function announce(uri: Uri): void {
    for (const editor of findEditors(uri)) if (isAtEnd(editor)) atEnd.add(editor);
    changed.fire(uri);
  }

  function draw(editor: TextEditor): void {
    const log = open.get(editor.document.uri.toString());
    if (log !== undefined) colours.draw(editor, headingLines, log.lines(), log.explaining());
  }

  /** Draws a changed document, and goes on showing its end where that was shown. */
  function drawChanged(document: TextDocument): void {
    const hasLines = document.lineCount > headingLines + 1;
    const isUnseen = hasLines && isSettling(document.uri.toString());
    for (const editor of findEditors(document.uri)) {
      draw(editor);
      const isFollowed = atEnd.delete(editor);
      if (isUnseen) showLine(editor);
      else if (isFollowed) editor.revealRange(lineRange(document.lineCount - 1));
    }
  }

  /** Whether the line to show may still change, because the first lines of the log are arriving. */
  function isSettling(key: string): boolean {
    const until = unseen.get(key) ?? 0;
    const now = systemClock.now();
    if (until === Number.POSITIVE_INFINITY) unseen.set(key, now + settlesWithin);
    return now < until;
  }

  /** Shows the line that explains the log, else its end. */
  function showLine(editor: TextEditor): void {
    const [explaining] = open.get(editor.document.uri.toString())?.explaining() ?? [];
    const line = explaining === undefined ? editor.document.lineCount - 1 : headingLines + explaining;
    editor.selection = new Selection(line, 0, line, 0);
    editor.revealRange(lineRange(line), TextEditorRevealType.InCenterIfOutsideViewport);
  }

  /** Reads the logs of visible documents, and stops reading the others. */
  function look(): void {
    for (const { document } of window.visibleTextEditors)
      if (document.uri.scheme === uriSchemes.log) logOf(document.uri);
    for (const [key, log] of open) log.setVisible(findEditors(Uri.parse(key)).length > 0);
    for (const editor of window.visibleTextEditors) draw(editor);
  }

  const subscriptions = Disposable.from(
    colours,
    window.onDidChangeVisibleTextEditors(look),
    workspace.onDidChangeTextDocument(({ document }) => {
      if (document.uri.scheme === uriSchemes.log) drawChanged(document);
    }),
    workspace.onDidCloseTextDocument(({ uri }) => {
      open.get(uri.toString())?.dispose();
      open.delete(uri.toString());
    }),
    session.onDidChangePlace(({ place }) => {
      const key = placeKey(place);
      for (const log of open.values()) if (log.address.place === key) log.placeChanged();
    }),
    languages.registerDocumentLinkProvider(
      { scheme: uriSchemes.log },
      { provideDocumentLinks: (document) => [...buildHeadingLinks(session, document, logOf(document.uri))] },
    ),
  );

  return {
    text: (uri) => logOf(uri)?.text() ?? "",
    async show(uri) {
      unseen.set(uri.toString(), Number.POSITIVE_INFINITY);
      const document = await workspace.openTextDocument(uri);
      await window.showTextDocument(document, { preview: true });
      look();
      drawChanged(document);
    },
    dispose() {
      subscriptions.dispose();
      for (const log of open.values()) log.dispose();
    },
  };
}

function findEditors(uri: Uri): readonly TextEditor[] {
  const key = uri.toString();
  return window.visibleTextEditors.filter(({ document }) => document.uri.toString() === key);
}

/** Whether the last line of a document is on the screen, so that new lines are to be shown. */
function isAtEnd({ visibleRanges, document }: TextEditor): boolean {
  return document.lineCount > headingLines + 1 && visibleRanges.some(({ end }) => end.line >= document.lineCount - 2);
}

function lineRange(line: number): Range {
  return new Range(line, 0, line, 0);
}

/** The links of the first line: to the line that explains the log, and to the log of the other run. */
function buildHeadingLinks(
  session: PlaceStates,
  document: TextDocument,
  log: FollowedLog | undefined,
): readonly DocumentLink[] {
  if (log === undefined) return [];
  const { address } = log;
  const heading = document.lineAt(0).text;
  const [explaining] = log.explaining();
  const line = explaining === undefined ? undefined : explaining + headingLines + 1;
  const place = findPlaceState(session, address.place)?.place;
  const { request } = address;
  const { namespace, pod: name } = request;
  const about = { group: "", kind: "Pod", name, ...(namespace !== undefined && { namespace }) };
  const logs = { ...request, isPrevious: !request.isPrevious };
  const words = encodeURIComponent(JSON.stringify([{ ...about, place, logs }]));
  return [
    ...(line === undefined ? [] : linkTo(heading, explainedByText(line), document.uri.with({ fragment: `L${line}` }))),
    ...linkTo(
      heading,
      request.isPrevious ? logLinkTexts.current : logLinkTexts.previous,
      Uri.parse(`command:${commandIds.openLog}?${words}`),
    ),
  ];
}

/** A link on the last place of a text; none where it is not there. */
function linkTo(heading: string, text: string, target: Uri): readonly DocumentLink[] {
  const start = heading.lastIndexOf(text);
  return start < 0 ? [] : [new DocumentLink(new Range(0, start, 0, start + text.length), target)];
}
