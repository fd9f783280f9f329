import {
  Disposable,
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
import { commandIds, manifestLanguages as written } from "../platform/contributions.ts";
import { getAgeTicker } from "../session/age-ticker.ts";
import type { CommandWords } from "../session/command-arguments.ts";
import { keepWhileEnabled } from "../session/enabled-by-setting.ts";
import type { ManifestSurface, SettingsSource } from "../session/session-parts.ts";
import { getAnnotationContext, listVisibleDocuments, resolveDocument } from "./annotation-context.ts";

/** Registers hints behind `kind:` that show the status of the object and its place. */
export function registerInlay(session: ManifestSurface & SettingsSource): Disposable {
  return keepWhileEnabled(
    session,
    ({ inlayHints }) => inlayHints,
    () => showInlayHints(session),
  );
}

interface ShownHint {
  readonly object: ManifestObject;
  readonly text: string;
  readonly words: CommandWords | undefined;
  /** What a click runs. */
  readonly command: string;
}

/** A range that VS Code has requested, and the text of its hints. */
interface RequestedRange {
  readonly range: Range;
  readonly text: string;
}

/** Maximum of remembered ranges. Several editors can show a document, and each requests its own range. */
const mostRanges = 4;

function showInlayHints(session: ManifestSurface): Disposable {
  const annotations = getAnnotationContext(session);
  const ticking = getAgeTicker(session);
  const changed = new EventEmitter<void>();
  const requestedRanges = new Map<TextDocument, readonly RequestedRange[]>();
  const hinted = new WeakMap<InlayHint, { readonly document: TextDocument; readonly object: ManifestObject }>();

  function remember(document: TextDocument, range: Range, hints: readonly ShownHint[]): void {
    const others = (requestedRanges.get(document) ?? []).filter((one) => !one.range.isEqual(range));
    requestedRanges.set(document, [...others, { range, text: joinHints(hints) }].slice(-mostRanges));
  }

  /** Makes VS Code request the hints again where a text has changed, and forgets closed documents. */
  function look(): void {
    const visible = new Set(listVisibleDocuments());
    let isNew = false;
    let isLinked = false;
    for (const [document, ranges] of requestedRanges) {
      if (document.isClosed) requestedRanges.delete(document);
      // VS Code may ask before it reports the document as visible, and asks only once.
      if (!visible.has(document)) continue;
      const now = ranges.map(({ range, text }) => {
        const hints = listHints(session, document, document.validateRange(range));
        isNew ||= joinHints(hints) !== text;
        isLinked ||= hints.some(({ words }) => words !== undefined);
        return { range, text: joinHints(hints) };
      });
      requestedRanges.set(document, now);
    }
    ticking.setShowsAge(changed, isLinked);
    if (isNew) changed.fire();
  }

  const provider: InlayHintsProvider = {
    onDidChangeInlayHints: changed.event,
    provideInlayHints(document, range) {
      const hints = listHints(session, document, range);
      remember(document, range, hints);
      if (hints.some(({ words }) => words !== undefined)) ticking.setShowsAge(changed, true);
      return hints.map(({ object, text, words, command }) => {
        const part = new InlayHintLabelPart(text);
        if (words !== undefined) part.command = { title: text, command, arguments: [...words] };
        const hint = new InlayHint(document.positionAt(object.spans.kind.end), [part]);
        hint.paddingLeft = true;
        hinted.set(hint, { document, object });
        return hint;
      });
    },
    resolveInlayHint(hint) {
      const of = hinted.get(hint);
      const pieces = annotations.pieces();
      const [part] = typeof hint.label === "string" ? [] : hint.label;
      if (of === undefined || pieces === undefined || part === undefined) return hint;
      const inPlace = resolveDocument(session, pieces, of.document);
      if (inPlace === undefined) return hint;
      // VS Code shows a string as plain text, never as Markdown.
      part.tooltip = pieces.inlayTooltip(of.object, inPlace.link(of.object), inPlace.here);
      return hint;
    },
  };

  return Disposable.from(
    languages.registerInlayHintsProvider([...written], provider),
    annotations.onDidChange(look),
    window.onDidChangeVisibleTextEditors(look),
    changed,
    new Disposable(() => ticking.setShowsAge(changed, false)),
  );
}

function joinHints(hints: readonly ShownHint[]): string {
  return JSON.stringify(hints.map(({ text }) => text));
}

/** Returns the hints for the objects whose kind stands within a range. */
function listHints(session: ManifestSurface, document: TextDocument, range: Range): readonly ShownHint[] {
  const pieces = session.manifest(document) === undefined ? undefined : getAnnotationContext(session).pieces();
  const inPlace = pieces && resolveDocument(session, pieces, document);
  if (pieces === undefined || inPlace === undefined) return [];
  const [start, end] = [document.offsetAt(range.start), document.offsetAt(range.end)];
  const within = inPlace.objects.filter(({ spans }) => spans.kind.end >= start && spans.kind.end <= end);
  return within.flatMap((object) => {
    const link = inPlace.link(object);
    const text = pieces.inlayText(link, inPlace.here);
    const isShown = link.state === "linked" && link.node !== undefined;
    const words = isShown ? inPlace.words(object, link) : undefined;
    const command = isShown && link.isOutsideTree ? commandIds.openLive : commandIds.reveal;
    return text === undefined ? [] : [{ object, text, words, command }];
  });
}
