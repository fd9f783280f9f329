/** The error for a name together with a selector, in kubectl's words. */
export const nameAndSelectorText = "name cannot be provided when a selector is specified";
