import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, it } from "mocha";
import * as vscode from "vscode";
import { uriSchemes } from "../../../../extension/platform/contributions.ts";
import { closeAll, isNone, isSome, pause, problems, set, show, until, untilHover } from "../documents.ts";
import { type Instance, startInstance } from "../instance.ts";
import { hyperConverged, ref } from "../manifests.ts";
import { change, requests, writes } from "../outside.ts";

const deployment = `apiVersion: apps/v1
kind: Deployment
metadata:
  name: some
  namespace: kubevirt-hyperconverged
spec:
  replicas: -1
  selector: {matchLabels: {a: b}}
  template:
    metadata: {labels: {a: b}}
    spec: {containers: [{name: a, image: a}]}
`;

/** The object of `ref` in a link. */
const refQuery = new URLSearchParams(ref).toString();

/** What the Kubernetes extension takes (npm vscode-kubernetes-tools-api 1.3.0, clusterExplorer v1). */
interface Contributor {
  contributesChildren(parent: object | undefined): boolean;
  getChildren(parent: object): Promise<readonly { getTreeItem(): vscode.TreeItem }[]>;
}

describe("what the user asks for", () => {
  let instance: Instance | undefined;

  afterEach(async () => {
    instance?.dispose();
    assert.deepEqual(instance?.held(), []);
    await set("dryRun", undefined);
    await closeAll();
  });

  /** Starts an instance that shows the cluster, with the messages that it shows and what it writes into terminals. */
  async function connectInstance(
    instead: Parameters<typeof startInstance>[0] = {},
  ): Promise<{ readonly messages: string[]; readonly terminals: unknown[] }> {
    const messages: string[] = [];
    const terminals: unknown[] = [];
    const noteMessage = async (text: string): Promise<undefined> => {
      messages.push(text);
      return undefined;
    };
    instance = startInstance({
      "window.showInformationMessage": noteMessage,
      "window.showErrorMessage": noteMessage,
      "window.createTerminal": ({ env }: vscode.TerminalOptions) => ({
        show: () => {},
        sendText: (...words: readonly unknown[]) => terminals.push([...words, env]),
      }),
      ...instead,
    });
    const document = await show(hyperConverged);
    await untilHover(document, "HyperConverged", /is unavailable/);
    return { messages, terminals };
  }

  /** Opens a link to the extension, as another program does. */
  async function openLink(query: string): Promise<void> {
    const handler = instance?.firstCall("window.registerUriHandler").words[0] as vscode.UriHandler;
    await handler.handleUri(vscode.Uri.from({ scheme: "code-oss", path: "/open", query }));
  }

  const run = (command: string, ...words: readonly unknown[]) => vscode.commands.executeCommand(command, ...words);

  it("a dry run shows its result beside the live object, and sends one request that stores nothing", async () => {
    const { messages } = await connectInstance();
    // The server may have answered other suites before.
    const before = writes().length;
    await run("hcoStatus.dryRun");
    const sides = vscode.workspace.textDocuments.filter(({ uri }) => uri.scheme === uriSchemes.dryRun);
    assert.equal(sides.length, 2);
    const [live = "", result = ""] = sides.map((side) => side.getText());
    assert.ok(!live.includes("alignCPUs: true") && result.includes("alignCPUs: true"), `${live}\n${result}`);
    assert.ok(!`${live}${result}`.includes("managedFields"));
    assert.match(messages[0] ?? "", /^Applying the manifest changes .*Affected components: .*KubeVirt/);
    const [only = "", ...others] = await until(() => writes().slice(before), isSome);
    assert.match(only, /^patch .*\/hyperconvergeds\/kubevirt-hyperconverged\?dryRun=All&/);
    assert.deepEqual(others, []);
  });

  it("what the server refuses stands on the line of its field until the text changes", async () => {
    const { messages } = await connectInstance();
    const document = await show(deployment);
    await run("hcoStatus.dryRun");
    const [problem] = problems(document);
    assert.equal(problem?.range.start.line, 6, JSON.stringify(messages));
    assert.match(problem.message, /greater than or equal to 0/);
    const edit = new vscode.WorkspaceEdit();
    edit.replace(document.uri, new vscode.Range(6, 12, 6, 14), "1");
    await vscode.workspace.applyEdit(edit);
    await until(() => problems(document), isNone);
  });

  it("nothing is sent where the setting is off, or for a Secret or a broken document", async () => {
    const { messages } = await connectInstance();
    const before = writes().length;
    await show("apiVersion: v1\nkind: Secret\nmetadata:\n  name: a\nstringData:\n  a: b\n");
    await run("hcoStatus.dryRun");
    await show(`${hyperConverged}  other: "open\n`);
    await run("hcoStatus.dryRun");
    await set("dryRun", false);
    await show(hyperConverged);
    await run("hcoStatus.dryRun");
    assert.deepEqual(
      messages.map((text) => /Secret|cannot be sent|disabled/.exec(text)?.[0]),
      ["Secret", "cannot be sent", "disabled"],
    );
    assert.equal(writes().length, before);
  });

  it("a command of kubectl is written into a terminal and not run", async () => {
    const { terminals, messages } = await connectInstance();
    const waitForTerminals = (count: number): Promise<readonly unknown[]> =>
      until(
        () => terminals,
        ({ length }) => length === count,
      );
    await run("hcoStatus.describe", { ref });
    await waitForTerminals(1);
    // The same terminal again: what was not run is removed first.
    await run("hcoStatus.showLogs", {
      ref: { group: "", kind: "Pod", namespace: "a", name: "b" },
      logs: { pod: "b", container: "c", namespace: "a", isPrevious: true },
    });
    await run("hcoStatus.logIn");
    const own = "-n kubevirt-hyperconverged hyperconverged kubevirt-hyperconverged";
    const [described, logs] = (await waitForTerminals(2)) as readonly (readonly [string, boolean, unknown])[];
    assert.match(described?.[0] ?? "", new RegExp(`^kubectl --context \\S+ describe ${own}$`));
    assert.match(logs?.[0] ?? "", /^\u0015\u0015kubectl --context \S+ logs -n a b -c c --previous$/);
    assert.deepEqual([described?.[1], logs?.[1]], [false, false]);
    assert.match(messages[0] ?? "", /names no program for logging in/);
  });

  it("a terminal that cannot be opened is one sentence with the reason", async () => {
    const { messages } = await connectInstance({
      "window.createTerminal": () => {
        throw new Error("no terminal\nhere");
      },
    });
    await run("hcoStatus.describe", { ref });
    assert.deepEqual(messages, ["Cannot open a terminal: no terminal here"]);
  });

  it("a link to another context shows that context once the user agrees", async () => {
    const questions: string[] = [];
    const own = process.env["KUBECONFIG"] ?? "";
    const folder = mkdtempSync(join(tmpdir(), "hco-status-link-"));
    const other = join(folder, "config");
    writeFileSync(other, readFileSync(own, "utf8").replaceAll("admin@test", "other@test"));
    try {
      process.env["KUBECONFIG"] = `${own}:${other}`;
      await connectInstance({
        "window.showInformationMessage": async (text: string, ...buttons: readonly string[]) => {
          questions.push(text);
          return buttons[0];
        },
      });
      await openLink(`context=other@test&${refQuery}`);
      const view = instance?.firstCall("window.createTreeView").result as vscode.TreeView<unknown>;
      await until(
        () => [view.title, view.selection.length],
        ([title, selected]) => title === "other@test" && selected === 1,
      );
      assert.match(questions[0] ?? "", /other@test/);
      assert.equal(questions.length, 1);
    } finally {
      process.env["KUBECONFIG"] = own;
      rmSync(folder, { recursive: true });
      // The row was shown, and a visible view reads for the tests after this one.
      await run("workbench.view.explorer");
    }
  });

  it("a link to the shown context asks before it connects, and without an answer sends nothing", async () => {
    const questions: string[] = [];
    instance = startInstance({
      "window.showInformationMessage": async (text: string) => {
        questions.push(text);
        return undefined;
      },
    });
    const before = requests();
    await openLink(`context=admin@test&${refQuery}`);
    assert.match(questions[0] ?? "", /^A link asks to show the context admin@test/);
    assert.equal(questions.length, 1);
    await pause(500);
    assert.equal(requests() - before, 0);
  });

  it("a link reveals an object of the shown context, and asks before it shows another", async () => {
    const { messages } = await connectInstance();
    const before = requests();
    await openLink("context=elsewhere&kind=HyperConverged&group=hco.kubevirt.io&name=a");
    await openLink("kind=HyperConverged");
    assert.match(messages[0] ?? "", /the context elsewhere, which the kubeconfig does not have/);
    assert.match(messages[1] ?? "", /names no object/);
    assert.ok(requests() - before < 20);
  });

  it("a web console that the cluster does not name is one sentence", async () => {
    const { messages } = await connectInstance();
    await run("hcoStatus.openConsole", { ref });
    assert.match(messages[0] ?? "", /names no web console/);
  });

  it("an object opens in the web console that the cluster names", async () => {
    const opened: string[] = [];
    const { messages } = await connectInstance({
      "env.openExternal": async (address: vscode.Uri) => opened.push(address.toString(true)),
    });
    const namespace = "openshift-config-managed";
    const metadata = { name: "console-public", namespace };
    const maps = `/api/v1/namespaces/${namespace}/configmaps`;
    const open = async (consoleURL: string): Promise<void> => {
      await change("PATCH", `${maps}/${metadata.name}`, { data: { consoleURL } });
      await run("hcoStatus.openConsole", { ref });
    };
    await change("POST", "/api/v1/namespaces", { apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } });
    await change("POST", maps, { apiVersion: "v1", kind: "ConfigMap", metadata });
    try {
      await open("https://console.example.com/");
      assert.deepEqual(opened, [
        `https://console.example.com/k8s/ns/${ref.namespace}/hco.kubevirt.io~v1~HyperConverged/${ref.name}`,
      ]);
      assert.deepEqual(messages, []);
      await open("file:///etc/passwd");
      assert.equal(opened.length, 1);
      assert.equal(messages.length, 1);
    } finally {
      await change("DELETE", `${maps}/${metadata.name}`);
    }
  });

  it("the explorer of the Kubernetes extension has a node for the root, in a stand-in that registers as it does", async () => {
    const contributors: Contributor[] = [];
    let refreshes = 0;
    const api = {
      registerNodeContributor: (one: Contributor) => contributors.push(one),
      refresh: () => {
        refreshes += 1;
      },
    };
    const exports = { getAPI: () => ({ available: true, api }) };
    await connectInstance({ "extensions.getExtension": () => ({ isActive: true, exports }) });
    const [contributor] = await until(() => contributors, isSome);
    const context = { nodeType: "context", name: "admin@test" };
    await until(
      () => contributor?.contributesChildren(context),
      (isSo) => isSo === true,
    );
    assert.equal(contributor?.contributesChildren({ nodeType: "context.inactive", name: "admin@test" }), false);
    assert.equal(contributor?.contributesChildren({ nodeType: "context", name: "other" }), false);
    assert.equal(contributor?.contributesChildren(undefined), false);
    const items = (await contributor?.getChildren(context))?.map((node) => node.getTreeItem());
    assert.deepEqual(
      items?.map(({ label, description, command }) => [label, description, command?.command]),
      [["HyperConverged kubevirt-hyperconverged", "unavailable", "hcoStatus.reveal"]],
    );
    assert.ok(refreshes > 0);
    instance?.dispose();
    assert.equal(contributor?.contributesChildren(context), false);
    assert.deepEqual(await contributor?.getChildren(context), []);
  });

  it("a tool of a language model reads what is known, and sends no request", async () => {
    const text = async (name: string, input: object): Promise<string> => {
      const { content } = await vscode.lm.invokeTool(name, { input, toolInvocationToken: undefined });
      return content.map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : "")).join("");
    };
    instance = startInstance();
    assert.match(await text("hcoStatus_status", {}), /Nothing was read/);
    instance.dispose();
    await connectInstance();
    await pause(500);
    const before = requests();
    const status = JSON.parse(await text("hcoStatus_status", {}));
    assert.deepEqual([status.kind, status.verdict, status.isLive], ["AssistantSummary", "unavailable", true]);
    assert.ok(status.roots[0].causes.length > 1, "both culprits");
    assert.equal(JSON.parse(await text("hcoStatus_gate", {})).answer, "BLOCK");
    assert.match(await text("hcoStatus_explain", { word: "CDIDegraded" }), /CDI reports Degraded/);
    assert.ok(requests() - before < 20, "only what is watched anyway");
  });

  it("the server for assistants is offered for the context that is shown, and nothing starts it", async () => {
    instance = startInstance();
    const provider = (): vscode.McpServerDefinitionProvider<vscode.McpStdioServerDefinition> =>
      instance?.firstCall("lm.registerMcpServerDefinitionProvider").words[1] as never;
    const list = async () => provider().provideMcpServerDefinitions(new vscode.CancellationTokenSource().token);
    const before = process.env["PATH"];
    const folder = mkdtempSync(join(tmpdir(), "hco-status-path-"));
    const mark = join(folder, "run");
    const program = join(folder, "kubectl-hco_status");
    writeFileSync(program, `#!/bin/sh\ntouch ${mark}\n`, { mode: 0o755 });
    try {
      process.env["PATH"] = `${folder}:${before}`;
      assert.deepEqual(await list(), [], "nothing was read");
      instance.dispose();
      await connectInstance();
      const [server, ...others] = (await list()) ?? [];
      assert.deepEqual([server?.command, server?.args.slice(0, -1), others], [program, ["mcp", "--context"], []]);
      assert.equal(server?.label, `HCO Status: ${server?.args.at(-1)}`);
      rmSync(program);
      assert.deepEqual(await list(), []);
      assert.ok(!existsSync(mark));
    } finally {
      process.env["PATH"] = before;
      rmSync(folder, { recursive: true });
    }
  });
});
