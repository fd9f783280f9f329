/**
 * Puts `values` where `template` has `{0}`, `{1}`, … and says it in the language of whoever reads; the template is the English
 * text and the key of its translation, as VS Code's `l10n.t` takes it.
 */
export type Say = (template: string, ...values: readonly (string | number)[]) => string;

/** Says it as it is written. A place without a value stays as it stands. */
export const inEnglish: Say = (template, ...values) =>
  template.replace(/\{(\d+)\}/g, (place, index) => `${values[Number(index)] ?? place}`);
