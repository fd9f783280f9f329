import { isSameObject, keyOf, type Ref } from "../../model/object.ts";
import type { Report, ReportNode } from "../../model/report.ts";
import type { LinePiece, MarkdownLine, MarkdownPart } from "./hover/markdown-parts.ts";

/** The objects of Reports by their names. */
export type KnownObjects = ReadonlyMap<string, readonly Ref[]>;

/** Returns the objects that Reports have and that exist. */
export function knownObjects(reports: readonly Report[]): KnownObjects {
  const refs = new Map<string, Ref>();
  const add = ({ role, outcome, ref, children }: ReportNode): void => {
    if (role !== "container" && outcome === "found" && ref.name !== "") refs.set(keyOf(ref), ref);
    children.forEach(add);
  };
  for (const { roots } of reports) roots.forEach(add);
  return Map.groupBy(refs.values(), ({ name }) => name);
}

/** The most characters before a name that say what it names: a namespace has at most 63, a kind too. */
const maxPrefixLength = 130;

/** The most characters before a name in which its kind stands. */
const maxKindPrefixLength = 300;

/** A name of an object in a text: RFC 1123, which namespaces, kinds and versions may stand around. */
const objectName = /[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?/g;

/** A name of an object in a text, from its first character to the one behind its last. */
export interface FoundName {
  readonly start: number;
  readonly end: number;
  /** Objects of several kinds may have one name. */
  readonly refs: readonly Ref[];
}

/**
 * Returns the names of known objects in a text. A word without a hyphen, such as `cdi`, stands in many texts, so it is a name
 * only behind its namespace or a kind: `Deployment cdi`, `kubevirt-hyperconverged/cdi`. The name of a container is none, and
 * neither is the last part of an image or an address, which stands behind another slash.
 */
export function findNames(text: string, known: KnownObjects): readonly FoundName[] {
  const names: FoundName[] = [];
  for (const { 0: word, index: start } of text.matchAll(objectName)) {
    const end = start + word.length;
    const refs = known.get(word);
    if (refs === undefined || isPartOfWord(text, start, end)) continue;
    const prefix = text.slice(Math.max(0, start - maxPrefixLength), start);
    const [, namespace] = /([\w.-]*)\/$/.exec(prefix) ?? [];
    const isBehindKind = /\b[A-Z]\w+ $/.test(prefix);
    const isContainer = /\bcontainer $/i.test(prefix);
    const isCommonWord = !word.includes("-") && namespace === undefined && !isBehindKind;
    if (isContainer || isCommonWord) continue;
    const meant = namespace === undefined ? refs : refs.filter((ref) => ref.namespace === namespace);
    if (meant.length > 0) names.push({ start, end, refs: meant });
  }
  return names;
}

/** Whether a word goes on before or behind a name: `kubevirt_vm`, `HostName`. */
function isPartOfWord(text: string, start: number, end: number): boolean {
  return /\w/.test(text[start - 1] ?? "") || /\w/.test(text[end] ?? "");
}

/** Returns the object that a text means by a name: the one of the kind before it, else the first. */
export function meantObject(text: string, { start, refs }: FoundName): Ref | undefined {
  const prefix = text.slice(Math.max(0, start - maxKindPrefixLength), start);
  const [, kind] = /(\w+) (?:[\w.-]+\/)?$/.exec(prefix) ?? [];
  return refs.find((ref) => ref.kind === kind) ?? refs[0];
}

/** What makes the links of {@link withObjectLinks}. */
export interface ObjectLinks {
  readonly known: KnownObjects;
  /** The command that opens an object, and its arguments. */
  readonly open: (ref: Ref) => Pick<Extract<LinePiece, { as: "command" }>, "command" | "arguments">;
}

/** The parts of a hover, with links at the names of known objects. Commands to copy and quoted blocks stay as they are. */
export function withObjectLinks(parts: readonly MarkdownPart[], links: ObjectLinks): readonly MarkdownPart[] {
  const linkLine = (line: MarkdownLine): MarkdownLine => {
    const pieces = typeof line === "string" ? [line] : line;
    return pieces.flatMap((piece) => linkPiece(piece, links));
  };
  return parts.map((part): MarkdownPart => {
    if (part.as === "paragraph") return { ...part, line: linkLine(part.line) };
    return part.as === "list" ? { ...part, items: part.items.map(linkLine) } : part;
  });
}

function linkPiece(piece: string | LinePiece, links: ObjectLinks): readonly (string | LinePiece)[] {
  if (typeof piece === "string") return linkText(piece, links);
  if (piece.as === "name") return linkText(piece.text, links).flatMap(toStrong);
  if (piece.as !== "object") return [piece];
  const { text, about } = piece;
  const isKnown = links.known.get(about.name)?.some((ref) => isSameObject(ref, about)) ?? false;
  return [isKnown ? { as: "command", title: text, ...links.open(about) } : text];
}

/** A piece in bold. Spaces stay outside: Markdown has no bold text that ends in one. */
function toStrong(piece: string | LinePiece): readonly (string | LinePiece)[] {
  if (typeof piece !== "string") return [piece.as === "command" ? { ...piece, isStrong: true } : piece];
  const [, before = "", text = "", after = ""] = /^(\s*)(.*?)(\s*)$/s.exec(piece) ?? [];
  return [before, { as: "strong", text }, after];
}

/** A text with links at the names of known objects: `["Deployment ", { as: "command", … }, " is down"]`. */
function linkText(text: string, { known, open }: ObjectLinks): readonly (string | LinePiece)[] {
  const pieces: (string | LinePiece)[] = [];
  let copiedTo = 0;
  for (const found of findNames(text, known)) {
    const ref = meantObject(text, found);
    if (ref === undefined) continue;
    if (found.start > copiedTo) pieces.push(text.slice(copiedTo, found.start));
    pieces.push({ as: "command", title: text.slice(found.start, found.end), ...open(ref) });
    copiedTo = found.end;
  }
  const hasText = copiedTo < text.length || pieces.length === 0;
  return hasText ? [...pieces, text.slice(copiedTo)] : pieces;
}
