import {
  type Command,
  Disposable,
  type LanguageStatusItem,
  LanguageStatusSeverity,
  l10n,
  languages,
  type TextDocument,
  window,
  workspace,
} from "vscode";
import { systemClock } from "../../shared/io/watch/clock.ts";
import type { ManifestObject } from "../../shared/model/manifest/manifest.ts";
import type { LanguageStatus } from "../../shared/render/editor/annotations/inlay-and-status.ts";
import type { BesideAction } from "../../shared/render/editor/manifest-link.ts";
import { coalesceCalls } from "../platform/coalesce.ts";
import { commandIds, manifestLanguages as written } from "../platform/contributions.ts";
import { getAgeTicker } from "../session/age-ticker.ts";
import { keepWhileEnabled } from "../session/enabled-by-setting.ts";
import { findObjectAt } from "../session/object-in-document.ts";
import type { ManifestSurface, SettingsSource } from "../session/session-parts.ts";
import { getAnnotationContext, resolveDocument } from "./annotation-context.ts";

/**
 * Registers the language status item of the active manifest: the linked object, its health, and the state of the link.
 */
export function registerLanguageStatus(session: ManifestSurface & SettingsSource): Disposable {
  return keepWhileEnabled(
    session,
    ({ languageStatus }) => languageStatus,
    () => showLanguageStatus(session),
  );
}

/** Milliseconds to wait after the cursor has moved. */
const moving = 150;

interface StatusContent {
  readonly status: LanguageStatus;
  readonly command: Command | undefined;
  /** The object has a state, which grows older. */
  readonly isLinked: boolean;
}

function showLanguageStatus(session: ManifestSurface): Disposable {
  const annotations = getAnnotationContext(session);
  const ticking = getAgeTicker(session);
  let item: LanguageStatusItem | undefined;
  /** The document that the item is about. */
  let shownDocument: TextDocument | undefined;

  function computeStatus(): StatusContent | undefined {
    const editor = window.activeTextEditor;
    const { objects, refusal } = (editor && session.manifest(editor.document)) ?? {};
    const isEmpty = refusal === undefined && (objects === undefined || objects.length === 0);
    const pieces = isEmpty ? undefined : annotations.pieces();
    if (pieces !== undefined && refusal !== undefined)
      return { status: pieces.refusedStatus(refusal), command: undefined, isLinked: false };
    if (editor === undefined || objects === undefined || pieces === undefined) return undefined;
    const { document, selection } = editor;
    const object = findNearestObject(document.offsetAt(selection.active), objects, pieces.isKnownKind);
    const inPlace = resolveDocument(session, pieces, document);
    if (object === undefined || inPlace === undefined) return undefined;
    const link = inPlace.link(object);
    const status = pieces.languageStatus(object, link, inPlace.here);
    const { action } = status;
    const argumentsFor = (id: BesideAction): unknown[] => {
      if (id === "reveal" || id === "openLive") return [...(inPlace.words(object, link) ?? [])];
      return id === "connect" || id === "login" ? [inPlace.shown.place] : [];
    };
    const command = action && {
      title: action.title,
      command: commandOf[action.id],
      arguments: argumentsFor(action.id),
    };
    return { status, command, isLinked: link.state === "linked" && link.node !== undefined };
  }

  function look(): void {
    const document = window.activeTextEditor?.document;
    const now = computeStatus();
    if (document !== undefined && document === shownDocument && session.isReading(document)) return;
    shownDocument = document;
    ticking.setShowsAge(moved, now?.isLinked === true);
    if (now === undefined) {
      item?.dispose();
      item = undefined;
      return;
    }
    item ??= languages.createLanguageStatusItem("hcoStatus.link", [...written]);
    const { status, command } = now;
    item.name = l10n.t("Kubernetes status");
    item.text = status.text;
    item.detail = status.detail;
    item.busy = status.busy;
    item.severity = status.severity === "warning" ? LanguageStatusSeverity.Warning : LanguageStatusSeverity.Information;
    item.command = command;
    item.accessibilityInformation = { label: `${status.text}, ${status.spoken}` };
  }

  const moved = coalesceCalls(look, moving, systemClock);
  look();
  return Disposable.from(
    annotations.onDidChange(look),
    window.onDidChangeActiveTextEditor(look),
    window.onDidChangeTextEditorSelection(({ textEditor }) => {
      if (textEditor === window.activeTextEditor && item !== undefined) moved.request();
    }),
    workspace.onDidChangeTextDocument(({ document }) => {
      if (document === window.activeTextEditor?.document) moved.request();
    }),
    new Disposable(moved.cancel),
    new Disposable(() => {
      ticking.setShowsAge(moved, false);
      item?.dispose();
    }),
  );
}

/** Returns the object at the cursor, else the first that a profile knows, else the first. */
function findNearestObject(
  offset: number,
  objects: readonly ManifestObject[],
  isKnownKind: (object: ManifestObject) => boolean,
): ManifestObject | undefined {
  return findObjectAt(objects, offset) ?? objects.find(isKnownKind) ?? objects[0];
}

const commandOf: Readonly<Record<BesideAction, string>> = {
  connect: commandIds.connect,
  login: commandIds.connect,
  openLive: commandIds.openLive,
  pickContext: commandIds.pickContext,
  pickNamespaces: commandIds.pickNamespaces,
  reveal: commandIds.reveal,
  showLog: commandIds.showLog,
  trust: "workbench.trust.manage",
};
