import { describe, expect, test } from "vitest";
import { isBuildMachine } from "../environment.ts";
import { desktopEditor, type HostRun, runHost, wrapper } from "./host-run.ts";
import { installedEditor } from "./installed.ts";

/**
 * A `describe` for a suite that runs in the extension host: it runs now, while vitest collects, because each of its
 * tests is to be one of vitest's. Each suite stands in a file of its own, so that suites run beside each other.
 * @param lacks what the suite needs beside a VS Code and is not there
 */
export async function describeHost(run: HostRun, lacks?: string): Promise<void> {
  const ours = installedEditor() !== undefined || isBuildMachine;
  const executable = ours ? wrapper : await desktopEditor().catch(String);
  if (executable.startsWith("Error")) skip(run, `no VS Code can be had here: ${executable}`);
  else if ((run.restricted || run.locale !== undefined) && !ours)
    skip(run, "on a desktop `runTests` always trusts, and speaks English");
  else if (lacks !== undefined) skip(run, `needs ${lacks}`);
  else await show(executable, run);
}

function skip({ suite }: HostRun, why: string): void {
  describe(suite, () => test.skip(why));
}

async function show(executable: string, run: HostRun): Promise<void> {
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
