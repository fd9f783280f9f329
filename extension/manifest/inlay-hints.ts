import {
  Disposable,
  type Event,
  EventEmitter,
  InlayHint,
  InlayHintLabelPart,
  type InlayHintsProvider,
  languages,
  type Range,
  type TextDocument,
  window,
} from "vscode";
import type { ManifestObject } from "../../shared/model/manifest/manifest.ts";
import { commandIds, manifestLanguages } from "../platform/contributions.ts";
import { listVisibleDocuments } from "../platform/documents.ts";
import { type AgeTicker, getAgeTicker } from "../session/age-ticker.ts";
import type { LinkArguments } from "../session/command-arguments.ts";
import { keepWhileEnabled } from "../session/enabled-by-setting.ts";
import type { ManifestSurface, SettingsSource } from "../session/session-parts.ts";
import { type AnnotationContext, getAnnotationContext } from "./annotation-context.ts";

/** Registers hints behind `kind:` that show the status of the object and its place. */
export function registerInlay(session: ManifestSurface & SettingsSource): Disposable {
  return keepWhileEnabled(
    session,
    ({ inlayHints }) => inlayHints,
    () => new ObjectHints(session),
  );
}

/** A hint behind `kind:`. */
interface ObjectHint {
  readonly object: ManifestObject;
  readonly text: string;
  /** The command that a click runs, and its arguments. Without arguments the hint is no link. */
  readonly command: string;
  readonly commandArguments: LinkArguments | undefined;
}

/** A range that VS Code has requested, and the text of its hints. */
interface RequestedRange {
  readonly range: Range;
  readonly text: string;
}

/** The remembered ranges of one document. Several editors can show it, and each requests its own range. */
const maxRanges = 4;

/** Hints behind `kind:` that show the status of the object and its place. */
class ObjectHints implements InlayHintsProvider, Disposable {
  readonly #annotations: AnnotationContext;
  readonly #ticker: AgeTicker;
  readonly #changed = new EventEmitter<void>();
  readonly #subscriptions: Disposable;
  readonly #requestedRanges = new Map<TextDocument, readonly RequestedRange[]>();
  /** What each hint is about, for its tooltip. */
  readonly #subjects = new WeakMap<InlayHint, { readonly document: TextDocument; readonly object: ManifestObject }>();

  readonly onDidChangeInlayHints: Event<void> = this.#changed.event;

  constructor(session: ManifestSurface) {
    this.#annotations = getAnnotationContext(session);
    this.#ticker = getAgeTicker(session);
    this.#subscriptions = Disposable.from(
      languages.registerInlayHintsProvider([...manifestLanguages], this),
      this.#annotations.onDidChange(() => this.#announceChanges()),
      window.onDidChangeVisibleTextEditors(() => this.#announceChanges()),
      this.#changed,
    );
  }

  provideInlayHints(document: TextDocument, range: Range): InlayHint[] {
    const hints = this.#listHints(document, range);
    this.#rememberRange(document, range, hints);
    if (hints.some(isLink)) this.#ticker.setShowsAge(this, true);
    return hints.map((hint) => this.#buildHint(document, hint));
  }

  /** Adds the tooltip, when the user points at the hint. VS Code shows a string as plain text, never as Markdown. */
  resolveInlayHint(hint: InlayHint): InlayHint {
    const subject = this.#subjects.get(hint);
    const annotated = subject && this.#annotations.read(subject.document);
    const [part] = typeof hint.label === "string" ? [] : hint.label;
    if (subject === undefined || annotated === undefined || part === undefined) return hint;
    const { bundle, annotatedPlace } = annotated;
    part.tooltip = bundle.inlayTooltip(subject.object, annotated.link(subject.object), annotatedPlace);
    return hint;
  }

  dispose(): void {
    this.#subscriptions.dispose();
    this.#ticker.setShowsAge(this, false);
  }

  #buildHint(document: TextDocument, { object, text, command, commandArguments }: ObjectHint): InlayHint {
    const part = new InlayHintLabelPart(text);
    if (commandArguments !== undefined) part.command = { title: text, command, arguments: [...commandArguments] };
    const hint = new InlayHint(document.positionAt(object.spans.kind.end), [part]);
    hint.paddingLeft = true;
    this.#subjects.set(hint, { document, object });
    return hint;
  }

  #rememberRange(document: TextDocument, range: Range, hints: readonly ObjectHint[]): void {
    const requested = this.#requestedRanges.get(document) ?? [];
    const others = requested.filter((other) => !other.range.isEqual(range));
    this.#requestedRanges.set(document, [...others, { range, text: joinHints(hints) }].slice(-maxRanges));
  }

  /** Makes VS Code request the hints again where a text has changed, and forgets closed documents. */
  #announceChanges(): void {
    const visible = new Set(listVisibleDocuments());
    let hasChanged = false;
    let hasLinks = false;
    for (const [document, ranges] of this.#requestedRanges) {
      if (document.isClosed) this.#requestedRanges.delete(document);
      // VS Code may request hints before it reports the document as visible, and requests them only once.
      if (!visible.has(document)) continue;
      const nextRanges: RequestedRange[] = [];
      for (const { range, text } of ranges) {
        const hints = this.#listHints(document, document.validateRange(range));
        const nextText = joinHints(hints);
        hasChanged ||= nextText !== text;
        hasLinks ||= hints.some(isLink);
        nextRanges.push({ range, text: nextText });
      }
      this.#requestedRanges.set(document, nextRanges);
    }
    this.#ticker.setShowsAge(this, hasLinks);
    if (hasChanged) this.#changed.fire();
  }

  /** Returns the hints for the objects whose kind stands within a range. */
  #listHints(document: TextDocument, range: Range): readonly ObjectHint[] {
    const annotated = this.#annotations.read(document);
    if (annotated === undefined) return [];
    const start = document.offsetAt(range.start);
    const end = document.offsetAt(range.end);
    const hints: ObjectHint[] = [];
    for (const object of annotated.manifest.objects) {
      const offset = object.spans.kind.end;
      if (offset < start || offset > end) continue;
      const link = annotated.link(object);
      const text = annotated.bundle.inlayText(link, annotated.annotatedPlace);
      if (text === undefined) continue;
      const hasNode = link.state === "linked" && link.node !== undefined;
      const command = hasNode && link.isOutsideTree ? commandIds.openLive : commandIds.reveal;
      const commandArguments = hasNode ? annotated.commandArguments(object, link) : undefined;
      hints.push({ object, text, command, commandArguments });
    }
    return hints;
  }
}

function isLink({ commandArguments }: ObjectHint): boolean {
  return commandArguments !== undefined;
}

function joinHints(hints: readonly ObjectHint[]): string {
  return JSON.stringify(hints.map(({ text }) => text));
}
