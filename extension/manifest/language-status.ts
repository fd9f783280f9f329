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
import type { ManifestLink } from "../../shared/model/manifest/link.ts";
import type { ManifestObject } from "../../shared/model/manifest/manifest.ts";
import type { LanguageStatus } from "../../shared/render/editor/annotations/inlay-and-status.ts";
import type { BesideAction } from "../../shared/render/editor/manifest-link.ts";
import { coalesceCalls } from "../platform/coalesce.ts";
import { commandIds, manifestLanguages } from "../platform/contributions.ts";
import { type AgeTicker, getAgeTicker } from "../session/age-ticker.ts";
import { keepWhileEnabled } from "../session/enabled-by-setting.ts";
import { findObjectAt } from "../session/object-in-document.ts";
import type { ManifestSurface, SettingsSource } from "../session/session-parts.ts";
import { type AnnotatedDocument, type AnnotationContext, getAnnotationContext } from "./annotation-context.ts";

/**
 * Registers the language status item of the active manifest: the linked object, its health, and the state of the link.
 */
export function registerLanguageStatus(session: ManifestSurface & SettingsSource): Disposable {
  return keepWhileEnabled(
    session,
    ({ languageStatus }) => languageStatus,
    () => new LanguageStatusEntry(session),
  );
}

const minCursorIntervalMs = 150;

const commandOfAction: Readonly<Record<BesideAction, string>> = {
  connect: commandIds.connect,
  login: commandIds.connect,
  openLive: commandIds.openLive,
  pickContext: commandIds.pickContext,
  pickNamespaces: commandIds.pickNamespaces,
  reveal: commandIds.reveal,
  showLog: commandIds.showLog,
  trust: "workbench.trust.manage",
};

interface StatusContent {
  readonly status: LanguageStatus;
  readonly command: Command | undefined;
  /** Whether the status has an age. */
  readonly hasAge: boolean;
}

/** The language status item, which follows the active editor and its cursor. */
class LanguageStatusEntry implements Disposable {
  readonly #session: ManifestSurface;
  readonly #annotations: AnnotationContext;
  readonly #ticker: AgeTicker;
  readonly #updates = coalesceCalls(() => this.#update(), minCursorIntervalMs, systemClock);
  readonly #subscriptions: Disposable;
  #item: LanguageStatusItem | undefined;
  /** The document that the item is about. */
  #shownDocument: TextDocument | undefined;

  constructor(session: ManifestSurface) {
    this.#session = session;
    this.#annotations = getAnnotationContext(session);
    this.#ticker = getAgeTicker(session);
    this.#subscriptions = Disposable.from(
      this.#annotations.onDidChange(() => this.#update()),
      window.onDidChangeActiveTextEditor(() => this.#update()),
      window.onDidChangeTextEditorSelection(({ textEditor }) => {
        if (textEditor === window.activeTextEditor && this.#item !== undefined) this.#updates.request();
      }),
      workspace.onDidChangeTextDocument(({ document }) => {
        if (document === window.activeTextEditor?.document) this.#updates.request();
      }),
    );
    this.#update();
  }

  dispose(): void {
    this.#subscriptions.dispose();
    this.#updates.cancel();
    this.#ticker.setShowsAge(this, false);
    this.#item?.dispose();
  }

  #update(): void {
    const document = window.activeTextEditor?.document;
    const content = this.#computeContent();
    // The item of the same document stays until the document is parsed again.
    if (document !== undefined && document === this.#shownDocument && this.#session.isParsing(document)) return;
    this.#shownDocument = document;
    this.#ticker.setShowsAge(this, content?.hasAge === true);
    if (content !== undefined) {
      this.#show(content);
      return;
    }
    this.#item?.dispose();
    this.#item = undefined;
  }

  #show({ status, command }: StatusContent): void {
    this.#item ??= languages.createLanguageStatusItem("hcoStatus.link", [...manifestLanguages]);
    const item = this.#item;
    item.name = l10n.t("Kubernetes status");
    item.text = status.text;
    item.detail = status.detail;
    item.busy = status.busy;
    item.severity = status.severity === "warning" ? LanguageStatusSeverity.Warning : LanguageStatusSeverity.Information;
    item.command = command;
    item.accessibilityInformation = { label: `${status.text}, ${status.spoken}` };
  }

  /** Returns what the item shows; undefined where the active editor has no manifest, and until the bundle is loaded. */
  #computeContent(): StatusContent | undefined {
    const editor = window.activeTextEditor;
    const annotated = editor && this.#annotations.read(editor.document);
    if (editor === undefined || annotated === undefined) return undefined;
    const { bundle, annotatedPlace } = annotated;
    const { objects, refusal } = annotated.manifest;
    if (refusal !== undefined) return { status: bundle.refusedStatus(refusal), command: undefined, hasAge: false };
    // The object at the cursor, else the first that a profile knows, else the first.
    const offset = editor.document.offsetAt(editor.selection.active);
    const object = findObjectAt(objects, offset) ?? objects.find(bundle.isKnownKind) ?? objects[0];
    if (object === undefined) return undefined;
    const link = annotated.link(object);
    const status = bundle.languageStatus(object, link, annotatedPlace);
    const command = buildCommand(status.action, annotated, object, link);
    return { status, command, hasAge: link.state === "linked" && link.node !== undefined };
  }
}

function buildCommand(
  action: LanguageStatus["action"],
  annotated: AnnotatedDocument,
  object: ManifestObject,
  link: ManifestLink,
): Command | undefined {
  if (action === undefined) return undefined;
  const command = { title: action.title, command: commandOfAction[action.id] };
  switch (action.id) {
    case "reveal":
    case "openLive":
      return { ...command, arguments: [...(annotated.commandArguments(object, link) ?? [])] };
    case "connect":
    case "login":
      return { ...command, arguments: [annotated.state.place] };
    default:
      return { ...command, arguments: [] };
  }
}
