import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const door = "extension/platform/messages.ts";
const acts =
  /\b(?:showInformationMessage|showWarningMessage|showErrorMessage|setStatusBarMessage|showQuickPick|createQuickPick|showInputBox|createInputBox|window\.withProgress)\b/g;

test("only one file hands texts to messages, quick picks and progress, where links and icons act", () => {
  const users = globSync("extension/**/*.ts", { cwd: root })
    .filter((path) => [...readFileSync(join(root, path), "utf8").matchAll(acts)].length > 0)
    .map((path) => path.replaceAll("\\", "/"));
  expect(users).toEqual([door]);
});

test("that file passes each text through escapeCodicons", () => {
  const source = readFileSync(join(root, door), "utf8");
  const given = [...source.matchAll(/\b(?:title|prompt|message|label|description|detail): ([^,})]+)/g)]
    .map(([, value = ""]) => value.trim())
    .filter((value) => !/^(?:\d+|string|\(?message)/.test(value));
  expect(given.length).toBeGreaterThan(5);
  expect(given.filter((value) => !value.startsWith("escapeCodicons("))).toEqual([]);
  const first = [...source.matchAll(/\b(?:showInformationMessage|showErrorMessage|setStatusBarMessage)\((\w+)/g)];
  expect(first.map(([, word]) => word)).toEqual(["escapeCodicons", "escapeCodicons", "escapeCodicons"]);
});
