import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { after, afterEach, before, describe, it } from "mocha";
import * as vscode from "vscode";
import { mustGatherOfPods } from "../../../hostile/tar-entries.ts";
import { closeAll, isSome, problems, set, show, until, untilHover } from "../documents.ts";
import { hyperConverged } from "../manifests.ts";

const folder = mkdtempSync(join(tmpdir(), "hco-status-many-"));

/** The most memory, in megabytes, by which a file may grow this process, which also holds the lines of VS Code. */
const mostMegabytes = 300;

describe("a file that becomes large only when it is read", () => {
  before(() => set("diagnostics.enabled", true));

  after(async () => {
    await set("diagnostics.enabled", undefined);
    await vscode.commands.executeCommand("hcoStatus.closeMustGather");
    rmSync(folder, { recursive: true, force: true });
  });

  afterEach(closeAll);

  const refused: readonly (readonly [what: string, text: string, excess: string])[] = [
    ["9 MB of document markers", `${hyperConverged}${"---\n".repeat(2_250_000)}`, "120000 documents"],
    ["9 MB of documents of one word", `${hyperConverged}${"---\nkind: A\n".repeat(750_000)}`, "120000 documents"],
    ["9 MB of objects of JSON", `{"apiVersion":"v1"}${"{}\n".repeat(3_000_000)}`, "120000 documents"],
  ];
  for (const [what, text, excess] of refused)
    it(`has one sentence in the list of problems: ${what}`, async () => {
      const grown = watchGrowth();
      const document = await show(text);
      const [first, ...others] = await until(() => problems(document), isSome);
      assert.deepEqual(others, []);
      assert.equal(
        first?.message,
        `HCO Status does not read this file: it has more than ${excess}; open only the relevant part`,
      );
      assert.ok(grown() < mostMegabytes, `${grown()} MB`);
    });

  it("leaves a must-gather unread", async () => {
    const file = join(folder, "must-gather.tar.gz");
    writeFileSync(file, gzipSync(mustGatherOfPods(200_000), { level: 1 }));
    const grown = watchGrowth();
    await vscode.commands.executeCommand("hcoStatus.openMustGather", file);
    const document = await show(hyperConverged);
    await untilHover(document, "HyperConverged", /cannot be read/);
    assert.ok(grown() < mostMegabytes, `${grown()} MB`);
  });
});

/** Returns a function for the megabytes by which this process has grown at most since then. Linux alone tells them. */
function watchGrowth(): () => number {
  if (process.platform !== "linux") return () => 0;
  // Forgets the largest size until now (proc(5), /proc/pid/clear_refs).
  writeFileSync("/proc/self/clear_refs", "5");
  const begin = largestMegabytes();
  return () => largestMegabytes() - begin;
}

function largestMegabytes(): number {
  return Number(/VmHWM:\s*(\d+)/.exec(readFileSync("/proc/self/status", "utf8"))?.[1]) / 1_000;
}
