import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, afterEach, before, type Context, describe, it } from "mocha";
import * as vscode from "vscode";
import { closeAll, hover, openDump, show, until } from "../documents.ts";
import { type Instance, startInstance } from "../instance.ts";
import { configMap, hyperConverged } from "../manifests.ts";

const folder = mkdtempSync(join(tmpdir(), "hco-status-speed-"));

describe("on this thread", () => {
  let instance: Instance;
  /** Milliseconds that our listeners to edits took, one by one, since somebody looked. */
  let listening: number[] = [];

  before(() => {
    instance = startInstance({
      "workspace.onDidChangeTextDocument": (listener: (event: unknown) => void, ...more: never[]) =>
        vscode.workspace.onDidChangeTextDocument(
          (event) => {
            listening.push(timed(() => listener(event)));
          },
          ...more,
        ),
    });
  });

  after(() => {
    instance.dispose();
    rmSync(folder, { recursive: true, force: true });
  });

  afterEach(closeAll);

  it("a hover in a file of 500 documents costs at most 5 ms (95 of 100), and a keystroke at most 2 ms (median)", async function () {
    await vscode.commands.executeCommand("hcoStatus.openSample");
    const text = `${Array.from({ length: 500 }, (_, index) => configMap(`a-${index}`)).join("---\n")}---\n${hyperConverged}`;
    const document = await show(text);
    await until(
      () => hover(document, "HyperConverged"),
      (seen) => seen.includes("is unavailable"),
    );
    const provider = instance.calls.findLast(({ name }) => name === "languages.registerHoverProvider")
      ?.words[1] as vscode.HoverProvider;
    const ask = (): number => {
      const place = document.positionAt(document.getText().indexOf("HyperConverged") + 1);
      return timed(() => assert.ok(provider.provideHover(document, place, never) !== undefined));
    };
    const hovers = Array.from({ length: 200 }, ask);
    const keystrokes: number[] = [];
    const editor = await vscode.window.showTextDocument(document);
    for (let count = 0; count < 60; count += 1) {
      listening = [];
      const middle = document.positionAt(text.indexOf("a-250") + 5);
      await editor.edit((edit) => edit.insert(middle, "x"));
      // Whoever asks first reads what was typed; the second time it is the hover alone.
      const first = ask() - ask();
      keystrokes.push(listening.reduce((all, one) => all + one, Math.max(0, first)));
    }
    tell(this, `hover ${share(hovers, 0.95)} ms, keystroke ${share(keystrokes, 0.5)} ms`);
    assert.ok(share(hovers, 0.95) <= 5, `${share(hovers, 0.95)}`);
    assert.ok(share(keystrokes, 0.5) <= 2, `${share(keystrokes, 0.5)}`);
  });

  it("a row with 5,000 related objects is opened within 100 ms", async function () {
    const relatedObjects = Array.from({ length: 5_000 }, (_, index) => ({
      ...{ apiVersion: "v1", kind: "ConfigMap", name: `part-${index}`, namespace: "kubevirt-hyperconverged" },
    }));
    const object = {
      ...{ apiVersion: "hco.kubevirt.io/v1", kind: "HyperConverged", spec: {} },
      metadata: { name: "kubevirt-hyperconverged", namespace: "kubevirt-hyperconverged" },
      status: { relatedObjects, conditions: [] },
    };
    writeFileSync(join(folder, "large.json"), JSON.stringify(object));
    await vscode.commands.executeCommand("hcoStatus.roots.focus");
    await openDump(join(folder, "large.json"));
    const options = instance.calls.findLast(({ name }) => name === "window.createTreeView")
      ?.words[1] as vscode.TreeViewOptions<unknown>;
    const provider = options.treeDataProvider as unknown as {
      getChildren(): Promise<unknown[]>;
      getChildren(element: unknown): unknown[];
      getTreeItem(element: unknown): vscode.TreeItem;
    };
    const labelled = (all: readonly unknown[], label: RegExp): unknown =>
      all.find((one) => label.test(String(provider.getTreeItem(one).label)));
    const row = await until(
      async () => {
        const root = labelled(await provider.getChildren(), /kubevirt-hyperconverged/);
        return root && labelled(provider.getChildren(root), /Related/);
      },
      (found) => found !== undefined,
    );
    let rows = 0;
    const walk = (above: unknown, depth: number): void => {
      for (const one of provider.getChildren(above)) {
        rows += 1;
        provider.getTreeItem(one);
        if (depth > 0) walk(one, depth - 1);
      }
    };
    const first = timed(() => walk(row, 1));
    tell(this, `${rows} rows, ${first} ms`);
    assert.ok(rows > 0 && first <= 100, `${rows} rows in ${first} ms`);
  });
});

const never: vscode.CancellationToken = new vscode.CancellationTokenSource().token;

/** Milliseconds of processor that this thread needs for it: others use this machine, too. */
function timed(call: () => void): number {
  const before = process.threadCpuUsage();
  call();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

/** The value that this share of all is not above. */
function share(all: readonly number[], part: number): number {
  const sorted = all.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

function tell({ test }: Context, words: string): void {
  if (test !== undefined) test.title += `: ${words}`;
}
