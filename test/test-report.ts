import { relative, sep } from "node:path";

/** The fields of vitest's json report that are read here, and the number of errors, which that report omits. */
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
 * The result of a check or a run of tests. `late` names the tests that passed only when their file ran again, or the file
 * itself where it had failed without a failed test.
 */
export interface TestTally {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: readonly string[];
  readonly late: readonly string[];
}

/** The folders whose tests run on a real API server or a real editor, which have races of their own. */
const realPartFolders = ["cluster", "vscode"];
/** Where more files fail, the product is at fault and repeating them is useless. */
const maxRepeatedFiles = 3;

/** Counts the tests of a report, and its errors as failed. `root`: the folder that file names are relative to. */
export function countTests({ testResults, outsideErrors }: TestReport, root: string): TestTally {
  const all = testResults.flatMap(({ assertionResults }) => assertionResults);
  const countWith = (status: string): number => all.filter((test) => test.status === status).length;
  // A file that does not load has no test that could fail. It counts as one failed test.
  const broken = testResults.filter(
    ({ status, assertionResults }) => status === "failed" && !assertionResults.some((test) => test.status === "failed"),
  );
  const skipped = testResults.flatMap((file) =>
    file.assertionResults.filter((test) => !hasRun(test)).map(({ fullName }) => nameOf(file, fullName, root)),
  );
  return {
    passed: countWith("passed"),
    failed: countWith("failed") + broken.length + outsideErrors,
    skipped,
    late: [],
  };
}

/**
 * The files to run once more, alone: those that failed, where they are few, all of them run on real parts, and no error
 * happened outside of tests. A fault of the product fails again then. {@link mergeReports} names those that pass.
 */
export function chooseRepeated({ testResults, outsideErrors }: TestReport, root: string): readonly string[] {
  if (outsideErrors > 0) return [];
  const failed = testResults.filter(({ status }) => status === "failed").map(({ name }) => name);
  const runsOnRealParts = (name: string): boolean => realPartFolders.includes(relative(root, name).split(sep)[1] ?? "");
  return failed.length <= maxRepeatedFiles && failed.every(runsOnRealParts) ? failed : [];
}

/**
 * The tally of both runs. The second run of a file counts, and `late` names what passed only then. A test that failed in
 * the first run and was skipped in the second has failed.
 */
export function mergeReports(first: TestReport, second: TestReport, root: string): TestTally {
  const again = new Map(second.testResults.map((file) => [file.name, file]));
  const pairs = first.testResults.map((file) => ({ before: file, now: again.get(file.name) }));
  const testResults = pairs.map(({ before, now }) => (now === undefined ? before : withoutSkipped(before, now)));
  const late = pairs.flatMap(({ before, now }) => (now === undefined ? [] : lateNames(before, now, root)));
  const outsideErrors = first.outsideErrors + second.outsideErrors;
  return { ...countTests({ testResults, outsideErrors }, root), late };
}

/** The second run of a file, in which a skipped test that failed before has failed. */
function withoutSkipped(before: TestFile, now: TestFile): TestFile {
  const failed = namesWith(before, ({ status }) => status === "failed");
  const assertionResults = now.assertionResults.map((test) =>
    !hasRun(test) && failed.has(test.fullName) ? { ...test, status: "failed" } : test,
  );
  return { ...now, assertionResults };
}

/** The tests that failed and then passed, or the file itself where it failed without a failed test and then passed. */
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
