import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { describeEditor } from "./describe-editor.ts";
import { startEditor } from "./editor.ts";
import { openContainer, welcome } from "./page.ts";
import { patience } from "./patience.ts";

describeEditor("an editor of the tests", ({ vsix }) => {
  const folder = mkdtempSync(join(tmpdir(), "hco-status-editor-test-"));
  afterAll(() => rmSync(folder, { recursive: true }));

  test("has the packaged extension, nothing of the person's, and leaves nothing", async () => {
    const editor = await startEditor({ folder, vsix, trusted: false, settings: { "editor.tabSize": 3 } });
    try {
      const page = await editor.open();
      await openContainer(page, "HCO Status");
      await expect.poll(() => welcome(page, "Operators"), patience).not.toEqual([]);
      const seen = await editor.ask(
        (vscode, name) => ({
          installed: vscode.extensions.getExtension("hco-status.hco-status")?.extensionPath,
          trusted: vscode.workspace.isTrusted,
          folder: vscode.workspace.workspaceFolders?.[0]?.uri.fsPath,
          tabSize: vscode.workspace.getConfiguration("editor").get("tabSize"),
          variable: process.env[name],
        }),
        "KUBECONFIG",
      );
      expect(seen).toEqual({
        installed: expect.stringContaining(join(editor.directory, "extensions")),
        trusted: false,
        folder,
        tabSize: 3,
        variable: expect.stringContaining(editor.directory),
      });
      await expect(editor.ask(() => Promise.reject(new Error("on purpose")))).rejects.toThrow("on purpose");
    } finally {
      await editor.stop();
    }
    expect(existsSync(editor.directory)).toBe(false);
    await expect(fetch(editor.address)).rejects.toThrow("fetch failed");
  });

  test("that cannot start says why", async () => {
    await expect(startEditor({ folder, args: ["--no-such-option=x", "--port", "nonsense"] })).rejects.toThrow(
      "VS Code's server ended before it listened",
    );
  });
});
