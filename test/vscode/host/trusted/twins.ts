import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, afterEach, before, describe, it } from "mocha";
import * as vscode from "vscode";
import { closeAll, hover, inlays, isSome, lenses, openDump, problems, set, show, until } from "../documents.ts";
import { hyperConverged } from "../manifests.ts";

const folder = mkdtempSync(join(tmpdir(), "hco-status-twins-"));
const twins = `${hyperConverged}---\n${hyperConverged.replace("alignCPUs: true", "alignCPUs: false")}`;

describe("of two documents about the same object", () => {
  before(async () => {
    writeFileSync(join(folder, "live.yaml"), hyperConverged);
    await openDump(join(folder, "live.yaml"));
    await set("codeLens.enabled", true);
  });

  after(async () => {
    await set("codeLens.enabled", undefined);
    await vscode.commands.executeCommand("hcoStatus.closeMustGather");
    rmSync(folder, { recursive: true, force: true });
  });

  afterEach(closeAll);

  it("the lens of each compares the one it stands over", async () => {
    const document = await show(twins);
    await until(() => lenses(document), isSome);
    const found = await vscode.commands.executeCommand<vscode.CodeLens[]>(
      "vscode.executeCodeLensProvider",
      document.uri,
      100,
    );
    const compare = found.flatMap(({ command }) => (command?.command === "hcoStatus.diffWithLive" ? [command] : []));
    assert.deepEqual(
      compare.map(({ arguments: words = [] }) => words.slice(1)),
      [
        [document.uri.toString(), 0],
        [document.uri.toString(), document.getText().lastIndexOf("apiVersion")],
      ],
    );
    await vscode.commands.executeCommand("hcoStatus.diffWithLive", ...(compare[1]?.arguments ?? []));
    await until(
      () => vscode.workspace.textDocuments.filter(({ uri }) => uri.scheme === "hco-status-compared"),
      (open) =>
        open.some((one) => !one.getText().includes("alignCPUs: false") && one.getText().includes("alignCPUs: true")),
    );
  });
});

describe("a document that is not edited", () => {
  const old = vscode.Uri.from({ scheme: "remembered", path: "/hco.yaml" });
  let provider: vscode.Disposable;

  before(async () => {
    provider = vscode.workspace.registerTextDocumentContentProvider("remembered", {
      provideTextDocumentContent: () => hyperConverged,
    });
    await vscode.commands.executeCommand("hcoStatus.openSample");
    for (const name of ["codeLens", "diagnostics", "endOfLine"]) await set(`${name}.enabled`, true);
  });

  after(async () => {
    for (const name of ["codeLens", "diagnostics", "endOfLine"]) await set(`${name}.enabled`, undefined);
    await vscode.commands.executeCommand("hcoStatus.closeMustGather");
    await closeAll();
    provider.dispose();
  });

  it("has nothing of the cluster beside it", async () => {
    const own = await show(hyperConverged);
    await until(() => inlays(own), isSome);
    const document = await vscode.workspace.openTextDocument(old);
    await vscode.languages.setTextDocumentLanguage(document, "yaml");
    await vscode.window.showTextDocument(document);
    const seen = [
      ...[await inlays(document), await lenses(document), await hover(document, "HyperConverged")],
      problems(document),
    ];
    assert.deepEqual(seen, [[], [], "", []]);
  });
});
