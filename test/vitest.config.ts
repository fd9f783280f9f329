import { defineConfig, type ViteUserConfig } from "vitest/config";

const config: ViteUserConfig = defineConfig({
  test: {
    root: new URL("..", import.meta.url).pathname,
    testTimeout: 20_000,
    hookTimeout: 120_000,
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: ["test/**/*.test.ts"],
          exclude: ["test/cluster/**", "test/wire/**", "test/vscode/**"],
        },
      },
      {
        // One API server for all files of the folder, started only if one of them runs; so one file after the other.
        extends: true,
        test: {
          name: "cluster",
          include: ["test/cluster/**/*.test.ts"],
          globalSetup: ["test/cluster/setup.ts"],
          fileParallelism: false,
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
          testTimeout: 60_000,
        },
      },
      {
        // A real VS Code, which keeps two cores busy: after all others, one file after the other, all with one API server.
        extends: true,
        test: {
          name: "editor",
          include: ["test/vscode/**/*.test.ts"],
          globalSetup: ["test/cluster/setup.ts", "test/vscode/setup.ts"],
          fileParallelism: false,
          maxConcurrency: 2,
          testTimeout: 90_000,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});

export default config;
