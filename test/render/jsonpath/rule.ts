import { chainText, richText } from "./documents.ts";

/** What a rule of the dialect prints, and of which document. The texts are what kubectl prints; test/cluster asks it. */
export interface PrintingRule {
  readonly rule: string;
  readonly document: DocumentName;
  readonly rows: readonly (readonly [template: string, text: string])[];
}

/** The same for what is refused, when, and in which words. */
export interface RefusedRule {
  readonly rule: string;
  readonly document: DocumentName;
  readonly rows: readonly (readonly [template: string, when: "parsing" | "executing", reason: string])[];
}

export type DocumentName = keyof typeof documents;

/** What the names of documents stand for. */
export const documents = { rich: JSON.parse(richText) as unknown, chain: JSON.parse(chainText) as unknown };
