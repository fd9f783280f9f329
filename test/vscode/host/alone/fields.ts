import assert from "node:assert/strict";
import { afterEach, describe, it } from "mocha";
import * as vscode from "vscode";
import { closeAll, hover, isNone, isSome, pause, problems, show, until } from "../documents.ts";
import { type Instance, startInstance } from "../instance.ts";
import { hyperConverged } from "../manifests.ts";
import { change, requestsTo } from "../outside.ts";

const definition = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions/shops.example.com";

/** Two documents: the kind of the first one is why the cluster is read. */
const shopManifest = (spec: string): string =>
  `${hyperConverged}---\napiVersion: example.com/v1\nkind: Shop\nmetadata:\n  name: corner\nspec:\n${spec}`;

describe("the fields of a CRD", () => {
  let instance: Instance | undefined;

  afterEach(async () => {
    instance?.dispose();
    await closeAll();
  });

  it("are completed, described and checked while a manifest is being written, by one request", async () => {
    const before = requestsTo(definition);
    instance = startInstance();
    const document = await show(shopManifest("  sise: 1\n  strategy: Never\n  "));
    const [unknown, wrong] = await until(() => problems(document), isSome);
    assert.match(
      `${unknown?.message}`,
      /^unknown field sise, did you mean size\? Shop v1 on admin\S* has no such field/,
    );
    assert.match(`${wrong?.message}`, /^Never is not a value of strategy\. Allowed values: Recreate, RollingUpdate/);

    const [action] = await fixes(document, unknown?.range);
    assert.equal(action?.title, "Change to size");
    assert.ok(action?.edit !== undefined && (await vscode.workspace.applyEdit(action.edit)));
    await until(
      () => problems(document),
      (left) => left.length === 1,
    );
    assert.ok(document.getText().includes("\n  size: 1\n"));

    const items = await completions(document, document.getText().length);
    const own = items.filter(({ kind }) => kind === vscode.CompletionItemKind.Property);
    assert.deepEqual(own.map(textOf), [["counters", "counters:\n  - $0"]]);
    const values = await completions(document, document.getText().indexOf("Never"));
    const listed = values.filter(({ kind }) => kind === vscode.CompletionItemKind.EnumMember);
    assert.deepEqual(
      listed.map(textOf).map(([label]) => label),
      ["Recreate", "RollingUpdate"],
    );
    assert.match(
      await hover(document, "strategy"),
      /How counters are replaced\.[\s\S]*From the CRD of Shop v1 on admin/,
    );

    const other = await show(shopManifest("  sise: 1\n"));
    await until(() => problems(other), isSome);
    await until(
      () => requestsTo(definition) - before,
      (count) => count > 0,
    );
    assert.equal(requestsTo(definition) - before, 1);
  });

  it("are left to the YAML extension while it is active", async () => {
    const contributed: { schema?: (resource: string) => string | undefined; content?: (uri: string) => string } = {};
    const registerContributor = (
      _name: string,
      schema: (resource: string) => string,
      content: (uri: string) => string,
    ): boolean => {
      Object.assign(contributed, { schema, content });
      return true;
    };
    instance = startInstance({
      "extensions.getExtension": () => ({ isActive: true, exports: { registerContributor } }),
    });
    const document = await show(shopManifest("  sise: 1\n  "));
    const address = await until(
      () => contributed.schema?.(document.uri.toString()) ?? "",
      (found) => found !== "",
    );
    assert.match(address, /^hco-status-schema:/);
    const schema = JSON.parse(contributed.content?.(address) ?? "{}");
    assert.ok(JSON.stringify(schema).includes("How counters are replaced."));
    await pause(1_000);
    assert.deepEqual(problems(document), []);
    const items = await completions(document, document.getText().length);
    assert.deepEqual(
      items.filter(({ kind }) => kind === vscode.CompletionItemKind.Property),
      [],
    );
    // The YAML extension does not speak JSON.
    const spec = { apiVersion: "example.com/v1", kind: "Shop", metadata: { name: "a" }, spec: { sise: 1 } };
    const json = await show(JSON.stringify(spec), "json");
    await until(() => problems(json), isSome);
  });

  it("follow the CRD when it changes while the manifest is open", async () => {
    instance = startInstance();
    const document = await show(shopManifest("  strategy: Never\n"));
    const [before] = await until(() => problems(document), isSome);
    assert.match(`${before?.message}`, /Allowed values: Recreate, RollingUpdate$/);
    const read = requestsTo(definition);
    try {
      await defineStrategies(["Recreate", "Never"]);
      await until(() => problems(document), isNone);
      const values = await completions(document, document.getText().indexOf("Never"));
      const listed = values.filter(({ kind }) => kind === vscode.CompletionItemKind.EnumMember);
      assert.deepEqual(
        listed.map(textOf).map(([label]) => label),
        ["Recreate", "Never"],
      );
    } finally {
      await defineStrategies(["Recreate", "RollingUpdate"]);
    }
    const [after] = await until(() => problems(document), isSome);
    assert.equal(after?.message, before?.message);
    assert.equal(requestsTo(definition) - read, 2);
  });
});

/** Changes the values of a field in the CRD, as an upgrade of its operator does. */
async function defineStrategies(values: readonly string[]): Promise<void> {
  const properties = { spec: { type: "object", properties: { strategy: { type: "string", enum: values } } } };
  const schema = { openAPIV3Schema: { type: "object", properties } };
  await change("PATCH", definition, { spec: { versions: [{ name: "v1", served: true, storage: true, schema }] } });
}

async function completions(document: vscode.TextDocument, offset: number): Promise<readonly vscode.CompletionItem[]> {
  const list = await vscode.commands.executeCommand<vscode.CompletionList>(
    "vscode.executeCompletionItemProvider",
    document.uri,
    document.positionAt(offset),
  );
  return list.items;
}

async function fixes(
  document: vscode.TextDocument,
  range: vscode.Range | undefined,
): Promise<readonly vscode.CodeAction[]> {
  return vscode.commands.executeCommand<vscode.CodeAction[]>("vscode.executeCodeActionProvider", document.uri, range);
}

function textOf({ label, insertText }: vscode.CompletionItem): readonly [label: string, text: string] {
  const text = insertText instanceof vscode.SnippetString ? insertText.value : `${insertText}`;
  return [typeof label === "string" ? label : label.label, text];
}
