/**
 * Puts `values` where `template` has `{0}`, `{1}`, … and translates the sentence into the reader's language. The
 * template is the English text and the key of its translation, as VS Code's `l10n.t` takes it.
 */
export type Translate = (template: string, ...values: readonly (string | number)[]) => string;

/** Fills in the English template. A place without a value stays. */
export const inEnglish: Translate = (template, ...values) =>
  template.replace(/\{(\d+)\}/g, (place, index) => `${values[Number(index)] ?? place}`);
