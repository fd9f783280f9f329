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
import { beholding, besideOf } from "./beside.ts";
import { coalesced } from "./coalesced.ts";
import { commands, languages as written } from "./contributions.ts";
import { say } from "./say.ts";
import type { Session } from "./session.ts";
import { switched } from "./switched.ts";
import { tickingOf } from "./ticking.ts";
import { objectAt } from "./written-object.ts";

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
    const object = nearestTo(document.offsetAt(selection.active), objects, pieces.isKnownKind);
    const beheld = beholding(session, pieces, document);
    if (object === undefined || beheld === undefined) return undefined;
    const link = beheld.link(object);
    const status = pieces.languageStatus(say, object, link, beheld.here);
    const { action } = status;
    const argumentsFor = (id: BesideAction): unknown[] => {
      if (id === "reveal") return [...(beheld.words(object, link) ?? [])];
      return id === "connect" || id === "login" ? [beheld.shown.place] : [];
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
function nearestTo(
  offset: number,
  objects: readonly ManifestObject[],
  isKnownKind: (object: ManifestObject) => boolean,
): ManifestObject | undefined {
  return objectAt(objects, offset) ?? objects.find(isKnownKind) ?? objects[0];
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
