import assert from "node:assert/strict";
import { describe, it } from "mocha";
import * as vscode from "vscode";

describe("the extension", () => {
  it("is found under its name and activates", async () => {
    const extension = vscode.extensions.getExtension("hco-status.hco-status");
    await extension?.activate();
    assert.equal(extension?.isActive, true);
  });

  it("has registered every command that it contributes", async () => {
    const extension = vscode.extensions.getExtension("hco-status.hco-status");
    await extension?.activate();
    const contributed: { command: string }[] = extension?.packageJSON.contributes.commands;
    const registered = await vscode.commands.getCommands(true);
    assert.deepEqual(
      contributed.map(({ command }) => command).filter((command) => !registered.includes(command)),
      [],
    );
  });
});
