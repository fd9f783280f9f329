/**
 * VS Code's command line as far as `runTests` of @vscode/test-electron uses it, for machines that have no desktop: runs
 * a suite in the extension host of a real VS Code whose workbench is in a browser, and ends with 0 only where the run
 * counts.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { format, parseArgs } from "node:util";
import { type EditorOptions, startEditor, uri } from "./editor.ts";
import { objection, readResults } from "./results.ts";

/** Milliseconds for VS Code to start and for the first test to end; a suite that takes longer hangs. */
const startLimit = 300_000;
/** The same from one test to the next, and from the last to the end. */
const limit = Number(process.env["HCO_STATUS_HOST_LIMIT"] ?? startLimit);

const { values, positionals } = parseArgs({
  strict: false,
  allowPositionals: true,
  options: {
    extensionTestsPath: { type: "string" },
    extensionDevelopmentPath: { type: "string" },
    "user-data-dir": { type: "string" },
    "disable-workspace-trust": { type: "boolean" },
    locale: { type: "string" },
    // Ours: `runTests` always says --disable-workspace-trust.
    restricted: { type: "boolean" },
  },
});
const { extensionTestsPath: tests, extensionDevelopmentPath: extension } = values;
if (typeof tests !== "string" || typeof extension !== "string") {
  throw new Error("--extensionTestsPath=<file> and --extensionDevelopmentPath=<folder> are needed");
}

const made = mkdtempSync(join(tmpdir(), "hco-status-code-"));
try {
  // The caller may name the file of the results. The verdict needs one in any case.
  const file = process.env["HCO_STATUS_HOST_RESULTS"] ?? join(made, "results");
  const { exit, said } = await run({
    folder: positionals[0] ?? made,
    driver: true,
    ...(typeof values.locale === "string" && { locale: values.locale }),
    trusted: values["disable-workspace-trust"] === true && values.restricted !== true,
    settings: settings(values["user-data-dir"]),
    env: { ...process.env, HCO_STATUS_HOST_RESULTS: file },
    results: file,
  });
  const results = readResults(file);
  for (const { title, state, error } of results.tests)
    console.log(`${state} ${title.join(" > ")}${error ? `\n${error}` : ""}`);
  const why = objection(exit, results);
  if (why !== undefined) console.log([...said, why].join("\n"));
  process.exitCode = why === undefined ? 0 : 1;
} finally {
  rmSync(made, { recursive: true, force: true });
}

/** What the host ended with, or why it did not end, and what it and the workbench have called errors. */
async function run({
  results,
  ...options
}: EditorOptions & { readonly results: string }): Promise<{ exit: number | string; said: readonly string[] }> {
  const said: string[] = [];
  const editor = await startEditor(options);
  const ended = Promise.withResolvers<number | string>();
  let [count, since] = [0, performance.now()];
  const timer = setInterval(() => {
    const { length } = readResults(results).tests;
    if (length !== count) [count, since] = [length, performance.now()];
    const most = count === 0 ? startLimit : limit;
    if (performance.now() - since > most) ended.resolve(`nothing in ${most / 1000} s`);
  }, 500);
  try {
    await editor.open({
      payload: [
        ["extensionDevelopmentPath", uri(`${extension}`)],
        ["extensionTestsPath", uri(`${tests}`)],
      ],
      before: async (page) => {
        page.on("crash", () => ended.resolve("the page crashed"));
        await page.exposeFunction("codeAutomationExit", ended.resolve);
        await page.exposeFunction("codeAutomationLog", (level: string, words: readonly unknown[]) => {
          if (level === "error") said.push(format(...words));
        });
      },
    });
    return { exit: await ended.promise, said };
  } finally {
    clearInterval(timer);
    await editor.stop();
  }
}

/** The settings of the person in that folder, where `runTests` was given one. */
function settings(folder: string | boolean | undefined): Record<string, unknown> {
  try {
    return JSON.parse(readFileSync(join(`${folder}`, "User", "settings.json"), "utf8"));
  } catch {
    return {};
  }
}
