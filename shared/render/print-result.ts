/** The result of printing: a template may refer to missing data. The error may have several lines. */
export type PrintResult = { readonly text: string } | { readonly error: string };
