import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "mocha";
import * as vscode from "vscode";
import { isSome, pause, until } from "../documents.ts";
import { ref } from "../manifests.ts";

const folder = mkdtempSync(join(tmpdir(), "hco-status-live-"));

const object = `apiVersion: hco.kubevirt.io/v1beta1
kind: HyperConverged
metadata:
  name: kubevirt-hyperconverged
  namespace: kubevirt-hyperconverged
  generation: 1
spec:
  certConfig:
    ca:
      duration: 48h0m0s
  infra: {}
  logVerbosityConfig:
    kubevirt: {virtAPI: 3, virtOperator: 2}
status:
  observedGeneration: 1
  conditions:
  - {type: Available, status: "True", reason: ReconcileCompleted, lastTransitionTime: "2026-11-21T10:00:00Z"}
  - {type: Degraded, status: "False", reason: ReconcileCompleted, lastTransitionTime: "2026-11-21T10:00:00Z"}
`;

const manifest = `# mine
---
apiVersion: hco.kubevirt.io/v1beta1
kind: HyperConverged
metadata:
  name: kubevirt-hyperconverged
  namespace: kubevirt-hyperconverged
spec:
  logVerbosityConfig:
    kubevirt:
      virtAPI: 5
  certConfig:
    ca:
      duration: 48h
`;

/** What `look` brings as soon as it brings something. */
async function waitForValue<T>(look: () => T | undefined, what: string): Promise<T> {
  const found = await until(look, (seen) => seen !== undefined);
  assert.ok(found !== undefined, `never seen: ${what}`);
  return found;
}

function textOf(scheme: string, part: RegExp): string | undefined {
  const texts = vscode.workspace.textDocuments.filter(({ uri }) => uri.scheme === scheme).map((one) => one.getText());
  return texts.find((text) => part.test(text));
}

function tabs(label: RegExp): readonly vscode.Tab[] {
  return vscode.window.tabGroups.all.flatMap((group) => group.tabs).filter((tab) => label.test(tab.label));
}

describe("the live object of a row or a manifest", () => {
  before(async () => {
    writeFileSync(join(folder, "dump.yaml"), object);
    await vscode.commands.executeCommand("hcoStatus.openMustGather", join(folder, "dump.yaml"), "dump");
    await vscode.commands.executeCommand("hcoStatus.roots.focus");
  });

  after(async () => {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    rmSync(folder, { recursive: true, force: true });
  });

  it("is YAML to read, with its keys as kubectl prints them, in one tab however often it is opened", async () => {
    await vscode.commands.executeCommand("hcoStatus.openLive", { ref });
    const text = await waitForValue(
      () => textOf("hco-status-live", /in dump\.yaml(.|\n)*^status:/m),
      "the live object",
    );
    assert.match(
      text,
      /^# HyperConverged kubevirt-hyperconverged\/kubevirt-hyperconverged in dump\.yaml: as collected\n/,
    );
    assert.match(text, /^spec:\n {2}certConfig:\n {4}ca:\n {6}duration: 48h0m0s\n {2}infra: \{\}\n/m);
    await vscode.commands.executeCommand("hcoStatus.openLive", { ref: { ...ref, version: "v1", uid: "2" } });
    const [tab, ...more] = tabs(/\(collected, /);
    assert.equal(more.length, 0);
    assert.equal(tab?.label, "kubevirt-hyperconverged (collected, dump.yaml).yaml");
    assert.equal(vscode.window.activeTextEditor?.document.languageId, "yaml");
  });

  it("says that there is none", async () => {
    await vscode.commands.executeCommand("hcoStatus.openLive", { ref: { ...ref, name: "other" } });
    const text = await waitForValue(() => textOf("hco-status-live", /no such object|not in these files/), "an answer");
    assert.equal(text.split("\n").length, 2);
  });

  it("is compared with the manifest, as far as they can differ, and follows what is typed", async () => {
    const document = await vscode.workspace.openTextDocument({ language: "yaml", content: manifest });
    await vscode.window.showTextDocument(document);
    await waitForValue(() => textOf("untitled", /mine/), "the manifest");
    const offset = manifest.indexOf("kind:");
    await vscode.commands.executeCommand("hcoStatus.diffWithLive", ref, document.uri.toString(), offset);
    const live = await waitForValue(() => textOf("hco-status-compared", /virtAPI: 3/), "the live side");
    // Comments, order and what the API server writes in another form stand as in the file.
    assert.equal(live, manifest.replace("virtAPI: 5", "virtAPI: 3"));
    const [tab] = tabs(/: collected in dump\.yaml ↔ file/);
    assert.ok(tab?.input instanceof vscode.TabInputTextDiff, tab?.label);
    assert.equal(tab.input.modified.toString(), document.uri.toString());
    const edit = new vscode.WorkspaceEdit();
    edit.insert(document.uri, new vscode.Position(0, 0), "# typed\n");
    await vscode.workspace.applyEdit(edit);
    await waitForValue(() => textOf("hco-status-compared", /^# typed\n/), "what was typed");
  });

  it("can be copied as a command and as a report", async () => {
    await vscode.commands.executeCommand("hcoStatus.copyCommand", { ref });
    const command = await vscode.env.clipboard.readText();
    assert.ok(command.startsWith("kubectl hco-status --filename "), command);
    assert.ok(command.endsWith("dump.yaml -n kubevirt-hyperconverged hyperconverged/kubevirt-hyperconverged"), command);
    const copyReport = async (): Promise<string> => {
      await vscode.commands.executeCommand("hcoStatus.copyReport");
      return vscode.env.clipboard.readText();
    };
    const report = await until(copyReport, (text) => text.startsWith("###"));
    assert.match(report, /^### .*HyperConverged kubevirt-hyperconverged/);
  });

  it("has a timeline, one panel of it", async () => {
    await vscode.commands.executeCommand("hcoStatus.showTimeline", { ref });
    await vscode.commands.executeCommand("hcoStatus.showTimeline", { ref });
    const [tab, ...more] = await until(() => tabs(/timeline/), isSome);
    assert.equal(more.length, 0);
    assert.equal(tab?.label, "kubevirt-hyperconverged on dump.yaml: timeline");
  });

  it("is shown where it is shown already, whatever cluster a link names", async () => {
    const place = { kind: "cluster", kubeconfig: join(folder, "none"), namespaces: [] };
    await vscode.commands.executeCommand("hcoStatus.openLive", { ref, place });
    assert.equal(tabs(/\(collected, /).length, tabs(/\(collected, dump\.yaml\)/).length);
  });

  const names = ["openLive", "diffWithLive", "copyCommand", "copyLogsCommand", "waitUntilHealthy", "showTimeline"];
  for (const word of [7, "x", [], {}, { ref: {} }, { ref: { group: 1, kind: [], name: {} } }, { ref: null }])
    it(`is nothing for ${JSON.stringify(word)}`, async () => {
      const before = [tabs(/./).length, await vscode.env.clipboard.readText()];
      // Each of them says so in a message that waits to be read.
      for (const name of names) void vscode.commands.executeCommand(`hcoStatus.${name}`, word, word, word);
      await pause(300);
      assert.deepEqual([tabs(/./).length, await vscode.env.clipboard.readText()], before);
    });
});
