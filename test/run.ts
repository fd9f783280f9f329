/**
 * What `npm test` runs: types, style, dead code and every test. Each of the first three counts as one check; the last
 * line is the sum of all, in words that a script can read.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { constants, getPriority, setPriority, tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { outsideErrorsVariable } from "./outside-errors.ts";
import { shareBuilds } from "./shared-build.ts";
import { chooseRepeated, countTests, mergeReports, type TestReport, type TestTally } from "./test-report.ts";

const running = new Set<ChildProcess>();
const root = fileURLToPath(new URL("..", import.meta.url));
const bin = join(root, "node_modules", ".bin");
shareBuilds();
const reports = mkdtempSync(join(tmpdir(), "hco-status-tests-"));
process.once("exit", () => rmSync(reports, { recursive: true, force: true }));
// Only an end by `exit` removes what is shared. The programs get the signal of a terminal too.
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, () => {
    for (const child of running) child.kill(signal);
    process.exit(128 + constants.signals[signal]);
  });
// The programs find their `node` on PATH, and the one of package.json must come first, whatever the machine has.
const env = { ...process.env, PATH: `${bin}${delimiter}${process.env["PATH"]}` };

// Tests on real parts wait most of the time. What computes runs beside them and yields to them, by half of what the
// system calls "below normal": with that, other work on the machine would leave it next to nothing.
const yielding = Math.max(getPriority(), constants.priority.PRIORITY_BELOW_NORMAL / 2);
const checks = (
  await Promise.all([
    Promise.all([check("tsc", "-b"), check("biome", "ci", "."), check("knip", "--config", "test/knip.json")]),
    tests({ projects: ["cluster", "editor"] }, { projects: ["unit", "wire"], priority: yielding }),
  ])
).flat();
const sum = (count: (tally: TestTally) => number): number => checks.reduce((total, tally) => total + count(tally), 0);
const passed = sum((tally) => tally.passed);
const failed = sum((tally) => tally.failed);
const skipped = checks.flatMap((tally) => tally.skipped);

process.exitCode = failed > 0 ? 1 : 0;
for (const name of checks.flatMap((tally) => tally.late)) console.log(`passed only when its file ran again: ${name}`);
for (const name of skipped) console.log(`skipped: ${name}`);
console.log(`${passed} passed, ${failed} failed${skipped.length > 0 ? `, ${skipped.length} skipped` : ""}`);

/** Runs one program that is content or not, and shows what it says only when it is not. */
async function check(program: string, ...words: string[]): Promise<TestTally> {
  const started = Date.now();
  const { code, output } = await run(program, words, "pipe", yielding);
  const content = code === 0;
  if (!content) console.log(output.trimEnd());
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  console.log(`${content ? "✓" : "✗"} ${[program, ...words].join(" ")} (${seconds} s)`);
  return { passed: content ? 1 : 0, failed: content ? 0 : 1, skipped: [], late: [] };
}

/** The projects of test/vitest.config.ts that one vitest runs; `priority` as the system counts it, ours unless given. */
interface TestPart {
  readonly projects: readonly string[];
  readonly priority?: number;
}

/** Runs a vitest for each part, all at once, and counts what they did. Few files on real parts that failed run again. */
async function tests(...parts: readonly TestPart[]): Promise<TestTally[]> {
  const runs = await Promise.all(parts.map(async (part) => ({ part, ...(await runTests(part)) })));
  const testResults = runs.flatMap(({ report }) => report.testResults);
  const outsideErrors = runs.reduce((total, { report }) => total + report.outsideErrors, 0);
  const repeated = chooseRepeated({ testResults, outsideErrors }, root);
  const tallies: TestTally[] = [];
  for (const { part, ...run } of runs) {
    const files = repeated.filter((file) => run.report.testResults.some(({ name }) => name === file));
    tallies.push(files.length === 0 ? tallyOf(run, countTests(run.report, root)) : await repeat(part, files, run));
  }
  return tallies;
}

async function repeat(part: TestPart, files: readonly string[], { report }: TestRun): Promise<TestTally> {
  console.log(`once more, alone: ${files.join(" ")}`);
  const again = await runTests(part, files);
  return tallyOf(again, mergeReports(report, again.report, root));
}

interface TestRun {
  readonly code: number;
  readonly report: TestReport;
}

async function runTests({ projects, priority }: TestPart, files: readonly string[] = []): Promise<TestRun> {
  const folder = mkdtempSync(join(reports, "run-"));
  const file = join(folder, "tests.json");
  const errors = join(folder, "errors");
  const chosen = ["--config", "test/vitest.config.ts", ...projects.flatMap((name) => ["--project", name])];
  const words = ["run", ...chosen, `--outputFile.json=${file}`, ...files];
  const { code } = await run("vitest", words, "inherit", priority, { [outsideErrorsVariable]: errors });
  return { code, report: read(file, errors) };
}

function tallyOf({ code }: TestRun, tally: TestTally): TestTally {
  if (tally.passed + tally.failed === 0) return fail(tally, "vitest ran no test");
  // Some errors, such as those of a set-up, show in nothing but the exit code.
  return code === 0 || tally.failed > 0 ? tally : fail(tally, `vitest ended with ${code} though no test failed`);
}

function fail(tally: TestTally, why: string): TestTally {
  console.log(`✗ ${why}`);
  return { ...tally, failed: tally.failed + 1 };
}

function read(file: string, errors: string): TestReport {
  try {
    const { testResults } = JSON.parse(readFileSync(file, "utf8"));
    return { testResults, outsideErrors: Number(readFileSync(errors, "utf8")) };
  } catch {
    // vitest has not lived to write them
    return { testResults: [], outsideErrors: 0 };
  }
}

function run(
  program: string,
  words: readonly string[],
  stdio: "pipe" | "inherit",
  priority: number = getPriority(),
  more: Readonly<Record<string, string>> = {},
): Promise<{ code: number; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(join(bin, program), words, {
      cwd: root,
      env: { ...env, ...more },
      stdio: ["ignore", stdio, stdio],
    });
    running.add(child);
    if (child.pid !== undefined && priority > getPriority()) lowerPriority(child.pid, priority);
    let output = "";
    const keep = (chunk: Buffer): void => {
      output += chunk.toString();
    };
    child.stdout?.on("data", keep);
    child.stderr?.on("data", keep);
    child.on("error", reject);
    child.on("close", (code) => {
      running.delete(child);
      resolve({ code: code ?? 1, output });
    });
  });
}

function lowerPriority(pid: number, priority: number): void {
  try {
    setPriority(pid, priority);
  } catch {
    // Some systems refuse it, and a program may have ended already. The tests are right without it.
  }
}
