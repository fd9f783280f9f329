/** The reason where the must-gather has no file of a kind. */
export const notCollected = "not collected";
