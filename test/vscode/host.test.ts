import { describe, expect, test } from "vitest";
import { desktopEditor, type HostRun, runHost, wrapper } from "./host-run.ts";
import { installedEditor } from "./installed.ts";

/** Every suite that runs in the extension host. */
const runs: readonly HostRun[] = [{ suite: "trusted" }, { suite: "restricted", restricted: true }];

const ours = installedEditor() !== undefined || Boolean(process.env["CI"]);
const executable = ours ? wrapper : await desktopEditor().catch(String);

for (const run of runs) {
  if (executable.startsWith("Error")) skip(run, `no VS Code can be had here: ${executable}`);
  else if (run.restricted && !ours) skip(run, "`runTests` always trusts on a desktop");
  else await show(run);
}

function skip({ suite }: HostRun, why: string): void {
  describe(suite, () => test.skip(why));
}

/** Runs the suite now, while vitest collects, because each of its tests is to be one of vitest's. */
async function show(run: HostRun): Promise<void> {
  const { tests, objection, output } = await runHost(executable, run);
  describe(`in the extension host, ${run.suite}`, () => {
    for (const { title, state, error } of tests) {
      test.skipIf(state === "pending")(title.join(" > "), () => {
        if (state === "failed") throw new Error(error);
      });
    }
    test("the suite ran to its end, and all of it passed", () => {
      expect(objection, output).toBeUndefined();
    });
  });
}
