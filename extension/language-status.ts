import {
  type Command,
  Disposable,
  type LanguageStatusItem,
  LanguageStatusSeverity,
  languages,
  window,
  workspace,
} from "vscode";
import { systemClock } from "../shared/io/watch/clock.ts";
import type { ManifestObject } from "../shared/model/manifest.ts";
import type { LanguageStatus } from "../shared/render/beside.ts";
import type { BesideAction } from "../shared/render/words-link.ts";
import { besideOf, hereFor, linkIn, targetOf } from "./beside.ts";
import { coalesced } from "./coalesced.ts";
import { commands, languages as written } from "./contributions.ts";
import { say } from "./say.ts";
import type { Session } from "./session.ts";
import { switched } from "./switched.ts";
import { tickingOf } from "./ticking.ts";

/** Beside the language of the active manifest: which object it is tied to, how that is, and how good the link is. */
export function registerLanguageStatus(session: Session): Disposable {
  return switched(
    session,
    ({ languageStatus }) => languageStatus,
    () => languageStatus(session),
  );
}

/** Milliseconds after the cursor has moved. */
const moving = 150;

interface Said {
  readonly status: LanguageStatus;
  readonly command: Command | undefined;
}

function languageStatus(session: Session): Disposable {
  const beside = besideOf(session);
  const ticking = tickingOf(session);
  let item: LanguageStatusItem | undefined;

  function said(): Said | undefined {
    const editor = window.activeTextEditor;
    const objects = editor === undefined ? undefined : session.manifest(editor.document)?.objects;
    const pieces = objects === undefined || objects.length === 0 ? undefined : beside.pieces();
    if (editor === undefined || objects === undefined || pieces === undefined) return undefined;
    const { document, selection } = editor;
    const object = objectAt(objects, document.offsetAt(selection.active), pieces.isKnownKind);
    if (object === undefined) return undefined;
    const link = linkIn(session, pieces, document, object);
    const here = hereFor(pieces, session.at(document.uri));
    const status = pieces.languageStatus(say, object, link, here);
    const { action } = status;
    const { place } = session.at(document.uri);
    const argumentsFor = (id: BesideAction): unknown[] => {
      if (id === "reveal") return [...targetOf(session, document, object, link)];
      return id === "connect" || id === "login" ? [place] : [];
    };
    const command = action && {
      title: action.title,
      command: commandOf[action.id],
      arguments: argumentsFor(action.id),
    };
    return { status, command };
  }

  function look(): void {
    const now = said();
    ticking.need(moved, now?.command?.command === commands.reveal);
    if (now === undefined) {
      item?.dispose();
      item = undefined;
      return;
    }
    item ??= languages.createLanguageStatusItem("hcoStatus.link", [...written]);
    const { status, command } = now;
    const name = beside.pieces()?.languageStatusName(say);
    if (name !== undefined) item.name = name;
    item.text = status.text;
    item.detail = status.detail;
    item.busy = status.busy;
    item.severity = status.severity === "warning" ? LanguageStatusSeverity.Warning : LanguageStatusSeverity.Information;
    item.command = command;
    item.accessibilityInformation = { label: `${status.text}, ${status.detail}` };
  }

  const moved = coalesced(look, moving, systemClock);
  look();
  return Disposable.from(
    beside.onDidChange(look),
    window.onDidChangeActiveTextEditor(look),
    window.onDidChangeTextEditorSelection(({ textEditor }) => {
      if (textEditor === window.activeTextEditor && item !== undefined) moved.request();
    }),
    workspace.onDidChangeTextDocument(({ document }) => {
      if (document === window.activeTextEditor?.document) moved.request();
    }),
    new Disposable(moved.cancel),
    new Disposable(() => {
      ticking.need(moved, false);
      item?.dispose();
    }),
  );
}

/** The one that the cursor is in, else the first that a profile knows, else the first. */
function objectAt(
  objects: readonly ManifestObject[],
  offset: number,
  isKnownKind: (object: ManifestObject) => boolean,
): ManifestObject | undefined {
  const around = objects.findLast(({ whole }) => whole.start <= offset && offset <= whole.end);
  return around ?? objects.find(isKnownKind) ?? objects[0];
}

const commandOf: Readonly<Record<BesideAction, string>> = {
  connect: commands.connect,
  login: commands.connect,
  pickContext: commands.pickContext,
  pickNamespaces: commands.pickNamespaces,
  reveal: commands.reveal,
  showLog: commands.showLog,
  trust: "workbench.trust.manage",
};
