import { execFileSync } from "node:child_process";
import { tmpdir } from "node:os";
import { describe, expect, test } from "vitest";
import { libraryProgram } from "./library-program.ts";

const index = new URL("../shared/index.ts", import.meta.url).href;

/** Runs a module under bare Node, with no loader and nothing on the path, and takes what it prints. */
function runBareNode(source: string, cwd: string): string {
  const args = ["--disable-warning=ExperimentalWarning", "--input-type=module", "--eval", source];
  return execFileSync(process.execPath, args, { cwd, encoding: "utf8" });
}

describe("shared/index.ts is a library", () => {
  test("under bare Node, by type stripping", () => {
    expect(runBareNode(libraryProgram(index), tmpdir())).toBe("unavailable kubevirt-hyperconverged/CDI\n");
  });

  test("what it exports", async () => {
    const library: object = await import("../shared/index.ts");
    expect(Object.keys(library).toSorted()).toEqual([
      "aggregate",
      "changesBetween",
      "conditionOf",
      "createWatchEvaluation",
      "equalConditions",
      "isReadyTrue",
      "isSameToSee",
      "pastOf",
      "printReport",
      "profiles",
      "remembered",
      "setConditions",
      "snapshotOf",
      "verdicts",
      "worst",
    ]);
  });
});
