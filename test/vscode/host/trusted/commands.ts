import assert from "node:assert/strict";
import childProcess from "node:child_process";
import { join } from "node:path";
import { after, before, describe, it } from "mocha";
import * as vscode from "vscode";
import { closeAll, pause, show } from "../documents.ts";
import { hyperConverged, ref } from "../manifests.ts";
import { setTrap, type Trap, trapFile } from "../trap.ts";

const bundles = join("dist", "extension");
const contributed: readonly { readonly command: string }[] =
  vscode.extensions.getExtension("hco-status.hco-status")?.packageJSON.contributes.commands;

describe("every command", () => {
  let trap: Trap;
  const started: string[] = [];
  const { spawn, execFile } = childProcess;
  const bugs: unknown[] = [];
  // VS Code itself looks for open ports in this way.
  const noteProgram = (program: unknown): void => {
    if (new Error().stack?.includes(bundles)) started.push(String(program));
  };
  const noteBug = (bug: unknown): void => {
    bugs.push(bug);
  };

  before(async () => {
    trap = await setTrap();
    Object.assign(childProcess, {
      spawn: (...words: Parameters<typeof spawn>) => {
        noteProgram(words[0]);
        return spawn(...words);
      },
      execFile: (...words: Parameters<typeof execFile>) => {
        noteProgram(words[0]);
        return execFile(...words);
      },
    });
    process.on("unhandledRejection", noteBug);
    await vscode.commands.executeCommand("hcoStatus.openSample");
    await show(hyperConverged);
  });

  after(async () => {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    process.off("unhandledRejection", noteBug);
    Object.assign(childProcess, { spawn, execFile });
    trap.remove();
    await vscode.commands.executeCommand("workbench.action.closeQuickOpen");
    await vscode.commands.executeCommand("hcoStatus.closeMustGather");
    await vscode.commands.executeCommand("hcoStatus.showAll");
    await closeAll();
  });

  const place = { kind: "cluster", kubeconfig: trapFile, context: "trap", namespaces: [] };
  const huge = "x".repeat(2 ** 20);
  const circle: Record<string, unknown> = { ...ref, place: { kind: "cluster" } };
  circle["place"] = circle;
  const rows: readonly (readonly [what: string, words: readonly unknown[]])[] = [
    ["nothing", []],
    ["what a row of the tree holds", [{ id: "x", row: {}, place, ref, logs: { pod: "a", container: "b" } }]],
    ["the names of an object", [ref]],
    ["a link with a kubeconfig of its own", [{ ref, place }, "file:///a.yaml", 0]],
    ["a place with a kubeconfig of its own", [place]],
    ["numbers", [10n, Number.NaN, -1]],
    ["texts that are no names", ["../../etc/passwd", "\u001b[2J", "%00"]],
    ["a list of lists", [[[[]]], true, null]],
    ["a prototype", [JSON.parse('{"__proto__": {"ref": {"group": "a", "kind": "b", "name": "c"}}}')]],
    ["an object with parts of wrong kinds", [{ ref: { group: 1, kind: {}, name: [] }, place: { kind: 7 } }]],
    ["a place that is half one", [{ ref, place: { kind: "cluster", namespaces: [{}, null, 3] } }]],
    ["files that are none", [{ ref, place: { kind: "files", path: "/dev/zero" } }]],
    ["a text of 1 MB", [huge, huge, huge]],
    ["an object with names of 1 MB", [{ ...ref, name: huge, kind: huge }]],
    ["an object that holds itself", [circle]],
    ["a document that is none", [ref, "::not a uri::", 1e9]],
  ];

  for (const [what, words] of rows)
    it(`takes ${what}`, async () => {
      const failures: string[] = [];
      for (const { command } of contributed) {
        // Messages and lists wait for an answer, so the test does not await them. The next list replaces the last one.
        const running = vscode.commands.executeCommand(command, ...words);
        running.then(undefined, (error: unknown) => failures.push(`${command}: ${String(error).slice(0, 300)}`));
      }
      await vscode.commands.executeCommand("hcoStatus.openSample");
      await pause(150);
      await vscode.commands.executeCommand("workbench.action.closeQuickOpen");
      assert.deepEqual(failures, []);
      assert.deepEqual(bugs.splice(0).map(String), []);
      assert.deepEqual([trap.sprung(), started], [[], []]);
    });
});
