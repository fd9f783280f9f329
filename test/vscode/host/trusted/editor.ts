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
