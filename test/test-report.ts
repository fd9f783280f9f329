import { relative, sep } from "node:path";

/** What we read of the report of vitest's json reporter. */
export interface TestReport {
  readonly testResults: readonly TestFile[];
}

interface TestFile {
  readonly name: string;
  readonly status: string;
  readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
}

/** What a check or a run of tests came to. `late`: the tests that passed only when their file ran again. */
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

/** Counts the tests of a report. `root`: the folder that file names are relative to. */
export function countTests({ testResults }: TestReport, root: string): TestTally {
  const all = testResults.flatMap(({ assertionResults }) => assertionResults);
  const withStatus = (status: string): number => all.filter((each) => each.status === status).length;
  // A file that does not even load has no tests that could fail; it counts as one that did.
  const broken = testResults.filter(
    ({ status, assertionResults }) => status === "failed" && !assertionResults.some((each) => each.status === "failed"),
  );
  const skipped = testResults.flatMap((file) =>
    file.assertionResults
      .filter(({ status }) => status !== "passed" && status !== "failed")
      .map(({ fullName }) => nameOf(file, fullName, root)),
  );
  return { passed: withStatus("passed"), failed: withStatus("failed") + broken.length, skipped, late: [] };
}

/**
 * The files to run once more alone: those that failed, where they are few and all of them run on real parts. A fault of
 * the product is rarely gone then; one that is gone is named by {@link mergeReports}.
 */
export function chooseRepeated({ testResults }: TestReport, root: string): readonly string[] {
  const failed = testResults.filter(({ status }) => status === "failed").map(({ name }) => name);
  const isReal = (name: string): boolean => onRealParts.includes(relative(root, name).split(sep)[1] ?? "");
  return failed.length <= mostRepeated && failed.every(isReal) ? failed : [];
}

/** The tally of both runs: of a file that ran again the second one counts, and `late` names what passed only then. */
export function mergeReports(first: TestReport, second: TestReport, root: string): TestTally {
  const again = new Map(second.testResults.map((file) => [file.name, file]));
  const merged = first.testResults.map((file) => again.get(file.name) ?? file);
  const late = first.testResults.flatMap((file) => {
    const passedNow = new Set(
      again
        .get(file.name)
        ?.assertionResults.filter(hasPassed)
        .map(({ fullName }) => fullName),
    );
    const failedBefore = file.assertionResults.filter(({ status }) => status === "failed");
    return failedBefore
      .filter(({ fullName }) => passedNow.has(fullName))
      .map((one) => nameOf(file, one.fullName, root));
  });
  return { ...countTests({ testResults: merged }, root), late };
}

function hasPassed({ status }: { readonly status: string }): boolean {
  return status === "passed";
}

function nameOf({ name }: TestFile, test: string, root: string): string {
  return `${relative(root, name)}: ${test.trim()}`;
}
