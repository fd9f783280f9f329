import { mapTexts } from "../parse/json-value.ts";
import { concealText } from "./conceal-text.ts";

/** A document without credentials, and in how many different texts there were some. */
export interface Concealed<Document> {
  readonly document: Document;
  readonly concealedTexts: number;
}

/**
 * A Report or a part of one in a form that is sent on: no text holds what looks like a credential, as in a snapshot. The
 * keys of a Report are its own, so only values are searched.
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
  return { document: mapTexts(document, conceal), concealedTexts: concealed.size };
}
