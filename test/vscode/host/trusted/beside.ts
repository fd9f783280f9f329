import assert from "node:assert/strict";
import { after, afterEach, before, describe, it } from "mocha";
import * as vscode from "vscode";
import { closeAll, hover, inlays, isSome, lenses, problems, set, show, until, untilHover } from "../documents.ts";
import { configMap, hyperConverged } from "../manifests.ts";

const json = JSON.stringify({
  apiVersion: "hco.kubevirt.io/v1",
  kind: "HyperConverged",
  metadata: { name: "kubevirt-hyperconverged", namespace: "kubevirt-hyperconverged" },
});
const indented = hyperConverged.replace(/^(?=.)/gm, "    ");
const helm = `{{- if .Values.enabled }}\n${hyperConverged}{{- end }}\n`;
const list = `apiVersion: v1\nkind: List\nitems:\n  -\n${indented}`;
const several = `${configMap("a")}---\n# Source: chart/templates/hco.yaml\n${hyperConverged}---\n${configMap("b")}`;

describe("beside a manifest", () => {
  before(async () => {
    await vscode.commands.executeCommand("hcoStatus.openSample");
  });

  after(async () => {
    await vscode.commands.executeCommand("hcoStatus.closeMustGather");
  });

  afterEach(closeAll);

  const written: readonly (readonly [what: string, language: string, text: string])[] = [
    ["YAML", "yaml", hyperConverged],
    ["JSON", "json", json],
    ["JSON with comments", "jsonc", `// mine\n${json}`],
    ["a List", "yaml", list],
    ["the output of Helm, of several documents", "yaml", several],
    ["Windows line ends", "yaml", hyperConverged.replaceAll("\n", "\r\n")],
    ["what is half typed", "yaml", `${hyperConverged}  x: [1, {\n`],
  ];
  for (const [what, language, text] of written)
    it(`in ${what} stands how the object is`, async () => {
      const document = await show(text, language);
      const [hint] = await until(() => inlays(document), isSome);
      assert.equal(hint, "✗ unavailable: CDI +1 · sample.tar.zst");
      assert.match(await hover(document, "HyperConverged"), /^\*\*HyperConverged kubevirt-hyperconverged is /);
    });

  it("a Helm template is one, and is tied to nothing", async () => {
    // Who writes charts has an extension for them, which brings the language.
    const document = await show(helm, (await vscode.languages.getLanguages()).includes("helm") ? "helm" : "yaml");
    await untilHover(document, "HyperConverged", /template/);
    assert.deepEqual(await inlays(document), []);
  });

  it("nothing stands in what is no manifest, or in another language", async () => {
    const plain = await show(hyperConverged, "plaintext");
    const other = await show("services:\n  web:\n    image: x\n");
    assert.deepEqual([await inlays(plain), await hover(plain, "HyperConverged"), await inlays(other)], [[], "", []]);
  });

  it("follows what is typed and not saved", async () => {
    const document = await show(hyperConverged);
    await until(() => hover(document, "HyperConverged"), isSome);
    await replace(document, "name: kubevirt-hyperconverged", "name: other");
    await untilHover(document, "HyperConverged", /HyperConverged other/);
    await until(
      () => inlays(document),
      ([hint = ""]) => /not on the cluster|not in these files|not read/.test(hint),
    );
    await replace(document, "name: other", "name: kubevirt-hyperconverged");
    await until(
      () => inlays(document),
      ([hint = ""]) => hint.startsWith("✗ unavailable"),
    );
  });

  it("fields say what they drive, and conditions what they mean", async () => {
    const document = await show(`${hyperConverged}status:\n  conditions:\n  - type: Available\n    status: "True"\n`);
    await until(() => hover(document, "infra"), isSome);
    assert.match(await hover(document, "infra"), /CDI/);
    assert.match(await hover(document, "Available"), /In the file: Available=True/);
  });

  type Look = (document: vscode.TextDocument) => string | readonly unknown[] | Thenable<string | readonly unknown[]>;
  const switches: readonly (readonly [name: string, look: Look, isOn: boolean])[] = [
    ["hover", (document) => hover(document, "HyperConverged"), true],
    ["inlayHints", inlays, true],
    ["codeLens", lenses, false],
    ["diagnostics", problems, false],
  ];
  for (const [name, look, isOn] of switches)
    it(`${name} ${isOn ? "is there until it is switched off" : "comes when it is switched on"}, at once`, async () => {
      const document = await show(hyperConverged.replace("spec:", "  uid: written-here\nspec:"));
      const see = async (): Promise<string | readonly unknown[]> => look(document);
      await until(() => inlays(document), isSome);
      const isThere = (wanted: boolean) => (seen: string | readonly unknown[]) => isSome(seen) === wanted;
      try {
        await until(see, isThere(isOn));
        await set(`${name}.enabled`, !isOn);
        await until(see, isThere(!isOn));
        await set(`${name}.enabled`, isOn);
        await until(see, isThere(isOn));
      } finally {
        await set(`${name}.enabled`, undefined);
      }
    });
});

async function replace(document: vscode.TextDocument, before: string, after: string): Promise<void> {
  const start = document.getText().indexOf(before);
  const range = new vscode.Range(document.positionAt(start), document.positionAt(start + before.length));
  const edit = new vscode.WorkspaceEdit();
  edit.replace(document.uri, range, after);
  assert.equal(await vscode.workspace.applyEdit(edit), true);
}
