import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, onTestFailed, test } from "vitest";
import { applicationKind } from "../../cluster/application-kind.ts";
import { application, createShop, deployment, service, shopKinds, writeStatus } from "../../cluster/applications.ts";
import { wipe } from "../../cluster/apply.ts";
import { minutesBefore } from "../../cluster/clock.ts";
import { define } from "../../cluster/crds.ts";
import { createOrganization, greenhouseKinds } from "../../cluster/greenhouse.ts";
import { call } from "../../cluster/http.ts";
import { writeContexts } from "../../cluster/many-contexts.ts";
import { describeJourney } from "../describe-editor.ts";
import { type Editor, startEditor } from "../editor.ts";
import * as see from "../page.ts";
import { patience } from "../patience.ts";
import * as acts from "./first-try-acts.ts";
import { widen } from "./live-desk.ts";
import { container, view } from "./states-view.ts";

const widget = {
  group: "acme.io",
  kind: "Widget",
  plural: "widgets",
  shortNames: [],
  versions: ["v1"],
  namespaced: true,
  statusSubresource: true,
};

describeJourney("other kinds than HyperConverged are understood, at first try", (cluster, packed) => {
  const folder = mkdtempSync(join(tmpdir(), "hco-status-kinds-"));
  const file = (name: string): string => join(folder, name);
  let editor: Editor;
  let page: Page;

  beforeAll(async () => {
    await wipe(cluster);
    await define(cluster, {
      hyperConverged: "absent",
      platform: "kubernetes",
      others: [applicationKind, ...greenhouseKinds, widget],
    });
    const now = new Date();
    await createShop(
      cluster,
      [deployment(now, "web", 1, 3), service("db")],
      application(shopKinds.slice(0, 3), writeStatus(now, "1/2", 25)),
    );
    await call(cluster, "POST", "/apis/acme.io/v1/namespaces/default/widgets", {
      apiVersion: "acme.io/v1",
      kind: "Widget",
      metadata: { name: "w1", namespace: "default" },
      spec: {},
    });
    const times = { lastTransitionTime: minutesBefore(now, 12) };
    const message = "no backend \u001b[31m[click](command:evil) <b>here</b>";
    await call(cluster, "PATCH", "/apis/acme.io/v1/namespaces/default/widgets/w1/status", {
      status: {
        conditions: [
          { type: "Ready", status: "False", reason: "BackendDown", message, ...times },
          { type: "Leaking", status: "True", reason: "DiskLow", message: "", ...times },
        ],
      },
    });
    writeFileSync(
      file("app.yaml"),
      "apiVersion: app.k8s.io/v1beta1\nkind: Application\nmetadata:\n  name: shop\n  namespace: shop\n",
    );
    writeFileSync(
      file("widget.yaml"),
      "apiVersion: acme.io/v1\nkind: Widget\nmetadata:\n  name: w1\n  namespace: default\n",
    );
    const KUBECONFIG = writeContexts(join(folder, ".kubeconfig"), cluster.kubeconfig, [{ name: "dev" }]);
    const settings = { "terminal.integrated.gpuAcceleration": "off" };
    editor = await startEditor({ folder, unpacked: [packed.installed], settings, env: { KUBECONFIG } });
    page = await editor.open({ file: file("app.yaml") });
    await see.openContainer(page, container);
    await see.row(page, view, /^(?:unavailable|degraded|healthy|progressing)/).waitFor();
    await widen(page, 560);
  });
  beforeEach(({ task }) => {
    onTestFailed(async () => {
      const name = `kinds-failed-${task.name.slice(0, 40).replaceAll(/\W+/g, "-")}`;
      await acts.picture(page, name, "stays");
    });
  });
  afterAll(async () => {
    await editor?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  test("an Application names the Deployment that is not ready, in tree, inlay and hover", async () => {
    const all = (): Promise<readonly string[]> => acts.lines(page);
    await expect
      .poll(all, patience)
      .toContainEqual(expect.stringMatching(/^(?:unavailable|degraded)[^|]* \| dev · shop/));
    await expect.poll(async () => (await all()).join("\n"), patience).toMatch(/Deployment web.*1\/3/);
    expect((await all()).join("\n")).not.toMatch(/Upgrade|CDI|disk/);
    await expect.poll(() => see.inlays(page), patience).toEqual([expect.stringMatching(/^✗ .*web.* · dev$/)]);
    await see.hover(page, "Application", "web");
    await acts.picture(page, "kinds-application", "stays");
    await see.leaveHover(page);
    await see.row(page, view, /^Deployment.*web/).click();
    await expect
      .poll(async () => `${await acts.terminalText(page)}${await acts.activeText(editor)}`, patience)
      .toMatch(/kubectl --context dev .*web|kind: Deployment/);
    await acts.picture(page, "kinds-application-acted");
    await editor.ask((vscode) => vscode.commands.executeCommand("workbench.action.closePanel"));
  });

  test("a kind without a family has its conditions as causes, and its texts do nothing", async () => {
    await acts.openFile(editor, file("widget.yaml"));
    await expect
      .poll(() => see.inlays(page), patience)
      .toEqual([expect.stringMatching(/^✗ (?:degraded|unavailable).* · dev$/)]);
    const text = await see.hover(page, "Widget", "BackendDown");
    expect(text).toContain("[click](command:evil)");
    expect(text).toContain("Leaking");
    expect(await page.locator(".monaco-hover:not(.hidden) a[href*=evil], .monaco-hover:not(.hidden) b").count()).toBe(
      0,
    );
    await acts.picture(page, "kinds-widget", "stays");
    await see.leaveHover(page);
  });

  test("the kinds of Greenhouse stand worst first, with kind and name, and are listed", async () => {
    await wipe(cluster);
    await createOrganization(cluster, new Date());
    await see.pressTitleButton(page, view, "Refresh");
    const roots = async () => (await see.rows(page, view)).filter(({ level }) => level === 1);
    await expect
      .poll(async () => (await roots()).map(({ description }) => description).join("\n"), patience)
      .toMatch(/Plugin .*Cluster|Cluster .*Plugin/s);
    const order = (await roots()).map(({ icon }) => icon);
    expect(order.lastIndexOf("error")).toBeLessThan(order.includes("pass") ? order.indexOf("pass") : order.length);
    for (const { description } of await roots())
      expect(description).toMatch(/^dev · (?:Organization|Cluster|Plugin|Team)\w* /);
    // Refresh connects again: until then the sidebar and the status bar say when the rows were read.
    await expect.poll(() => see.statusBar(page), patience).toContainEqual(expect.stringMatching(/5 unhealthy · dev$/));
    await expect.poll(() => see.viewMessage(page, view), patience).toBe("");
    await acts.picture(page, "kinds-greenhouse");
    await see.runCommand(page, "HCO Status: List Unhealthy Objects");
    await page.locator(".quick-input-list .monaco-list-row").first().waitFor();
    await acts.picture(page, "kinds-unhealthy-list", "stays");
    await expect
      .poll(() => see.choices(page), patience)
      .toEqual([
        "Cluster acme/prod-eu",
        "Plugin acme/prometheus-prod-eu",
        "PluginPreset acme/prometheus",
        "TeamRoleBinding acme/sre-cluster-admin",
        "Cluster acme/dev",
      ]);
    await expect.poll(() => see.badge(page, "HCO Status"), patience).toBe("5");
    await see.quickPick(page, "PluginPreset acme/prometheus").click();
    const selected = page.locator(".part.sidebar [role=treeitem].selected .label-description");
    await expect.poll(() => selected.allTextContents(), patience).toEqual(["dev · PluginPreset acme/prometheus"]);
  });
});
