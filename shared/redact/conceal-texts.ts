import { concealText } from "./conceal-text.ts";

/** A document without credentials, and in how many different texts there were some. */
export interface Concealed<Document> {
  readonly document: Document;
  readonly concealedTexts: number;
}

/**
 * A Report or a part of one in a form that is sent on: no text holds what looks like a credential, as in a snapshot. The
 * keys of a Report are its own, so only values are looked at.
 */
export function concealTexts<Document>(document: Document): Concealed<Document> {
  const concealed = new Set<string>();
  const known = new Map<string, string>();
  const conceal = (text: string): string => {
    const earlier = known.get(text);
    if (earlier !== undefined) return earlier;
    const harmless = concealText(text);
    known.set(text, harmless);
    if (harmless !== text) concealed.add(text);
    return harmless;
  };
  return { document: mapTexts(document, conceal) as Document, concealedTexts: concealed.size };
}

function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, mapTexts(inner, change)]));
}
