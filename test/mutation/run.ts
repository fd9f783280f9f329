/**
 * How much the tests of a source notice: `node test/mutation/run.ts [-t PATTERN] [--every N] FILE TEST…` changes the source in
 * one small place after the other, runs the tests each time until the first failure, and prints the changes that all tests pass.
 * `--every 3` tries only the first, fourth, seventh … change: an even sample of a long file.
 */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { type Mutant, mutantsOf } from "./mutants.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { pattern: { type: "string", short: "t" }, every: { type: "string", default: "1" } },
});
const [file, ...tests] = positionals;
if (file === undefined || tests.length === 0) throw new Error("usage: run.ts [-t PATTERN] [--every N] FILE TEST…");
const every = Number(values.every);
if (!Number.isInteger(every) || every < 1) throw new Error("--every takes a whole number from 1");
const source = readFileSync(file, "utf8");
const words = [file, values.pattern ?? "", ...tests];
const mutants = mutantsOf(source, file).filter((_, index) => index % every === 0);

/** What a run of the tests came to; "endless" was ended by us. */
type Outcome = { readonly isWell: boolean; readonly passed: number } | "endless";

let trial = await startTrial();
const started = performance.now();
const whole = await runTrial(source, 600_000);
const patience = 10_000 + 5 * (performance.now() - started);
if (whole === "endless" || !whole.isWell || whole.passed === 0) throw new Error("the tests fail without a change");

const survivors: Mutant[] = [];
for (const mutant of mutants) {
  const text = source.slice(0, mutant.start) + mutant.text + source.slice(mutant.end);
  const outcome = await runTrial(text, patience);
  if (outcome !== "endless" && outcome.isWell) survivors.push(mutant);
}
trial.kill("SIGKILL");

for (const mutant of survivors) console.log(`${file}:${mutant.line}  ${changeOf(mutant)}`);
const killed = mutants.length - survivors.length;
console.log(
  `${file}: ${killed} of ${mutants.length} mutants killed (${((100 * killed) / mutants.length).toFixed(1)} %)`,
);

async function startTrial(): Promise<ChildProcess> {
  const child = fork(fileURLToPath(new URL("trial.ts", import.meta.url)), words);
  await once(child, "message");
  return child;
}

async function runTrial(text: string, milliseconds: number): Promise<Outcome> {
  trial.send(text);
  const given = new AbortController();
  const late = sleep(milliseconds, "endless" as const, { signal: given.signal });
  const outcome = await Promise.race([once(trial, "message").then(([answer]) => answer as Outcome), late]);
  if (outcome === "endless") {
    trial.kill("SIGKILL");
    trial = await startTrial();
  } else {
    given.abort();
    await late.catch(() => undefined);
  }
  return outcome;
}

/** `a === b  ->  a !== b`, cut to one line. */
function changeOf({ start, end, text }: Mutant): string {
  const shortenLine = (words: string): string => {
    const line = words.replaceAll(/\s+/g, " ").trim();
    return line.length > 90 ? `${line.slice(0, 90)}…` : line || "(nothing)";
  };
  return `${shortenLine(source.slice(start, end))}  ->  ${shortenLine(text)}`;
}
