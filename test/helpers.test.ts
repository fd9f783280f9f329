import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

test("no helper sets up or cleans up as it is loaded: the files of a worker load it once, and only the first would see it", () => {
  const helpers = globSync("**/*.ts", { cwd: import.meta.dirname }).filter(
    (file) => !/\.test\.ts$|^vscode\/host\/|node_modules\//.test(file),
  );
  expect(helpers.length).toBeGreaterThan(100);
  const hook = /^(?:(?:before|after)(?:Each|All)|vi\.\w+)\(/m;
  expect(helpers.filter((file) => hook.test(readFileSync(`${import.meta.dirname}/${file}`, "utf8")))).toEqual([]);
});
