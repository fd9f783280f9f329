import assert from "node:assert/strict";
import { describe, it } from "mocha";
import * as vscode from "vscode";

describe("a trusted folder", () => {
  it("is open in a real VS Code that takes the extension", () => {
    assert.match(vscode.version, /^1\.1[2-9]\d\./);
    assert.equal(vscode.workspace.workspaceFolders?.length, 1);
  });

  it("is trusted", () => {
    assert.equal(vscode.workspace.isTrusted, true);
  });
});

describe("the extension", () => {
  it("is found under its name, activates, and has registered every command that it contributes", async () => {
    const extension = vscode.extensions.getExtension("hco-status.hco-status");
    await extension?.activate();
    assert.equal(extension?.isActive, true);
    const contributed: { command: string }[] = extension?.packageJSON.contributes.commands;
    const registered = await vscode.commands.getCommands(true);
    assert.deepEqual(
      contributed.map(({ command }) => command).filter((command) => !registered.includes(command)),
      [],
    );
  });
});
