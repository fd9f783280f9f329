/** The version of this package; a test compares it with package.json, which the bundles do not contain. */
export const packageVersion = "0.2.0";
