import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "mocha";
import * as vscode from "vscode";
import { closeAll, inlays, isSome, openDump, pause, show, until, untilHover } from "../documents.ts";
import { hyperConverged } from "../manifests.ts";
import { setTrap, type Trap, trapFile } from "../trap.ts";

const folder = mkdtempSync(join(tmpdir(), "hco-status-restricted-"));

describe("in a restricted folder", () => {
  let trap: Trap;
  const [workspace] = vscode.workspace.workspaceFolders ?? [];
  const settings = join(`${workspace?.uri.fsPath}`, ".vscode");

  before(async () => {
    // The person's own kubeconfig leads there, too.
    trap = await setTrap(process.env["KUBECONFIG"]);
    mkdirSync(settings);
    writeFileSync(
      join(settings, "settings.json"),
      JSON.stringify({
        "hcoStatus.kubeconfig": trapFile,
        "hcoStatus.context": "trap",
        "hcoStatus.namespaces": ["x"],
        "hcoStatus.credentialPlugins": "always",
        "hcoStatus.autoConnect": true,
        "hcoStatus.codeLens.enabled": true,
      }),
    );
    // What a folder may say of what is seen shows that its settings have been read.
    await until(
      () => vscode.workspace.getConfiguration("hcoStatus").get("codeLens.enabled"),
      (value) => value === true,
    );
  });

  after(async () => {
    await closeAll();
    trap.remove();
    rmSync(settings, { recursive: true, force: true });
    rmSync(folder, { recursive: true, force: true });
  });

  it("the folder's settings choose no cluster and no program", () => {
    const { get } = vscode.workspace.getConfiguration("hcoStatus", workspace?.uri);
    assert.deepEqual(
      [get("kubeconfig"), get("context"), get("namespaces"), get("credentialPlugins")],
      ["", "", [], "onRequest"],
    );
  });

  it("a manifest is read, and says why it is tied to nothing", async () => {
    const document = await show(hyperConverged);
    await untilHover(document, "HyperConverged", /until the workspace is trusted/);
  });

  it("nothing is asked and no program is run, whatever a person does", async () => {
    await vscode.commands.executeCommand("hcoStatus.roots.focus");
    for (const name of [
      "connect",
      "refresh",
      "copyCommand",
      "copyReport",
      "openLive",
      "showTimeline",
      "waitUntilHealthy",
    ])
      void vscode.commands.executeCommand(`hcoStatus.${name}`);
    await vscode.commands.executeCommand("hcoStatus.pickContext", "trap");
    await vscode.commands.executeCommand("hcoStatus.connect");
    await vscode.commands.executeCommand("hcoStatus.pickContext", "token");
    await vscode.commands.executeCommand("hcoStatus.connect");
    await pause(1_500);
    assert.deepEqual(trap.sprung(), []);
  });

  it("a dump can be opened, and what is in it stands beside the manifest", async () => {
    writeFileSync(
      join(folder, "dump.yaml"),
      `${hyperConverged}status:\n  conditions:\n  - {type: Available, status: "False", reason: Broken, message: no}\n`,
    );
    await openDump(join(folder, "dump.yaml"));
    const document = await show(hyperConverged);
    await untilHover(document, "HyperConverged", /is unavailable/);
    await until(() => inlays(document), isSome);
    await vscode.commands.executeCommand("hcoStatus.closeMustGather");
    await untilHover(document, "HyperConverged", /until the workspace is trusted/);
    assert.deepEqual(trap.sprung(), []);
  });
});
