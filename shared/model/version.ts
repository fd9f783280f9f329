/** The version of this package; a test holds it to package.json, which the bundles do not carry. */
export const version = "0.1.0";
