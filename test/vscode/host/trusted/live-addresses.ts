import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "mocha";
import * as vscode from "vscode";
import { closeAll, openDump, until } from "../documents.ts";
import { hyperConverged, ref } from "../manifests.ts";
import { setTrap, type Trap, trapFile } from "../trap.ts";

const folder = mkdtempSync(join(tmpdir(), "hco-status-addresses-"));
const words = [ref.group, "", ref.kind, ref.namespace, ref.name];

describe("an address of ours that the extension has not made", () => {
  let trap: Trap;

  before(async () => {
    trap = await setTrap();
    writeFileSync(join(folder, "followed.yaml"), hyperConverged);
    await openDump(join(folder, "followed.yaml"));
  });

  after(async () => {
    await vscode.commands.executeCommand("hcoStatus.closeMustGather");
    await closeAll();
    trap.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  const trapped = JSON.stringify(["cluster", trapFile, "token"]);
  const file = vscode.Uri.file("/etc/passwd").toString();
  const queries: readonly unknown[] = [
    "",
    "x",
    null,
    7,
    {},
    [],
    ["x"],
    [trapped, words],
    [trapped, words, "live", file, words, 0],
    [trapped, words, "file", file, words, -1],
    [trapped, words, "file", "::", words, "x"],
    ["x".repeat(2 ** 20), words],
    [JSON.stringify(["files", "dump", "/dev/zero"]), words],
    [JSON.stringify(["files", "must-gather", "/etc"]), [...words, "more"]],
  ];
  for (const scheme of ["hco-status-live", "hco-status-compared"])
    for (const query of queries)
      it(`${scheme} with ${String(JSON.stringify(query)).slice(0, 60)} reaches nothing`, async () => {
        const uri = vscode.Uri.from({ scheme, path: "/title.yaml", query: JSON.stringify(query) });
        const text = await vscode.workspace.openTextDocument(uri).then(
          (document) => document.getText(),
          (error: unknown) => String(error),
        );
        assert.doesNotMatch(text, /root:|apiVersion/);
        assert.ok(text.length < 10_000, `${text.length}`);
        assert.deepEqual(trap.sprung(), []);
      });

  it("a document of ours that is open shows a change in place", async () => {
    await vscode.commands.executeCommand("hcoStatus.openLive", { ref });
    const document = await until(
      () => vscode.workspace.textDocuments.find(({ uri }) => uri.path.includes("followed.yaml")),
      (found) => found?.getText().includes("alignCPUs: true") === true,
    );
    const path = join(folder, "followed.yaml");
    writeFileSync(path, readFileSync(path, "utf8").replace("alignCPUs: true", "alignCPUs: false"));
    await vscode.commands.executeCommand("hcoStatus.refresh");
    await until(
      () => document?.getText(),
      (text) => text?.includes("alignCPUs: false") === true,
    );
    assert.equal(document?.isClosed, false);
  });
});
