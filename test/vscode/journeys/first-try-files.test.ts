import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { create } from "tar";
import { afterAll, beforeAll, beforeEach, expect, onTestFailed, test } from "vitest";
import { scenarios } from "../../cluster/scenarios.ts";
import { describeJourney } from "../describe-editor.ts";
import { type Editor, startEditor } from "../editor.ts";
import * as see from "../page.ts";
import { patience } from "../patience.ts";
import * as acts from "./first-try-acts.ts";
import {
  chooseFromMenuOf,
  manifest,
  menuOf,
  openFromExplorer,
  openFromExplorerUntil,
  openWalkthrough,
  widen,
} from "./live-desk.ts";
import { type ChangingKubeconfig, changingKubeconfig } from "./states-kubeconfig.ts";
import { places, press, seen, showsLive, view, welcomes } from "./states-view.ts";

const root = "kubevirt-hyperconverged";
const panic = 'panic: no matches for kind "Ingress" in version "networking.k8s.io/v1beta1"';
const pod = "cdi-deployment-ff221a4411-53124";

const certificate = `apiVersion: cert-manager.io/v1
kind: Certificate
metadata:
  name: shop-tls
  namespace: shop
spec:
  secretName: shop-tls
status:
  conditions:
    - type: Ready
      status: "False"
      reason: DoesNotExist
      message: Issuing certificate as Secret does not exist
      lastTransitionTime: "2026-11-21T11:40:00Z"
    - type: Issuing
      status: "False"
      reason: Failed
      message: The certificate request has failed to complete and will be retried
      lastTransitionTime: "2026-11-21T11:50:00Z"
`;

/** What a terminal shows of a Pod that the kernel killed, with the prompt before it. */
const described = `[me@laptop prod]$ kubectl describe pod web-1 -n shop
Name:             web-1
Namespace:        shop
Priority:         0
Node:             node-1/10.0.0.1
Start Time:       Sat, 21 Nov 2026 11:00:00 +0000
Status:           Running
IP:               10.244.0.7
Containers:
  web:
    Image:          registry.example.com/web:1
    State:          Waiting
      Reason:       CrashLoopBackOff
    Last State:     Terminated
      Reason:       OOMKilled
      Exit Code:    137
      Started:      Sat, 21 Nov 2026 11:40:00 +0000
      Finished:     Sat, 21 Nov 2026 11:41:00 +0000
    Ready:          False
    Restart Count:  7
Conditions:
  Type              Status
  Initialized       True
  Ready             False
  ContainersReady   False
  PodScheduled      True
QoS Class:                   BestEffort
Node-Selectors:              <none>
Tolerations:                 node.kubernetes.io/not-ready:NoExecute op=Exists for 300s
Events:
  Type     Reason   Age                  From     Message
  ----     ------   ----                 ----     -------
  Warning  BackOff  2m (x12 over 9m)     kubelet  Back-off restarting failed container web in pod web-1
[me@laptop prod]$
`;

describeJourney("a user without a cluster reads what was collected, at first try", (cluster, packed) => {
  const folder = mkdtempSync(join(tmpdir(), "hco-status-first-try-"));
  const workspace = join(folder, "workspace");
  const file = (name: string): string => join(workspace, name);
  const gathered = "must-gather.local.123";
  let editor: Editor;
  let page: Page;
  let config: ChangingKubeconfig;

  beforeAll(async () => {
    await scenarios.healthy(cluster, new Date());
    await writeFiles();
    config = changingKubeconfig(join(folder, "config"), cluster.kubeconfig);
    config.write([{ name: "admin@prod" }]);
    editor = await startEditor({ folder: workspace, unpacked: [packed.installed], env: { KUBECONFIG: config.path } });
    page = await editor.open({ viewport: { width: 1680, height: 900 } });
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  });
  beforeEach(({ task }) => {
    onTestFailed(async () => {
      await acts.picture(page, `files-failed-${task.name.slice(0, 40).replaceAll(/\W+/g, "-")}`, "stays");
    });
  });
  afterAll(async () => {
    await editor?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  async function writeFiles(): Promise<void> {
    const sample = join(packed.folder, "media", "sample");
    mkdirSync(file("docs"), { recursive: true });
    writeFileSync(join(file("docs"), "notes.md"), "# Notes\n");
    cpSync(sample, file(gathered), { recursive: true });
    const [image = ""] = readdirSync(sample).filter((name) => name.startsWith("quay-io"));
    const logs = join(file(gathered), image, "namespaces", root, "pods", pod, "cdi-controller/cdi-controller/logs");
    mkdirSync(logs, { recursive: true });
    const steps = Array.from({ length: 400 }, (_, index) => `I1121 11:45:00.100000       1 main.go:60] step ${index}`);
    writeFileSync(join(logs, "previous.log"), [...steps, panic, "", "goroutine 1 [running]:", ""].join("\n"));
    await create({ gzip: true, cwd: workspace, file: file("mg.tar.gz") }, [gathered]);
    const archive = readFileSync(file("mg.tar.gz"));
    writeFileSync(file("half.tar.gz"), archive.subarray(0, archive.length / 2));
    const crashing = join(packed.folder, "test/golden/cdi-crashes-and-aaq-cannot-pull-its-image/input.yaml");
    writeFileSync(file("dump.yaml"), readFileSync(crashing, "utf8"));
    const evil = readFileSync(crashing, "utf8")
      .replaceAll(pod, '"x$(touch pwned)"')
      .replaceAll("cdi-controller", '"a;b"');
    writeFileSync(file("evil.yaml"), evil);
    writeFileSync(file("one.yaml"), certificate);
    writeFileSync(file("paste.txt"), described);
    writeFileSync(file("hco.yaml"), manifest);
  }

  test("the walkthrough ticks each step after its action, and none before", async () => {
    await openWalkthrough(editor);
    await page.locator(".gettingStartedContainer img").first().waitFor();
    const done = page.locator(".gettingStartedContainer [role=checkbox][aria-checked=true][data-done-step-id]");
    const steps = (): Promise<number> => done.count();
    expect(await steps()).toBe(0);
    const follow = async (step: string, button: string): Promise<void> => {
      await page.locator(".gettingStartedContainer .step-title", { hasText: step }).click();
      await page.locator(".gettingStartedContainer .monaco-button", { hasText: button }).first().click();
    };
    await follow("See a verdict without a cluster", "Open the Bundled Sample");
    await expect.poll(() => see.sideBarTitle(page), patience).toBe("HCO Status: sample.tar.zst · must-gather");
    await expect.poll(steps, patience).toBe(1);
    await acts.picture(page, "files-walkthrough-sample");
    await follow("Connect to your cluster", "Connect");
    await showsLive(page, "admin@prod");
    await expect.poll(steps, patience).toBe(2);
    await acts.picture(page, "files-walkthrough-connected");
    await acts.openFile(editor, file("hco.yaml"));
    await expect.poll(() => see.inlays(page), patience).toEqual(["healthy · admin@prod"]);
    await openWalkthrough(editor);
    await expect.poll(steps, patience).toBe(3);
    await acts.picture(page, "files-walkthrough-done");
    // The next test begins without a cluster, and without a file.
    config.remove();
    await editor.ask((vscode) => vscode.commands.executeCommand("workbench.action.closeAllEditors"));
    await page.setViewportSize({ width: 1280, height: 1000 });
  });

  test("from an empty view to a verdict with one click", async () => {
    await welcomes(
      page,
      /^No kubeconfig with a context was found/,
      ...["Choose a Kubeconfig…", "Open Must-Gather or Dump…", "Open the Bundled Sample"],
    );
    await acts.picture(page, "files-welcome");
    await press(page, "Open the Bundled Sample");
    const isDown = expect.stringMatching(/^unavailable for 14m$/);
    await expect.poll(() => places(page), patience).toContainEqual([isDown, `sample.tar.zst · ${root}`]);
    const [first, second] = await see.rows(page, view);
    expect(first?.icon).toBe("error");
    expect(second).toMatchObject({
      label: "CDI",
      description: expect.stringMatching(/cdi-controller.*CrashLoopBackOff/),
    });
    await expect.poll(() => see.sideBarTitle(page), patience).toBe("HCO Status: sample.tar.zst · must-gather");
    await page.locator(".part.sidebar").hover();
    const icons = page.locator(".part.sidebar > .title .title-actions .action-label");
    await expect.poll(() => icons.first().getAttribute("aria-label"), patience).toBe("Back to the Cluster");
    await acts.picture(page, "files-sample");
  });

  test("the sample is read to its end, by its own time", async () => {
    await widen(page, 640);
    for (const label of ["KubeVirt", "Conditions", "Components", "Upgrade"]) await see.expand(page, view, label);
    const all = await acts.lines(page);
    expect(all.filter((line) => line.startsWith("CDI |"))).toHaveLength(2);
    expect(all).toContainEqual(
      expect.stringMatching(/^Impact \| no disk can be imported, cloned or uploaded; running VMs go on/),
    );
    expect(all).toContainEqual(expect.stringMatching(/^Conditions \| 4 of \d+ not as expected/));
    expect(all).toContainEqual(expect.stringMatching(/^Components \| 2 of \d unhealthy/));
    expect(all).toContainEqual(expect.stringMatching(/^Upgrade \| .*1\.19\.0 -> 1\.20\.0/));
    expect(all).toContainEqual(expect.stringMatching(/^Related objects \| 16, \d+ not collected$/));
    expect(all.join("\n")).not.toMatch(/\b(?:missing|deleted)\b|\d+d\b/);
    await acts.tooltipOf(page, root, "2026-11-21");
    await acts.picture(page, "files-sample-tooltip", "stays");
    await acts.leaveTooltip(page);
    expect((await menuOf(page, /^Pod cdi-deployment/)).join()).not.toContain("Terminal");
    await see.row(page, view, /^Deployment cdi-deployment/).click();
    await expect
      .poll(() => acts.tabs(page), patience)
      .toContainEqual(expect.stringContaining("cdi-deployment (collected, sample.tar.zst)"));
    await acts.picture(page, "files-sample-yaml");
  });

  test("the page of the extension has no broken picture, and names commands as the palette does", async () => {
    await editor.ask((vscode) => vscode.commands.executeCommand("extension.open", "hco-status.hco-status"));
    await page.locator(".extension-editor .name", { hasText: "HCO Status" }).waitFor();
    await expect
      .poll(async () => (await readme())?.includes("root cause, since when, and what it blocks"), patience)
      .toBe(true);
    expect(await brokenPictures()).toEqual([]);
    const titles: readonly string[] = await editor.ask((vscode) =>
      (vscode.extensions.getExtension("hco-status.hco-status")?.packageJSON.contributes.commands ?? []).map(
        ({ title }: { title: string }) => title,
      ),
    );
    expect(titles).toContain("Open the Bundled Sample");
    expect(await readme()).not.toContain("Show Log lists");
    await acts.picture(page, "files-extension-page");
  });

  async function readme(): Promise<string | undefined> {
    for (const frame of page.frames()) {
      const text = await frame
        .locator("body")
        .innerText({ timeout: 2_000 })
        .catch(() => "");
      if (text.includes("kubeconfig") && text.includes("Live YAML")) return text;
    }
    return undefined;
  }

  /** The addresses of pictures that were not drawn; the page of an extension has an empty one for a publisher without a sign. */
  async function brokenPictures(): Promise<readonly string[]> {
    const all = await Promise.all(
      page.frames().map((frame) =>
        frame
          .locator("img")
          .evaluateAll((images) =>
            images
              .filter((image) => !(image as HTMLImageElement).naturalWidth)
              .map((image) => (image as HTMLImageElement).src),
          )
          .catch(() => []),
      ),
    );
    return all.flat().filter((source) => source !== "");
  }

  test("a must-gather from the Explorer, and the log that was collected", async () => {
    await editor.ask((vscode) => vscode.commands.executeCommand("workbench.action.closeAllEditors"));
    await openFromExplorer(page, gathered);
    await expect.poll(() => see.sideBarTitle(page), patience).toBe(`HCO Status: ${gathered} · must-gather`);
    await see.row(page, view, root).waitFor();
    await see.expand(page, view, "CDI");
    await see.row(page, view, /^panic: no matches/).click();
    await expect.poll(() => acts.activeText(editor), patience).toContain(panic);
    const line = await editor.ask((vscode) => (vscode.window.activeTextEditor?.selection.active.line ?? -1) + 1);
    expect((await acts.activeText(editor)).split("\n")[line - 1]).toBe(panic);
    expect(readdirSync(file(gathered)).toSorted()).toEqual(
      readdirSync(join(packed.folder, "media", "sample")).toSorted(),
    );
    await acts.picture(page, "files-must-gather");
  });

  test("a folder without a must-gather and without manifests says so, and the view stays as it is", async () => {
    const toasts = async (): Promise<string> => (await see.toasts(page)).join("\n");
    await openFromExplorerUntil(page, "docs", toasts, /docs has neither a must-gather nor manifests/);
    await see.openContainer(page, "HCO Status");
    await expect.poll(() => see.sideBarTitle(page), patience).toBe(`HCO Status: ${gathered} · must-gather`);
    await acts.picture(page, "files-folder-of-notes");
    await editor.ask((vscode) => vscode.commands.executeCommand("notifications.clearAll"));
  });

  test("an archive, then the cluster again", async () => {
    config.write([{ name: "admin@prod" }]);
    await openFromExplorer(page, "mg.tar.gz");
    await expect.poll(() => see.sideBarTitle(page), patience).toBe("HCO Status: mg.tar.gz · must-gather");
    const isDown = expect.stringMatching(/^unavailable for 14m$/);
    await expect.poll(() => places(page), patience).toContainEqual([isDown, `mg.tar.gz · ${root}`]);
    await acts.openFile(editor, file("hco.yaml"));
    await expect
      .poll(() => see.inlays(page), patience)
      .toEqual([expect.stringMatching(/^✗ unavailable.* · mg\.tar\.gz$/)]);
    await acts.picture(page, "files-archive");
    await see.pressTitleButton(page, view, "Back to the Cluster");
    await showsLive(page, "admin@prod");
    await expect.poll(() => see.inlays(page), patience).toEqual(["healthy · admin@prod"]);
    expect(readdirSync(workspace)).not.toContain("mg");
    await acts.picture(page, "files-back-to-cluster");
  });

  test("a dump and an object of a kind without a family, from their tabs", async () => {
    await openFromTab("dump.yaml");
    await expect
      .poll(() => places(page), patience)
      .toContainEqual([expect.stringMatching(/^unavailable/), `dump.yaml · ${root}`]);
    expect(await menuOf(page, /^Pod cdi-deployment/)).not.toContain("Open Log");
    expect((await menuOf(page, root)).join()).not.toMatch(/Terminal|Wait until/);
    await acts.picture(page, "files-dump");
    await openFromTab("one.yaml");
    await expect
      .poll(() => places(page), patience)
      .toContainEqual([expect.stringMatching(/^degraded/), expect.stringContaining("shop-tls")]);
    const lines = async (): Promise<string> => (await acts.lines(page)).join("\n");
    await expect.poll(lines, patience).toContain("The certificate request has failed");
    await acts.picture(page, "files-certificate");
  });

  async function openFromTab(name: string): Promise<void> {
    await acts.openFile(editor, file(name));
    await chooseFromMenuOf(page, page.locator(".tab", { hasText: name }), "Open in HCO Status");
  }

  test("text that was pasted from a terminal is read as the Pod that it describes", async () => {
    await see.runCommand(page, "HCO Status: Open Must-Gather or Dump…");
    await see.pickByKeyboard(page, "File of", "File of manifests, or a snapshot (YAML, JSON)");
    await see.quickPick(page, "paste.txt").click();
    await expect.poll(async () => (await acts.lines(page)).join("\n"), patience).toMatch(/web-1[\s\S]*OOMKilled/);
    await expect.poll(() => see.viewMessage(page, view), patience).toContain("read paste.txt as pasted text: ");
    await acts.picture(page, "files-described");
  });

  test("half an archive is never healthy", async () => {
    await openFromExplorer(page, "half.tar.gz");
    await expect.poll(() => see.sideBarTitle(page), patience).toContain("half.tar.gz");
    await expect
      .poll(async () => JSON.stringify(await seen(page)), patience)
      .toMatch(/half\.tar\.gz.*(?:truncated|damaged|incomplete)/);
    expect(await acts.labels(page)).not.toContainEqual(expect.stringMatching(/^healthy/));
    await acts.picture(page, "files-half-archive");
  });

  test("a name that a shell would run is quoted in what is copied", async () => {
    await openFromExplorer(page, "evil.yaml");
    await expect.poll(() => places(page), patience).toContainEqual([expect.anything(), `evil.yaml · ${root}`]);
    await see.row(page, view, /^Show the .*log|^Show its conditions/).click();
    await expect.poll(() => acts.clipboard(editor), patience).toMatch(/^kubectl .*'x\$\(touch pwned\)'/);
    expect(await acts.clipboard(editor)).not.toContain("\n");
    expect(readdirSync(workspace)).not.toContain("pwned");
    await acts.picture(page, "files-evil-name");
  });
});
