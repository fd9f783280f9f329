import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, onTestFailed, test } from "vitest";
import { apply, applyOne } from "../../cluster/apply.ts";
import { define } from "../../cluster/crds.ts";
import { call } from "../../cluster/http.ts";
import { machineKinds } from "../../cluster/kinds.ts";
import { writeContexts } from "../../cluster/many-contexts.ts";
import { scenarios } from "../../cluster/scenarios.ts";
import { startTcpProxy, type TcpProxy } from "../../cluster/tcp-proxy.ts";
import { viewerWithoutLogs } from "../../cluster/users.ts";
import { describeJourney } from "../describe-editor.ts";
import { type Editor, startEditor } from "../editor.ts";
import * as see from "../page.ts";
import { patience } from "../patience.ts";
import * as acts from "./first-try-acts.ts";
import { manifest } from "./live-desk.ts";
import { shownYaml } from "./live-panes.ts";
import { userOf } from "./states-folders.ts";
import { container, showsLive, view } from "./states-view.ts";

const hyperConverged =
  "/apis/hco.kubevirt.io/v1/namespaces/kubevirt-hyperconverged/hyperconvergeds/kubevirt-hyperconverged";
const crd = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions/hyperconvergeds.hco.kubevirt.io";

const machine = `apiVersion: kubevirt.io/v1
kind: VirtualMachine
metadata:
  name: db
  namespace: web
spec:
  runStrategy: Always
  template:
    spec:
      volumes:
        - name: root
          persistentVolumeClaim:
            claimName: root-disk
        - name: data
          dataVolume:
            name: data-disk
        - name: typo
          persistentVolumeClaim:
            claimName: rot-disk
        - name: keys
          secret:
            secretName: db-pass
`;

/** A manifest with three mistakes: a field that is none, a value that is none, and a number in quotes. */
const mistaken = `# kept as it is
apiVersion: hco.kubevirt.io/v1
kind: HyperConverged
metadata:
  name: kubevirt-hyperconverged
  namespace: kubevirt-hyperconverged
spec:
  featureGate: {}
  deployment:
    uninstallStrategy: BlockUninstall # not a value
  virtualization:
    workloadUpdateStrategy:
      batchEvictionSize: "12"
`;

/** What the same manifest is after the first fix of each mistake. */
const corrected = mistaken
  .replace("featureGate:", "featureGates:")
  .replace("BlockUninstall ", "BlockUninstallIfWorkloadsExist ")
  .replace('"12"', "12");

/** A manifest that the server refuses for one field. */
const refused = `apiVersion: hco.kubevirt.io/v1
kind: HyperConverged
metadata:
  name: kubevirt-hyperconverged
  namespace: kubevirt-hyperconverged
spec:
  featureGates: {}
  virtualization:
    workloadUpdateStrategy:
      batchEvictionSize: 500
`;

/** The schema of a HyperConverged in short, with a rule that only the server evaluates. */
const schema = {
  type: "object",
  properties: {
    spec: {
      type: "object",
      description: "What is wanted.",
      properties: {
        featureGates: {
          type: "object",
          description: "Switches of features.",
          "x-kubernetes-preserve-unknown-fields": true,
        },
        deployment: {
          type: "object",
          description: "How the components are deployed.",
          "x-kubernetes-preserve-unknown-fields": true,
          properties: {
            uninstallStrategy: {
              type: "string",
              description: "What happens to workloads when the object is deleted.",
              enum: ["RemoveWorkloads", "BlockUninstallIfWorkloadsExist"],
            },
          },
        },
        virtualization: {
          type: "object",
          properties: {
            workloadUpdateStrategy: {
              type: "object",
              "x-kubernetes-preserve-unknown-fields": true,
              properties: {
                batchEvictionSize: {
                  type: "integer",
                  description: "How many machines are evicted at once.",
                  "x-kubernetes-validations": [
                    { rule: "self <= 100", message: "must be between 1 and 100, see the runbook of the platform team" },
                  ],
                },
              },
            },
          },
        },
      },
    },
    status: { type: "object", "x-kubernetes-preserve-unknown-fields": true },
  },
};

describeJourney("a manifest is written with the help of the cluster, at first try", (cluster, packed) => {
  const folder = mkdtempSync(join(tmpdir(), "hco-status-writing-"));
  const file = (name: string): string => join(folder, name);
  let editor: Editor;
  let page: Page;
  let proxy: TcpProxy;

  beforeAll(async () => {
    await scenarios.healthy(cluster, new Date());
    await define(cluster, { hyperConverged: "v1", platform: "kubernetes", others: machineKinds });
    const { spec } = await call<{ spec: { versions: readonly object[] } }>(cluster, "GET", crd);
    const versions = spec.versions.map((version) => ({ ...version, schema: { openAPIV3Schema: schema } }));
    // Its annotation is another, so the next scenario creates the kind again.
    await call(cluster, "PATCH", crd, {
      metadata: { annotations: { "hco-status.test/variant": "fields" } },
      spec: { versions },
    });
    await applyOne(cluster, { apiVersion: "v1", kind: "Namespace", metadata: { name: "web" } });
    const named = (apiVersion: string, kind: string, name: string, more: object) => ({
      apiVersion,
      kind,
      metadata: { name, namespace: "web" },
      ...more,
    });
    const storage = { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } };
    await apply(cluster, [
      named("v1", "PersistentVolumeClaim", "root-disk", { spec: storage }),
      named("v1", "Secret", "db-pass", { stringData: { password: "correct-horse-battery-staple" } }),
    ]);
    await call(cluster, "POST", "/apis/cdi.kubevirt.io/v1beta1/namespaces/web/datavolumes", {
      ...named("cdi.kubevirt.io/v1beta1", "DataVolume", "data-disk", { spec: { pvc: storage } }),
    });
    proxy = await startTcpProxy(cluster);
    const KUBECONFIG = writeContexts(join(folder, ".kubeconfig"), cluster.kubeconfig, [
      { name: "admin@prod", server: `https://127.0.0.1:${proxy.port}` },
      { name: "viewer@prod", user: userOf((await viewerWithoutLogs(cluster)).kubeconfig) },
    ]);
    writeFileSync(file("hco.yaml"), manifest);
    writeFileSync(file("mistaken.yaml"), mistaken);
    writeFileSync(file("corrected.yaml"), corrected);
    writeFileSync(file("vm.yaml"), machine);
    editor = await startEditor({ folder, unpacked: [packed.installed], env: { KUBECONFIG } });
    page = await editor.open({ file: file("hco.yaml") });
    await see.openContainer(page, container);
    await see.row(page, view, "kubevirt-hyperconverged").waitFor();
  });
  beforeEach(({ task }) => {
    onTestFailed(async () => {
      const name = `writing-failed-${task.name.slice(0, 40).replaceAll(/\W+/g, "-")}`;
      await acts.picture(page, name, "stays");
    });
  });
  afterAll(async () => {
    await editor?.stop();
    await proxy?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const activeName = () => acts.activeName(editor);
  const problems = (name: string): Promise<readonly string[]> =>
    editor.ask(
      (vscode, path) => vscode.languages.getDiagnostics(vscode.Uri.file(path)).map(({ message }) => message),
      file(name),
    );
  async function select(context: string): Promise<void> {
    await see.pressTitleButton(page, view, "Select Context…");
    await see.quickPick(page, context).click();
    await expect.poll(() => see.sideBarTitle(page), patience).toBe(`HCO Status: ${context}`);
  }

  test("the palette has at most 20 entries, which differ in their first two words", async () => {
    await acts.openFile(editor, file("hco.yaml"));
    const beside = ["What Would Change (Dry Run)", "Compare Manifest with Object", "Open YAML"];
    // Commands register late, and the list of the palette does not follow.
    let ofCluster: readonly string[] = [];
    const readOfCluster = async () => (ofCluster = await acts.paletteTitles(page));
    await expect.poll(readOfCluster, patience).toEqual(expect.arrayContaining(beside));
    await acts.picture(page, "writing-palette", "stays");
    await page.keyboard.press("Escape");
    await editor.ask(async (vscode) => {
      await vscode.commands.executeCommand("workbench.action.closeAllEditors");
      await vscode.commands.executeCommand("hcoStatus.openSample");
    });
    await expect.poll(() => see.sideBarTitle(page), patience).toContain("must-gather");
    let ofSample: readonly string[] = [];
    const readOfSample = async () => (ofSample = await acts.paletteTitles(page));
    await expect.poll(readOfSample, patience).toContain("Back to the Cluster");
    await page.keyboard.press("Escape");
    expect(ofSample.join()).not.toMatch(/in Terminal|Dry Run/);
    for (const titles of [ofCluster, ofSample]) {
      expect(titles.length).toBeLessThanOrEqual(20);
      const beginnings = titles.map((title) => title.split(" ").slice(0, 2).join(" "));
      expect(beginnings).toEqual([...new Set(beginnings)]);
      expect(titles.join()).not.toMatch(/Do What the Row|Write the Command|Show in Tree/);
    }
    await editor.ask((vscode) => vscode.commands.executeCommand("hcoStatus.closeMustGather"));
    await showsLive(page, "admin@prod");
  });

  test("F12 on a claim and on a data volume opens them in the namespace of the machine", async () => {
    for (const [word, name, kind] of [
      ["claimName: root-disk", "root-disk", "PersistentVolumeClaim"],
      ["name: data-disk", "data-disk", "DataVolume"],
    ] as const) {
      await acts.openFile(editor, file("vm.yaml"));
      await acts.goTo(editor, word, word.length - 2);
      await page.keyboard.press("F12");
      await expect.poll(activeName, patience).toBe(`/${name} (live, admin@prod).yaml`);
      await expect
        .poll(() => acts.activeText(editor), patience)
        .toMatch(new RegExp(`kind: ${kind}[\\s\\S]*namespace: web`));
    }
    await acts.picture(page, "writing-data-volume");
  });

  test("F12 on a Secret shows its metadata alone", async () => {
    await acts.openFile(editor, file("vm.yaml"));
    await acts.goTo(editor, "secretName: db-pass", "secretName: d".length);
    await page.keyboard.press("F12");
    await expect.poll(activeName, patience).toBe("/db-pass (live, admin@prod).yaml");
    await expect.poll(() => acts.activeText(editor), patience).toMatch(/^# Secret .*db-pass/);
    await expect.poll(() => acts.activeText(editor), patience).toContain("namespace: web");
    const text = await acts.activeText(editor);
    expect(text).not.toMatch(/^(?:data|stringData):|correct-horse|Y29ycmVjd/m);
    expect(text).toMatch(/metadata|data is not read/i);
    await acts.picture(page, "writing-secret");
  });

  test("F12 on what is missing, forbidden or not reached has three different answers", async () => {
    const answers: string[] = [];
    const follow = async (word: string): Promise<void> => {
      await editor.ask((vscode) => vscode.commands.executeCommand("workbench.action.closeAllEditors"));
      await acts.openFile(editor, file("vm.yaml"));
      await acts.goTo(editor, word, word.length - 2);
      await page.keyboard.press("F12");
      await expect.poll(activeName, patience).toMatch(/^\/.* \(live/);
      await expect
        .poll(() => acts.activeText(editor), patience)
        .toMatch(/^# (?!.*(?:not read yet|connecting)).*(?:not|forbidden|no |unreach|refused|missing)/i);
      answers.push((await acts.activeText(editor)).split("\n").slice(0, 3).join("\n"));
    };
    await follow("claimName: rot-disk");
    await acts.picture(page, "writing-missing");
    await select("viewer@prod");
    await showsLive(page, "viewer@prod", "admin@prod");
    await follow("secretName: db-pass");
    await acts.picture(page, "writing-forbidden");
    await select("admin@prod");
    await showsLive(page, "admin@prod");
    proxy.rejectNewConnections();
    proxy.closeConnections();
    await follow("claimName: root-disk");
    await acts.picture(page, "writing-unreached");
    proxy.acceptNewConnections();
    await showsLive(page, "admin@prod");
    expect(answers[0]).toMatch(/not found|does not exist|not on/i);
    expect(answers[1]).toMatch(/forbidden|permission/i);
    expect(answers[2]).toMatch(/refused|unreach|not connected|connection|does not respond/i);
    expect(new Set(answers).size).toBe(3);
  });

  /** VS Code in a browser saves by itself, and may miss that another program has written a file: it reads it again. */
  async function restore(): Promise<void> {
    await expect.poll(() => readFileSync(file("hco.yaml"), "utf8"), patience).not.toBe(manifest);
    const restoredText = async (): Promise<string> => {
      writeFileSync(file("hco.yaml"), manifest);
      await editor.ask((vscode) => vscode.commands.executeCommand("workbench.action.files.revert"));
      return acts.activeText(editor);
    };
    await expect.poll(restoredText, { ...patience, interval: 1_000 }).toBe(manifest);
  }

  test("completion offers the fields and values of the CRD", async () => {
    await acts.openFile(editor, file("hco.yaml"));
    await expect.poll(() => see.inlays(page), patience).toEqual(["healthy · admin@prod"]);
    await acts.goTo(editor, "spec:", "spec:".length);
    await page.keyboard.press("Enter");
    await page.keyboard.type("f");
    const suggestions = page.locator(".suggest-widget.visible .monaco-list-row");
    await page.keyboard.press("Control+Space");
    await suggestions.filter({ hasText: "featureGates" }).first().waitFor();
    expect((await suggestions.allInnerTexts()).join()).not.toContain("virtualization");
    await acts.picture(page, "writing-completion", "stays");
    await page.keyboard.press("Escape");
    await restore();
    await acts.goTo(editor, "uninstallStrategy: Block", "uninstallStrategy: ".length);
    await page.keyboard.press("Shift+End");
    await page.keyboard.press("Delete");
    await page.keyboard.press("Control+Space");
    await suggestions.filter({ hasText: "RemoveWorkloads" }).first().waitFor();
    await acts.picture(page, "writing-values", "stays");
    await page.keyboard.press("Escape");
    await restore();
  });

  test("three mistakes are marked, and the first fix of each takes its mark away", async () => {
    await acts.openFile(editor, file("mistaken.yaml"));
    const marks = (): Promise<readonly string[]> => problems("mistaken.yaml");
    await expect.poll(marks, patience).toHaveLength(3);
    expect(await marks()).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/featureGate.*did you mean featureGates/),
        expect.stringMatching(/BlockUninstall\b/),
        expect.stringMatching(/integer|number/),
      ]),
    );
    await acts.picture(page, "writing-mistakes");
    const actions = page.locator(".action-widget .monaco-list-row");
    const mistakes = ["featureGate:", "BlockUninstall ", '"12"'];
    for (const [index, mistake] of mistakes.entries()) {
      await acts.goTo(editor, mistake);
      // VS Code closes its list of fixes where the marks are drawn again.
      const openFixes = async (): Promise<number> => {
        if ((await actions.count()) === 0) {
          await page.keyboard.press("Control+.");
          await actions.first().waitFor({ timeout: 2_000 });
        }
        return actions.count();
      };
      await expect.poll(openFixes, patience).toBeGreaterThan(0);
      await page.keyboard.press("Enter");
      await expect.poll(async () => (await marks()).length, patience).toBe(mistakes.length - 1 - index);
    }
    await expect.poll(() => acts.activeText(editor), patience).toBe(corrected);
    await acts.picture(page, "writing-fixed");
    await expect.poll(() => readFileSync(file("mistaken.yaml"), "utf8"), patience).toBe(corrected);
  });

  test("what would change is marked field by field, and nothing is stored", async () => {
    const before = await call<{ spec: object }>(cluster, "GET", hyperConverged);
    await acts.openFile(editor, file("corrected.yaml"));
    await expect.poll(() => see.inlays(page), patience).toEqual(["healthy · admin@prod"]);
    await see.runCommand(page, "HCO Status: What Would Change (Dry Run)");
    const title = expect.stringContaining("live ↔ result of a dry run on admin@prod");
    await expect.poll(() => acts.tabs(page), patience).toContainEqual(title);
    await expect.poll(() => shownYaml(page, "modified"), patience).toContain("batchEvictionSize: 12");
    await expect.poll(() => see.toasts(page), patience).toContainEqual(expect.stringContaining("batchEvictionSize"));
    expect(await shownYaml(page, "modified")).not.toContain("kept as it is");
    await acts.picture(page, "writing-dry-run");
    const after = await call<{ spec: object }>(cluster, "GET", hyperConverged);
    expect(after.spec).toEqual(before.spec);
    await editor.ask(async (vscode) => {
      await vscode.commands.executeCommand("notifications.clearAll");
      await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    });
  });

  test("a refused dry run marks the line of the field; a forbidden one names the permission", async () => {
    writeFileSync(file("refused.yaml"), refused);
    await acts.openFile(editor, file("refused.yaml"));
    await expect.poll(() => see.inlays(page), patience).toEqual(["healthy · admin@prod"]);
    await see.runCommand(page, "HCO Status: What Would Change (Dry Run)");
    await expect
      .poll(() => problems("refused.yaml"), patience)
      .toContainEqual(expect.stringContaining("must be between 1 and 100, see the runbook of the platform team"));
    const line = await editor.ask(
      (vscode, path) => vscode.languages.getDiagnostics(vscode.Uri.file(path))[0]?.range.start.line ?? -1,
      file("refused.yaml"),
    );
    expect((await acts.activeText(editor)).split("\n")[line]).toContain("batchEvictionSize");
    await acts.picture(page, "writing-refused");
    await editor.ask((vscode) => vscode.commands.executeCommand("notifications.clearAll"));
    await select("viewer@prod");
    await expect.poll(() => see.inlays(page), patience).toEqual(["healthy · viewer@prod"]);
    await see.runCommand(page, "HCO Status: What Would Change (Dry Run)");
    await expect
      .poll(() => see.toasts(page), patience)
      .toContainEqual(expect.stringMatching(/^Forbidden: a dry run requires the permission patch for hyperconvergeds/));
    await acts.picture(page, "writing-dry-run-forbidden");
    await editor.ask((vscode) => vscode.commands.executeCommand("notifications.clearAll"));
    await select("admin@prod");
  });

  test("the settings stand in five groups, and each switch beside a manifest acts at once", async () => {
    await editor.ask(async (vscode) => {
      await vscode.commands.executeCommand("workbench.action.closeAllEditors");
      await vscode.commands.executeCommand("workbench.action.openSettings", "hcoStatus");
    });
    const groups = ["Cluster", "Beside a Manifest", "While You Write", "Attention", "Consent"];
    const shown = page.locator(".settings-toc-wrapper .monaco-list-row");
    await shown.filter({ hasText: "Consent" }).first().waitFor();
    const titles = await shown.evaluateAll((all) =>
      all.map((each) => each.getAttribute("aria-label")?.split(",")[0] ?? ""),
    );
    expect(titles.filter((title) => groups.includes(title))).toEqual(groups);
    await acts.picture(page, "writing-settings");
    await acts.openFile(editor, file("hco.yaml"));
    const inlay = () => see.inlays(page);
    await expect.poll(inlay, patience).toEqual(["healthy · admin@prod"]);
    const turn = (name: string, isOn: boolean): Promise<void> =>
      editor.ask(
        async (vscode, setting, value) => {
          const settings = vscode.workspace.getConfiguration("hcoStatus");
          await settings.update(setting, value, vscode.ConfigurationTarget.Global);
        },
        `${name}.enabled`,
        isOn,
      );
    const bar = async (): Promise<string> => (await see.statusBar(page)).join("\n");
    for (const [name, has] of [
      ["inlayHints", async () => (await inlay()).length > 0],
      ["statusBar", async () => /HyperConverged healthy · admin@prod/.test(await bar())],
      ["languageStatus", async () => /Language Status.*admin@prod/.test(await bar())],
    ] as const) {
      await expect.poll(has, patience).toBe(true);
      await turn(name, false);
      await expect.poll(has, patience).toBe(false);
      await turn(name, true);
      await expect.poll(has, patience).toBe(true);
    }
    await acts.picture(page, "writing-settings-back");
  });
});
