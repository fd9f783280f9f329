import { availableParallelism } from "node:os";
import { defineConfig, type ViteUserConfig } from "vitest/config";
import { becomeNeutral } from "./environment.ts";
import { InTurn } from "./file-order.ts";
import { OutsideErrors, outsideErrorsVariable } from "./outside-errors.ts";
import { shareBuilds } from "./shared-build.ts";

// Before all: the workers, and what set-ups and tests start, take their environment from this process.
becomeNeutral();
shareBuilds();

const outsideErrorsFile = process.env[outsideErrorsVariable];

const config: ViteUserConfig = defineConfig({
  test: {
    root: new URL("..", import.meta.url).pathname,
    // Processes: locale, signals and working directory are those of a process.
    pool: "forks",
    // Titles have whole sentences of their table (`$rule`), which Vitest cuts at 40 characters by default.
    taskTitleValueFormatTruncate: 0,
    // What test/run.ts reads.
    ...(outsideErrorsFile !== undefined && { reporters: ["default", "json", new OutsideErrors(outsideErrorsFile)] }),
    maxWorkers: "100%",
    // Node runs these sources as they are, which takes a sixth less CPU time than Vite's own modules.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // Limits for what hangs, not for what is slow: on a busy machine everything takes many times as long.
    testTimeout: 900_000,
    hookTimeout: 900_000,
    expect: { poll: { timeout: 180_000, interval: 10 } },
    // One group after the other within one vitest. test/run.ts has one for the last group, beside the others.
    projects: [
      {
        // All files of a worker share its modules, whose loading would take more time than the tests.
        extends: true,
        test: {
          name: "unit",
          include: ["test/**/*.test.ts"],
          exclude: ["test/cluster/**", "test/wire/**", "test/vscode/**"],
          isolate: false,
          // One more than cores: some files wait for programs or for time to pass.
          maxWorkers: availableParallelism() + 1,
          sequence: { groupOrder: 0 },
        },
      },
      {
        // Each test starts two programs one after the other; two tests at once keep two cores busy.
        extends: true,
        test: {
          name: "wire",
          include: ["test/wire/**/*.test.ts"],
          globalSetup: ["test/wire/setup.ts"],
          fileParallelism: false,
          maxConcurrency: 3,
          sequence: { groupOrder: 1 },
        },
      },
      {
        // An API server for each worker; most of the time a test waits for it, or for time to pass.
        extends: true,
        test: {
          name: "cluster",
          include: ["test/cluster/**/*.test.ts"],
          globalSetup: ["test/cluster/setup.ts"],
          maxWorkers: 4,
          sequence: { groupOrder: 2 },
        },
      },
      {
        // A real VS Code for each file, in turn with the files of the cluster (see file-order.ts).
        extends: true,
        test: {
          name: "editor",
          include: ["test/vscode/**/*.test.ts"],
          globalSetup: ["test/cluster/setup.ts", "test/vscode/setup.ts"],
          maxWorkers: 4,
          maxConcurrency: 2,
          sequence: { groupOrder: 2 },
        },
      },
    ],
    sequence: { sequencer: InTurn },
  },
});

export default config;
