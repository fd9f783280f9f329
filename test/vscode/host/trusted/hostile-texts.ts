import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "mocha";
import * as vscode from "vscode";
import { hrefsIn, shapeOf, typesIn } from "../../../render/markdown-shape.ts";
import { closeAll, hovers, isSome, openDump, problems, set, show, until, untilHover } from "../documents.ts";
import { hyperConverged } from "../manifests.ts";

const folder = mkdtempSync(join(tmpdir(), "hco-status-hostile-"));

/** Texts with which an attacker tries to act through a condition. */
const texts: Readonly<Record<string, string>> = {
  Markdown: "# big **bold** _x_ `code` ~~gone~~\n\n- [ ] a\n\n> quote\n\n---\n\n| a | b |\n| - | - |\n| c | d |",
  Links:
    "[click](command:workbench.action.quit) [x](https://evil.example) <https://evil.example> https://evil.example www.evil.example mailto:a@evil.example",
  References: "[click][1]\n\n[1]: command:workbench.action.quit",
  Images: "![x](https://evil.example/x.png) ![y](command:workbench.action.quit)",
  HTML: '<img src=x onerror=alert(1)><a href="command:workbench.action.quit">x</a><script>alert(1)</script><!-- -->&lt;b&gt;',
  Icons: "$(alert) $(sync~spin) \\$(bug)",
  Fences: "```\nout\n```\n[x](command:a)\n~~~~\n````",
  Controls: "\u001b[31mred\u001b[0m \u202eevil\u202c \u0000 \u2028 zero\u200bwidth",
  Bracketed: "](command:workbench.action.quit) | pipe \\| \\",
  Long: `${"[x](command:a) ".repeat(2185)}`,
};

const conditions = Object.entries(texts).flatMap(([type, message]) => [
  { type, status: "False", reason: message.slice(0, 200), message, lastTransitionTime: "2026-11-21T10:00:00Z" },
]);
const standard = ["Available", "Degraded", "Progressing"].map((type) => ({
  type,
  status: type === "Available" ? "False" : "True",
  reason: texts["Links"],
  message: texts["HTML"],
  lastTransitionTime: "2026-11-21T10:00:00Z",
}));
const object = {
  apiVersion: "hco.kubevirt.io/v1beta1",
  kind: "HyperConverged",
  metadata: { name: "kubevirt-hyperconverged", namespace: "kubevirt-hyperconverged", labels: { x: texts["HTML"] } },
  spec: { infra: {} },
  status: { conditions: [...standard, ...conditions] },
};
const manifest = `${hyperConverged}status:\n  conditions:\n${[...standard, ...conditions]
  .map(({ type }) => `  - type: ${type}\n    status: "True"\n`)
  .join("")}`;

describe("what a cluster says is text, and never acts", () => {
  let document: vscode.TextDocument;

  before(async () => {
    writeFileSync(join(folder, "[x](command:a) $(alert).json"), JSON.stringify(object));
    await openDump(join(folder, "[x](command:a) $(alert).json"));
    document = await show(manifest);
    await untilHover(document, "HyperConverged", /is unavailable/);
  });

  after(async () => {
    await set("diagnostics.enabled", undefined);
    await vscode.commands.executeCommand("hcoStatus.closeMustGather");
    await closeAll();
    rmSync(folder, { recursive: true, force: true });
  });

  for (const word of [
    "HyperConverged",
    "apiVersion",
    "infra",
    ...[...standard, ...conditions].map(({ type }) => `type: ${type}`),
  ])
    it(`in the hover over ${word}`, async () => {
      const at = manifest.indexOf(word) + word.length - 1;
      const found = await hovers(document, at);
      assert.equal(found.length, 1);
      for (const one of found) assertQuiet(one);
    });

  it("in the list of problems", async () => {
    await set("diagnostics.enabled", true);
    for (const { message } of await until(() => problems(document), isSome)) {
      assert.doesNotMatch(message, /[\u0000-\u0008\u001b\u202e\u2028]/);
      assert.ok(message.length < 5_000, `${message.length}`);
    }
  });
});

/** As VS Code renders it: no link but to commands that it may run and are ours, no image, no HTML, no icon. */
function assertQuiet({ value, isTrusted, supportHtml, supportThemeIcons }: vscode.MarkdownString): void {
  const shape = shapeOf(value);
  const forbidden = typesIn(shape).filter((type) =>
    ["html", "image", "heading", "blockquote", "del", "hr"].includes(type),
  );
  assert.deepEqual(forbidden, [], value);
  const enabled = typeof isTrusted === "object" ? isTrusted.enabledCommands : [];
  assert.notEqual(isTrusted, true);
  for (const command of enabled) assert.match(command, /^hcoStatus\.\w+$/);
  for (const href of hrefsIn(shape)) assert.ok(enabled.includes(href.replace(/^command:|\?.*$/g, "")), href);
  assert.deepEqual([supportHtml ?? false, supportThemeIcons ?? false], [false, false]);
  assert.doesNotMatch(value, /[\u0000-\u0008\u001b\u202e\u2028]/);
  assert.ok(value.length < 20_000, `${value.length}`);
}
