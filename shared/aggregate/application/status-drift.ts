/** The rule sets of an Application; the first is the default. */
export type ApplicationRules = "code" | "proposal";
