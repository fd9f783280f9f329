import assert from "node:assert/strict";
import { describe, it } from "mocha";
import * as vscode from "vscode";

describe("a restricted folder", () => {
  it("is not trusted", () => {
    assert.equal(vscode.workspace.isTrusted, false);
  });

  it("has the extension, which takes restricted folders", async () => {
    const extension = vscode.extensions.getExtension("hco-status.hco-status");
    await extension?.activate();
    assert.equal(extension?.isActive, true);
  });
});
