import assert from "node:assert/strict";
import { after, afterEach, before, describe, it } from "mocha";
import * as vscode from "vscode";
import { closeAll, hover, inlays, isSome, lenses, problems, set, show, until, untilHover } from "../documents.ts";
import { configMap, hyperConverged } from "../manifests.ts";

const unavailable = /^\*\*HyperConverged kubevirt-hyperconverged is unavailable/;
const filler = `${configMap("filler").replace("words", `"${"x".repeat(400)}"`)}---
`;

describe("a manifest that is large, broken or of elsewhere", () => {
  before(async () => {
    await vscode.commands.executeCommand("hcoStatus.openSample");
    for (const name of ["codeLens", "diagnostics", "endOfLine"]) await set(`${name}.enabled`, true);
  });

  after(async () => {
    for (const name of ["codeLens", "diagnostics", "endOfLine"]) await set(`${name}.enabled`, undefined);
    await vscode.commands.executeCommand("hcoStatus.closeMustGather");
  });

  afterEach(closeAll);

  const found: readonly (readonly [what: string, text: string])[] = [
    ["5 MB in 10,000 documents", `${filler.repeat(10_000)}${hyperConverged}`],
    ["tabs behind it", `${hyperConverged}\tx: 1\n\t\ty: 2\n`],
    ["conflict markers", `${hyperConverged}<<<<<<< ours\n  a: 1\n=======\n  a: 2\n>>>>>>> theirs\n`],
    [
      "a Helm template beside it",
      `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: {{ .Values.name }}\n---\n${hyperConverged}`,
    ],
    ["a template in its values", hyperConverged.replace("alignCPUs: true", "alignCPUs: {{ .Values.align }}")],
    ["binary rubbish beside it", `${"\u0001\u0002\ufffd".repeat(50)}\n---\n${hyperConverged}`],
    ["100,000 brackets beside it", `a: ${"[".repeat(100_000)}\n---\n${hyperConverged}`],
    ["a billion laughs beside it", `${laughs()}---\n${hyperConverged}`],
  ];
  for (const [what, text] of found)
    it(`says how the object is in spite of ${what}`, async () => {
      const document = await show(text);
      const at = text.lastIndexOf("HyperConverged") + 1;
      await untilHover(document, at, unavailable);
      assert.ok((await inlays(document)).some((hint) => hint.startsWith("✗ unavailable")));
      await lenses(document);
    });

  const tied: readonly (readonly [what: string, text: string, says: RegExp])[] = [
    [
      "of another cluster, by its name",
      hyperConverged.replace("name: kubevirt-", "name: other-"),
      /other-hyperconverged (is not|was not)/,
    ],
    [
      "of another cluster, by its namespace",
      hyperConverged.replace("namespace: kubevirt-", "namespace: other-"),
      /(is not|was not)/,
    ],
    ["that is a patch of kustomize", hyperConverged.replace("spec:", "  $patch: merge\nspec:"), /patch|is unavailable/],
    [
      "of a Helm template",
      hyperConverged.replace("name: kubevirt-hyperconverged", "name: {{ .Release.Name }}"),
      /template/,
    ],
    [
      "whose name the server generates",
      hyperConverged.replace("name: kubevirt", "generateName: kubevirt"),
      /the server generates the name/,
    ],
    ["without a name", hyperConverged.replace(/ {2}name: .*\n/, ""), /has no name/],
  ];
  for (const [what, text, says] of tied)
    it(`says that it is one ${what}`, async () => {
      const document = await show(text);
      await untilHover(document, "HyperConverged", says);
    });

  it("says that a status was pasted from elsewhere", async () => {
    const pasted =
      '  uid: of-another-cluster\nspec: {}\nstatus:\n  conditions:\n  - type: Available\n    status: "True"\n';
    const document = await show(hyperConverged.replace(/spec:(.|\n)*$/, pasted));
    await until(() => hover(document, "type: Available"), isSome);
    assert.match(await hover(document, document.getText().indexOf("Available") + 2), /In the file: Available/);
    const [first] = await until(() => problems(document), isSome);
    assert.ok(first !== undefined);
  });

  it("says where the same object stands twice", async () => {
    const document = await show(`${hyperConverged}---\n${hyperConverged}`);
    const all = await until(
      () => problems(document),
      (seen) => seen.some(({ relatedInformation }) => (relatedInformation?.length ?? 0) > 0),
    );
    assert.ok(all.every(({ source }) => source === "hco-status"));
    assert.equal((await inlays(document)).length, 2);
  });
});

/** Nine levels of an alias of nine aliases. */
function laughs(): string {
  const levels = Array.from({ length: 9 }, (_, level) => {
    const above = level === 0 ? '"lol"' : `*a${level - 1}`;
    return `a${level}: &a${level} [${Array.from({ length: 9 }, () => above).join(", ")}]\n`;
  });
  return levels.join("");
}
