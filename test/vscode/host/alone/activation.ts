import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { compileFunction } from "node:vm";
import { describe, it } from "mocha";
import type * as vscode from "vscode";
import { pause } from "../documents.ts";
import { bundles, startInstance } from "../instance.ts";
import { moreThan, requests, resources } from "../outside.ts";

const entry = join(bundles, "extension.cjs");
const require = createRequire(entry);

describe("activation", () => {
  it("registers and returns, within 20 ms", function () {
    const all = Array.from({ length: 15 }, (_, index) => activateInstance(index));
    const middle = all.toSorted((a, b) => a - b)[7] ?? Number.NaN;
    if (this.test) this.test.title += ` (${middle.toFixed(1)} ms, at first ${all[0]?.toFixed(1)} ms)`;
    assert.ok(middle <= 20, `${all}`);
  });

  it("asks for nothing and starts nothing while no surface shows a cluster", async () => {
    const before = { requests: requests(), resources: resources() };
    const instance = startInstance();
    try {
      const loaded = Object.keys(require.cache).length;
      await pause(1_500);
      assert.equal(instance.timers(), 0);
      assert.equal(requests(), before.requests);
      assert.deepEqual(moreThan(before.resources), []);
      assert.equal(Object.keys(require.cache).length, loaded);
      assert.deepEqual(
        instance.calls.filter(({ name }) => /show|createFileSystemWatcher|createOutputChannel/.test(name)),
        [],
      );
    } finally {
      instance.dispose();
    }
    assert.deepEqual(instance.held(), []);
  });
});

/** Milliseconds of processor from reading the bundle until `activate` has returned; each time another source is compiled. */
function activateInstance(index: number): number {
  const module = { exports: {} as { activate(context: unknown): unknown } };
  const subscriptions: vscode.Disposable[] = [];
  const workspaceState = { get: () => undefined, update: async () => {} };
  const before = process.threadCpuUsage();
  const source = `${readFileSync(entry, "utf8")}//${index}`;
  compileFunction(source, ["module", "exports", "require"], { filename: entry })(module, module.exports, require);
  const returned = module.exports.activate({ subscriptions, workspaceState });
  const { user, system } = process.threadCpuUsage(before);
  assert.equal(returned, undefined);
  for (const one of subscriptions) one.dispose();
  return (user + system) / 1000;
}
