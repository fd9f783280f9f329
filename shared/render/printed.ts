/** What came of printing: a template may ask for what is not there. The error may have several lines. */
export type Printed = { readonly text: string } | { readonly error: string };
