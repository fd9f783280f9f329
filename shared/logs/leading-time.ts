/** The times before the lines of logs. */
const leadingTimes: readonly RegExp[] = [
  /^\[[A-Z][a-z]{2} [A-Z][a-z]{2} {1,2}\d{1,2} [\d:.]{8,20} \d{4}\] /, // Apache: [Fri Jan 02 15:04:05.123456 2026]
  /^\d{4}[-/]\d\d[-/]\d\d[ T]\d\d:\d\d:\d\d(?:[.,]\d{1,9})?(?:Z| UTC|[+-]\d\d:?\d\d)?:?[ \t]+/, // Go, Python, Java
  /^\d\d:\d\d:\d\d[.,]\d{1,9} /, // Java: 15:04:05.123
  /^\d{1,2}:\d\d[AP]M /, // zerolog: 3:04PM
];

/** A line without the time at its start: `2026-01-02 15:04:05 no space` -> `no space`. */
export function removeTime(line: string): string {
  const time = leadingTimes.find((pattern) => pattern.test(line));
  return time === undefined ? line : line.replace(time, "");
}
