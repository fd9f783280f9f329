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

/** A name of an object in a text: RFC 1123, which namespaces, kinds and versions may stand around. */
const objectName = /[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?/g;

/** A name of an object in a text, from its first character to the one behind its last. */
export interface FoundName {
  readonly start: number;
  readonly end: number;
  /** Objects of several kinds may have one name. */
  readonly refs: readonly Ref[];
}

/** The characters before a name that say what it names: a namespace has at most 63, a kind too. */
const maxBefore = 130;

/**
 * Returns the names of known objects in a text. Words that many texts hold, such as `cdi`, are names only behind their
 * namespace or a kind: `Deployment cdi`, `kubevirt-hyperconverged/cdi`. No name is that of a container, nor the last part of
 * an image or an address, which stand behind another slash.
 */
export function findNames(text: string, known: KnownObjects): readonly FoundName[] {
  return [...text.matchAll(objectName)].flatMap(({ 0: word, index }): readonly FoundName[] => {
    const refs = known.get(word);
    if (refs === undefined || isPartOfWord(text, index, index + word.length)) return [];
    const before = text.slice(Math.max(0, index - maxBefore), index);
    const [, namespace] = /([\w.-]*)\/$/.exec(before) ?? [];
    const meant = namespace === undefined ? refs : refs.filter((ref) => ref.namespace === namespace);
    const isCommonWord = !word.includes("-") && namespace === undefined && !/\b[A-Z]\w+ $/.test(before);
    if (meant.length === 0 || isCommonWord || /\bcontainer $/i.test(before)) return [];
    return [{ start: index, end: index + word.length, refs: meant }];
  });
}

/** Whether a word goes on before or behind a name: `kubevirt_vm`, `HostName`. */
function isPartOfWord(text: string, start: number, end: number): boolean {
  return /\w/.test(text[start - 1] ?? "") || /\w/.test(text[end] ?? "");
}

/** Returns the object that a text means by a name: the one of the kind before it, else the first. */
export function meantObject(text: string, { start, refs }: FoundName): Ref | undefined {
  const [, kind] = /(\w+) (?:[\w.-]+\/)?$/.exec(text.slice(Math.max(0, start - 300), start)) ?? [];
  return refs.find((ref) => ref.kind === kind) ?? refs[0];
}

/** What makes the links of {@link withObjectLinks}. */
export interface ObjectLinks {
  readonly known: KnownObjects;
  /** The command that opens an object, and its arguments. */
  readonly open: (ref: Ref) => Pick<Extract<LinePiece, { as: "command" }>, "command" | "arguments">;
}

/**
 * The parts of a hover, of which the names of known objects open these. Commands to copy and quoted blocks stay as they
 * are. A name is a link at its first `most` places: a hover is no list of links.
 */
export function withObjectLinks(parts: readonly MarkdownPart[], links: ObjectLinks): readonly MarkdownPart[] {
  const lineWith = (line: MarkdownLine): MarkdownLine => {
    const pieces = typeof line === "string" ? [line] : line;
    return pieces.flatMap((piece) => linkedPiece(piece, links));
  };
  return parts.map((part): MarkdownPart => {
    if (part.as === "paragraph") return { ...part, line: lineWith(part.line) };
    return part.as === "list" ? { ...part, items: part.items.map(lineWith) } : part;
  });
}

function linkedPiece(piece: string | LinePiece, links: ObjectLinks): readonly (string | LinePiece)[] {
  if (typeof piece === "string") return linkedText(piece, links);
  if (piece.as === "name") return linkedText(piece.text, links).flatMap(strongPieces);
  if (piece.as !== "object") return [piece];
  const { text, about } = piece;
  const isKnown = links.known.get(about.name)?.some((ref) => isSameObject(ref, about)) ?? false;
  return [isKnown ? { as: "command", title: text, ...links.open(about) } : text];
}

/** The same in bold. Spaces stay outside: Markdown has no bold text that ends in one. */
function strongPieces(piece: string | LinePiece): readonly (string | LinePiece)[] {
  if (typeof piece !== "string") return [piece.as === "command" ? { ...piece, isStrong: true } : piece];
  const [, before = "", text = "", after = ""] = /^(\s*)(.*?)(\s*)$/s.exec(piece) ?? [];
  return [before, { as: "strong", text }, after];
}

function linkedText(text: string, { known, open }: ObjectLinks): readonly (string | LinePiece)[] {
  const pieces: (string | LinePiece)[] = [];
  let rest = 0;
  for (const found of findNames(text, known)) {
    const ref = meantObject(text, found);
    if (ref === undefined) continue;
    if (found.start > rest) pieces.push(text.slice(rest, found.start));
    pieces.push({ as: "command", title: text.slice(found.start, found.end), ...open(ref) });
    rest = found.end;
  }
  return rest === 0 ? [text] : [...pieces, ...(rest < text.length ? [text.slice(rest)] : [])];
}
