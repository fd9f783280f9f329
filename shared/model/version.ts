/** The version of this package; a test compares it with package.json, which the bundles do not contain. */
export const packageVersion = "0.2.0";

/** The build puts the commit in its place. Without a build the name does not exist. */
declare const HCO_STATUS_COMMIT: string;

/** The commit that was built, such as `d690d9f`. Empty: not known. */
export const packageCommit: string = typeof HCO_STATUS_COMMIT === "undefined" ? "" : HCO_STATUS_COMMIT;
