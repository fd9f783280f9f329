import { relative, sep } from "node:path";

/** What we read of the report of vitest's json reporter, and what that omits. */
export interface TestReport {
  readonly testResults: readonly TestFile[];
  /** The number of errors outside of tests, which no file is blamed for (see outside-errors.ts). */
  readonly outsideErrors: number;
}

interface TestFile {
  readonly name: string;
  readonly status: string;
  readonly assertionResults: readonly TestResult[];
}

interface TestResult {
  readonly status: string;
  readonly fullName: string;
}

/**
 * What a check or a run of tests came to. `late`: what passed only when its file ran again, by the tests, or by the file
 * where no test of it had failed.
 */
export interface TestTally {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: readonly string[];
  readonly late: readonly string[];
}

/** The parts of the suite that run on a real API server or a real editor, whose own races are not ours. */
const onRealParts = ["cluster", "vscode"];
/** With more files that fail, something is broken. */
const mostRepeated = 3;

/** Counts the tests of a report, and its errors as failed. `root`: the folder that file names are relative to. */
export function countTests({ testResults, outsideErrors }: TestReport, root: string): TestTally {
  const all = testResults.flatMap(({ assertionResults }) => assertionResults);
  const withStatus = (status: string): number => all.filter((each) => each.status === status).length;
  // A file that does not even load has no tests that could fail; it counts as one that did.
  const broken = testResults.filter(
    ({ status, assertionResults }) => status === "failed" && !assertionResults.some((each) => each.status === "failed"),
  );
  const skipped = testResults.flatMap((file) =>
    file.assertionResults.filter((test) => !hasRun(test)).map(({ fullName }) => nameOf(file, fullName, root)),
  );
  return {
    passed: withStatus("passed"),
    failed: withStatus("failed") + broken.length + outsideErrors,
    skipped,
    late: [],
  };
}

/**
 * The files to run once more alone: those that failed, where they are few, all of them run on real parts, and there was
 * no error outside of tests. A fault of the product is rarely gone then. One that is gone is named by
 * {@link mergeReports}.
 */
export function chooseRepeated({ testResults, outsideErrors }: TestReport, root: string): readonly string[] {
  if (outsideErrors > 0) return [];
  const failed = testResults.filter(({ status }) => status === "failed").map(({ name }) => name);
  const isReal = (name: string): boolean => onRealParts.includes(relative(root, name).split(sep)[1] ?? "");
  return failed.length <= mostRepeated && failed.every(isReal) ? failed : [];
}

/**
 * The tally of both runs: of a file that ran again the second one counts, and `late` names what passed only then. A test
 * that failed and was then skipped has failed.
 */
export function mergeReports(first: TestReport, second: TestReport, root: string): TestTally {
  const again = new Map(second.testResults.map((file) => [file.name, file]));
  const pairs = first.testResults.map((file) => ({ before: file, now: again.get(file.name) }));
  const testResults = pairs.map(({ before, now }) => (now === undefined ? before : withoutSkipped(before, now)));
  const late = pairs.flatMap(({ before, now }) => (now === undefined ? [] : lateNames(before, now, root)));
  const outsideErrors = first.outsideErrors + second.outsideErrors;
  return { ...countTests({ testResults, outsideErrors }, root), late };
}

/** The second run of a file. What it skipped that had failed before has failed. */
function withoutSkipped(before: TestFile, now: TestFile): TestFile {
  const failed = namesWith(before, ({ status }) => status === "failed");
  const assertionResults = now.assertionResults.map((test) =>
    !hasRun(test) && failed.has(test.fullName) ? { ...test, status: "failed" } : test,
  );
  return { ...now, assertionResults };
}

/** The tests that failed and then passed; the file itself where it failed before its tests, and passed as a whole. */
function lateNames(before: TestFile, now: TestFile, root: string): readonly string[] {
  const failed = namesWith(before, ({ status }) => status === "failed");
  const passed = namesWith(now, ({ status }) => status === "passed");
  if (failed.size === 0) return before.status === "failed" && now.status === "passed" ? [relative(root, now.name)] : [];
  return [...failed].filter((name) => passed.has(name)).map((name) => nameOf(now, name, root));
}

function namesWith({ assertionResults }: TestFile, isMeant: (test: TestResult) => boolean): ReadonlySet<string> {
  return new Set(assertionResults.filter(isMeant).map(({ fullName }) => fullName));
}

function hasRun({ status }: TestResult): boolean {
  return status === "passed" || status === "failed";
}

function nameOf({ name }: TestFile, test: string, root: string): string {
  return `${relative(root, name)}: ${test.trim()}`;
}
