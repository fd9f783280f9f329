/**
 * What `npm test` runs: types, style, dead code, then every test. Each of the first three counts as one check; the last
 * line is the sum of all, in words that a script can read.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { chooseRepeated, countTests, mergeReports, type TestReport, type TestTally } from "./test-report.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const bin = join(root, "node_modules", ".bin");
// The programs find their `node` on PATH, and the one of package.json must come first, whatever the machine has.
const env = { ...process.env, PATH: `${bin}${delimiter}${process.env["PATH"]}` };

const checks = [
  await check("tsc", "-b"),
  await check("biome", "ci", "."),
  await check("knip"),
  await tests("--config", "test/vitest.config.ts"),
];
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
  const { code, output } = await run(program, words, "pipe");
  const content = code === 0;
  if (!content) console.log(output.trimEnd());
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  console.log(`${content ? "✓" : "✗"} ${[program, ...words].join(" ")} (${seconds} s)`);
  return { passed: content ? 1 : 0, failed: content ? 0 : 1, skipped: [], late: [] };
}

/** Runs vitest in the open and counts what it did. Few files on real parts that failed run once more. */
async function tests(...words: string[]): Promise<TestTally> {
  const first = await runTests(words);
  const repeated = chooseRepeated(first.report, root);
  if (repeated.length === 0) return tallyOf(first, countTests(first.report, root));
  console.log(`once more, alone: ${repeated.join(" ")}`);
  const second = await runTests([...words, ...repeated]);
  return tallyOf(second, mergeReports(first.report, second.report, root));
}

interface TestRun {
  readonly code: number;
  readonly report: TestReport;
}

async function runTests(words: readonly string[]): Promise<TestRun> {
  const folder = mkdtempSync(join(tmpdir(), "hco-status-tests-"));
  try {
    const file = join(folder, "tests.json");
    const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
    const { code } = await run("vitest", ["run", ...words, ...reporters], "inherit");
    return { code, report: read(file) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function tallyOf({ code }: TestRun, tally: TestTally): TestTally {
  if (tally.passed + tally.failed === 0) return fail(tally, "vitest ran no test");
  // An error outside of any test, in a set-up or after the last one, shows in nothing but the exit code.
  return code === 0 || tally.failed > 0 ? tally : fail(tally, `vitest ended with ${code} though no test failed`);
}

function fail(tally: TestTally, why: string): TestTally {
  console.log(`✗ ${why}`);
  return { ...tally, failed: tally.failed + 1 };
}

function read(file: string): TestReport {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    // vitest has not lived to write it
    return { testResults: [] };
  }
}

function run(
  program: string,
  words: readonly string[],
  stdio: "pipe" | "inherit",
): Promise<{ code: number; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(join(bin, program), words, { cwd: root, env, stdio: ["ignore", stdio, stdio] });
    let output = "";
    const keep = (chunk: Buffer): void => {
      output += chunk.toString();
    };
    child.stdout?.on("data", keep);
    child.stderr?.on("data", keep);
    child.on("error", reject);
    child.on("close", (code) => resolve({ code: code ?? 1, output }));
  });
}
