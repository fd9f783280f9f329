import type { Damage } from "../model/snapshot.ts";

/** One document of a text as plain data, with where it starts: `file:line`. */
export interface Parsed {
  readonly value: unknown;
  readonly where: string;
}

/** The documents of a YAML or JSON text, and one damage for each that could not be read. */
export function documentsOf(_text: string, _where: string): { readonly documents: readonly Parsed[]; readonly damage: readonly Damage[] } {
  throw new Error("not written yet");
}
