/**
 * Runs test files against one text of one source after the other, in this process: `node trial.ts FILE PATTERN TEST…`. The
 * parent sends each text and gets whether all tests passed. Only the parent can end a mutant that never returns.
 */
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { createVitest } from "vitest/node";

const root = fileURLToPath(new URL("../..", import.meta.url));
const [, , source = "", pattern = "", ...tests] = process.argv;
const file = resolve(source);
let text: string | undefined;

const vitest = await createVitest(
  "test",
  {
    config: false,
    root,
    watch: false,
    bail: 1,
    reporters: [{}],
    include: tests.map((test) => resolve(test)),
    // The cache on disk knows a module by its file and not by what a plugin made of it: it would keep a mutant for others.
    pool: "threads",
    maxWorkers: 1,
    fsModuleCache: false,
    testTimeout: 60_000,
    update: false,
    ...(pattern === "" ? {} : { testNamePattern: pattern }),
  },
  { plugins: [{ name: "mutant", enforce: "pre", load: (id: string) => (id === file ? text : undefined) }] },
);
const specifications = await vitest.globTestSpecifications();
if (specifications.length !== tests.length) throw new Error(`no such tests: ${tests.join(" ")}`);

process.on("message", async (sent: string) => {
  text = sent;
  vitest.invalidateFile(file);
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications);
  const ran = testModules.flatMap((module) => [...module.children.allTests()]);
  const passed = ran.filter((test) => test.ok() && test.result().state === "passed").length;
  const isWell = unhandledErrors.length === 0 && testModules.every((module) => module.ok());
  process.send?.({ isWell, passed });
});
process.send?.({ isWell: true, passed: 0 });
