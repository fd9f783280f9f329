import { existsSync, readFileSync } from "node:fs";

/** One test of a suite that ran in the extension host. */
export interface HostTest {
  /** Its `describe`s and its own words, outermost first. */
  readonly title: readonly string[];
  readonly state: "passed" | "failed" | "pending";
  /** How it failed, with the stack. */
  readonly error?: string;
}

/** What the suite says when it has run to its end. */
export interface HostEnd {
  readonly passes: number;
  readonly failures: number;
  readonly pending: number;
}

/** A result file: a line of JSON for each test as it ends, and at the very end one for all. */
export interface HostResults {
  readonly tests: readonly HostTest[];
  /** Absent where the host did not live to write it. */
  readonly end?: HostEnd;
}

/** Reads the result file; one that is not there, or not to its end, is that of a host that ended too early. */
export function readResults(file: string): HostResults {
  const text = existsSync(file) ? readFileSync(file, "utf8") : "";
  const lines: (HostTest | HostEnd)[] = text
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line));
  const tests = lines.filter((line) => "title" in line);
  const end = lines.find((line) => "passes" in line);
  return end === undefined ? { tests } : { tests, end };
}

/**
 * Why a run does not count; undefined where it does. The exit code alone proves nothing: that of a host that crashed
 * is 0, as is that of one without a single test.
 */
export function objection(exit: number | string, { tests, end }: HostResults): string | undefined {
  if (end === undefined)
    return `the extension host ended (${exit}) before its tests did, after ${tests.length} of them`;
  if (end.failures > 0) return `${end.failures} of ${tests.length} tests failed`;
  if (end.pending > 0) return `${end.pending} tests were left out`;
  if (end.passes === 0) return "no test ran";
  return exit === 0 ? undefined : `the extension host ended with ${exit} though no test failed`;
}
