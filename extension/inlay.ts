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
import type { ManifestObject } from "../shared/model/manifest.ts";
import { beholding, besideOf, visibleDocuments } from "./beside.ts";
import type { CommandWords } from "./command-words.ts";
import { commands, languages as written } from "./contributions.ts";
import { say } from "./say.ts";
import type { Session } from "./session.ts";
import { switched } from "./switched.ts";
import { tickingOf } from "./ticking.ts";

/** Behind `kind:` how the object is on the cluster, and where. */
export function registerInlay(session: Session): Disposable {
  return switched(
    session,
    ({ inlayHints }) => inlayHints,
    () => inlay(session),
  );
}

interface Told {
  readonly object: ManifestObject;
  readonly text: string;
  readonly words: CommandWords | undefined;
}

/** What was asked for, and what was said to it. */
interface Asked {
  readonly range: Range;
  readonly text: string;
}

/** A document can be seen in several editors at once, and each asks for its own range. */
const mostRanges = 4;

function inlay(session: Session): Disposable {
  const beside = besideOf(session);
  const ticking = tickingOf(session);
  const changed = new EventEmitter<void>();
  const asked = new Map<TextDocument, readonly Asked[]>();
  const hinted = new WeakMap<InlayHint, { readonly document: TextDocument; readonly object: ManifestObject }>();

  function toldIn(document: TextDocument, range: Range): readonly Told[] {
    const pieces = session.manifest(document) === undefined ? undefined : beside.pieces();
    const beheld = pieces && beholding(session, pieces, document);
    if (pieces === undefined || beheld === undefined) return [];
    const [start, end] = [document.offsetAt(range.start), document.offsetAt(range.end)];
    const within = beheld.objects.filter(({ spans }) => spans.kind.end >= start && spans.kind.end <= end);
    return within.flatMap((object) => {
      const link = beheld.link(object);
      const text = pieces.inlayText(say, link, beheld.here);
      const isShown = link.state === "linked" && link.node !== undefined;
      const words = isShown ? beheld.words(object, link) : undefined;
      return text === undefined ? [] : [{ object, text, words }];
    });
  }

  function remember(document: TextDocument, range: Range, told: readonly Told[]): void {
    const others = (asked.get(document) ?? []).filter((one) => !one.range.isEqual(range));
    asked.set(document, [...others, { range, text: textOf(told) }].slice(-mostRanges));
  }

  /** Asks to be asked again where a text is another one; what is closed is forgotten. */
  function look(): void {
    const visible = new Set(visibleDocuments());
    let isNew = false;
    let isLinked = false;
    for (const [document, ranges] of asked) {
      if (document.isClosed) asked.delete(document);
      // VS Code may ask before it says that the document is visible, and asks once only.
      if (!visible.has(document)) continue;
      const now = ranges.map(({ range, text }) => {
        const told = toldIn(document, document.validateRange(range));
        isNew ||= textOf(told) !== text;
        isLinked ||= told.some(({ words }) => words !== undefined);
        return { range, text: textOf(told) };
      });
      asked.set(document, now);
    }
    ticking.need(changed, isLinked);
    if (isNew) changed.fire();
  }

  const provider: InlayHintsProvider = {
    onDidChangeInlayHints: changed.event,
    provideInlayHints(document, range) {
      const told = toldIn(document, range);
      remember(document, range, told);
      if (told.some(({ words }) => words !== undefined)) ticking.need(changed, true);
      return told.map(({ object, text, words }) => {
        const part = new InlayHintLabelPart(text);
        if (words !== undefined) part.command = { title: text, command: commands.reveal, arguments: [...words] };
        const hint = new InlayHint(document.positionAt(object.spans.kind.end), [part]);
        hint.paddingLeft = true;
        hinted.set(hint, { document, object });
        return hint;
      });
    },
    resolveInlayHint(hint) {
      const of = hinted.get(hint);
      const pieces = beside.pieces();
      const [part] = typeof hint.label === "string" ? [] : hint.label;
      if (of === undefined || pieces === undefined || part === undefined) return hint;
      const beheld = beholding(session, pieces, of.document);
      if (beheld === undefined) return hint;
      // VS Code takes a string as text, never as Markdown.
      part.tooltip = pieces.inlayTooltip(say, of.object, beheld.link(of.object), beheld.here);
      return hint;
    },
  };

  return Disposable.from(
    languages.registerInlayHintsProvider([...written], provider),
    beside.onDidChange(look),
    window.onDidChangeVisibleTextEditors(look),
    changed,
    new Disposable(() => ticking.need(changed, false)),
  );
}

function textOf(told: readonly Told[]): string {
  return JSON.stringify(told.map(({ text }) => text));
}
