import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, afterEach, before, type Context, describe, it } from "mocha";
import * as vscode from "vscode";
import { closeAll, openDump, show, until, untilHover } from "../documents.ts";
import { type Instance, startInstance } from "../instance.ts";
import { configMap, hyperConverged } from "../manifests.ts";

const folder = mkdtempSync(join(tmpdir(), "hco-status-speed-"));

describe("on this thread", () => {
  let instance: Instance;
  /** The milliseconds that each of our listeners to edits took since the last call. */
  let listening: number[] = [];

  before(() => {
    instance = startInstance({
      "workspace.onDidChangeTextDocument": (listener: (event: unknown) => void, ...more: never[]) =>
        vscode.workspace.onDidChangeTextDocument(
          (event) => {
            listening.push(measureCpu(() => listener(event)));
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

  it("in a file of 500 documents a hover and a keystroke cost a fraction of reading the file", async function () {
    await vscode.commands.executeCommand("hcoStatus.openSample");
    const text = `${Array.from({ length: 500 }, (_, index) => configMap(`a-${index}`)).join("---\n")}---\n${hyperConverged}`;
    const document = await show(text);
    await untilHover(document, "HyperConverged", /is unavailable/);
    const provider = instance.firstCall("languages.registerHoverProvider").words[1] as vscode.HoverProvider;
    const ask = (): number => {
      const place = document.positionAt(document.getText().indexOf("HyperConverged") + 1);
      return measureCpu(() => assert.ok(provider.provideHover(document, place, never) !== undefined));
    };
    const hovers = Array.from({ length: 200 }, ask);
    const editor = await vscode.window.showTextDocument(document);
    const readings: number[] = [];
    for (let count = 0; count < 10; count += 1) {
      listening = [];
      const all = new vscode.Range(0, 0, document.lineCount, 0);
      await editor.edit((edit) => edit.replace(all, text.replaceAll("a-", `a-${count}-`)));
      readings.push(sum(listening) + ask());
    }
    await editor.edit((edit) => edit.replace(new vscode.Range(0, 0, document.lineCount, 0), text));
    const keystrokes: number[] = [];
    for (let count = 0; count < 60; count += 1) {
      listening = [];
      const middle = document.positionAt(text.indexOf("a-250") + 5);
      await editor.edit((edit) => edit.insert(middle, "x"));
      // The first hover reads what was typed. The second costs the hover alone.
      const first = ask() - ask();
      keystrokes.push(sum(listening) + Math.max(0, first));
    }
    const [hovered, typed, read] = [hovers, keystrokes, readings].map((each) => percentile(each, 0.5)) as [
      number,
      number,
      number,
    ];
    // Milliseconds are a row of the benchmark: a busy machine stretches even the time of a processor.
    const measured = `hover ${hovered} ms, keystroke ${typed} ms, whole file ${read} ms`;
    tell(this, measured);
    assert.ok(hovered * 3 <= read && typed * 3 <= read, measured);
  });

  it("a row with 5,000 related objects opens", async function () {
    const relatedObjects = Array.from({ length: 5_000 }, (_, index) => ({
      apiVersion: "v1",
      kind: "ConfigMap",
      name: `part-${index}`,
      namespace: "kubevirt-hyperconverged",
    }));
    const object = {
      apiVersion: "hco.kubevirt.io/v1",
      kind: "HyperConverged",
      spec: {},
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
    const findLabelled = (all: readonly unknown[], label: RegExp): unknown =>
      all.find((one) => label.test(String(provider.getTreeItem(one).label)));
    const row = await until(
      async () => {
        const root = (await provider.getChildren())[0];
        return root && findLabelled(provider.getChildren(root), /Related/);
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
    const first = measureCpu(() => walk(row, 1));
    tell(this, `${rows} rows, ${first} ms`);
    // Milliseconds are a row of the benchmark; this limit only catches work in the square of the rows.
    assert.ok(rows > 0 && first <= 2_000, `${rows} rows in ${first} ms`);
  });
});

const never: vscode.CancellationToken = new vscode.CancellationTokenSource().token;

/** Milliseconds of processor that this thread needs for it: others use this machine, too. */
function measureCpu(call: () => void): number {
  const before = process.threadCpuUsage();
  call();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

function sum(values: readonly number[]): number {
  return values.reduce((all, one) => all + one, 0);
}

/** The value that this share of all is not above. */
function percentile(all: readonly number[], part: number): number {
  const sorted = all.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

function tell({ test }: Context, words: string): void {
  if (test !== undefined) test.title += `: ${words}`;
}
