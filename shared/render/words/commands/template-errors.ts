/**
 * The error for `-o custom-columns=` and `-o custom-columns-file=` with nothing behind the sign
 * (customcolumn_flags.go).
 */
export const noColumnsGiven = "custom-columns format specified but no custom columns given";
