import { Hover, type Position, Range, type TextDocument } from "vscode";
import { hoverAt } from "./hover-reading.ts";
import { markdownString } from "./markdown.ts";
import { say } from "./say.ts";
import type { Session } from "./session.ts";
import type { Shown } from "./shown.ts";

/** The hover at a place of a document, `shown` of its place, or undefined where there is nothing to say. */
export function hoverMade(
  { manifest: manifestOf }: Pick<Session, "manifest">,
  shown: Shown,
  document: TextDocument,
  position: Position,
): Hover | undefined {
  const manifest = manifestOf(document);
  if (manifest === undefined) return undefined;
  const { uri } = document;
  const found = hoverAt(manifest, document.offsetAt(position), { say, uri: uri.toString(), shown });
  if (found === undefined) return undefined;
  const { start, end } = found.span;
  return new Hover(markdownString(found.parts), new Range(document.positionAt(start), document.positionAt(end)));
}
