import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, onTestFailed, test } from "vitest";
import { minutesBefore } from "../../cluster/clock.ts";
import { kubeVirt, lifecycle, networkAddons } from "../../cluster/component-status.ts";
import { call } from "../../cluster/http.ts";
import { scenarios } from "../../cluster/scenarios.ts";
import { versions } from "../../cluster/versions.ts";
import { describeJourney } from "../describe-editor.ts";
import * as see from "../page.ts";
import { patience } from "../patience.ts";
import * as acts from "./first-try-acts.ts";
import { letAaqBe, letComponentsBe, letDaemonSetBe, recreateHyperConverged } from "./live-acts.ts";
import { chooseFromMenu, type Desk, manifest, openDesk, reported, showManifest, view } from "./live-desk.ts";
import { shownYaml, timelineIn } from "./live-panes.ts";

const root = "kubevirt-hyperconverged";
const deployment = `/apis/apps/v1/namespaces/${root}/deployments/cdi-deployment`;

describeJourney("what changes on a cluster is followed, at first try", (cluster, packed) => {
  let desk: Desk;
  const verdict = (): Promise<string | undefined> => reported(desk.page, root);

  beforeAll(async () => {
    await scenarios.healthy(cluster, new Date());
    desk = await openDesk(cluster, packed, {
      "hcoStatus.codeLens.enabled": false,
      "hcoStatus.endOfLine.enabled": false,
      "hcoStatus.notifications": "unhealthy",
      "terminal.integrated.gpuAcceleration": "off",
    });
  });
  beforeEach(({ task }) => {
    onTestFailed(async () => {
      const name = `changes-failed-${task.name.slice(0, 40).replaceAll(/\W+/g, "-")}`;
      await acts.picture(desk.page, name, "stays");
    });
  });
  afterAll(() => desk?.stop());

  test("all is well: nothing on the screen asks for attention", async () => {
    const { page } = desk;
    await expect.poll(verdict, patience).toMatch(/^healthy for \d+m \| admin@test · /);
    for (const label of ["Conditions", "Components"]) await see.expand(page, view, label);
    const all = await see.rows(page, view);
    expect(all.map(({ label, description }) => `${label} | ${description}`)).toContainEqual(
      expect.stringMatching(/^Components \| \d+ healthy/),
    );
    expect(all.filter(({ icon }) => ["error", "warning", "question", "sync"].includes(icon))).toEqual([]);
    expect(await acts.lines(page)).not.toContainEqual(expect.stringMatching(/blocked by|deleted/));
    expect(all[0]?.spoken).toMatch(/kubevirt-hyperconverged.*healthy.*admin@test/);
    expect(await see.badge(page, "HCO Status")).toBeUndefined();
    expect(await see.toasts(page)).toEqual([]);
    await acts.picture(page, "changes-healthy");
  });

  test("a healthy verdict has its warning beside it", async () => {
    const { page } = desk;
    await letDaemonSetBe(cluster, "virt-handler", 2);
    await expect.poll(verdict, patience).toMatch(/^healthy .*virt-handler has 2 of 3/);
    const warned = expect.stringMatching(/^KubeVirt \| healthy .*: DaemonSet virt-handler 2\/3 ready$/);
    await expect.poll(() => acts.lines(page), patience).toContainEqual(warned);
    const icon = async () => (await see.rows(page, view)).find(({ label }) => label === "KubeVirt")?.icon;
    await expect.poll(icon, patience).toBe("warning");
    await expect.poll(() => acts.lines(page), patience).toContainEqual("Components | 6 healthy, 1 with a warning");
    await expect.poll(() => see.inlays(page), patience).toEqual(["! healthy, 1 warning · admin@test"]);
    const said = "HyperConverged healthy, 1 warning · admin@test";
    await expect.poll(() => see.statusBar(page), patience).toContain(said);
    await see.expand(page, view, /^KubeVirt reports healthy, but/);
    await expect
      .poll(() => acts.lines(page), patience)
      .toContainEqual(expect.stringMatching(/kubectl --context admin@test .*virt-handler/));
    await acts.picture(page, "changes-warning");
    await letDaemonSetBe(cluster, "virt-handler", 3);
    await expect.poll(verdict, patience).not.toContain("virt-handler");
  });

  test("a file is compared with what is live, corrected and saved", async () => {
    const { page, editor, file } = desk;
    await showManifest(desk);
    await see.runCommand(page, "HCO Status: Compare Manifest with Object");
    await expect.poll(() => shownYaml(page, "original"), patience).toContain("batchEvictionSize: 10");
    await expect.poll(() => shownYaml(page, "modified"), patience).toContain("batchEvictionSize: 12");
    expect(await shownYaml(page, "original")).not.toMatch(/managedFields|resourceVersion/);
    await acts.picture(page, "changes-compared");
    await acts.goTo(editor, "batchEvictionSize: 12", "batchEvictionSize: 12".length);
    await page.keyboard.press("Backspace");
    await page.keyboard.type("0");
    await page.keyboard.press("Control+S");
    await expect.poll(() => readFileSync(file, "utf8"), patience).toContain("batchEvictionSize: 10");
    writeFileSync(file, manifest);
  });

  test("comparing what does not exist says so, and changes nothing", async () => {
    const { page, editor, file } = desk;
    const path = join(file, "..", "new.yaml");
    writeFileSync(path, manifest.replaceAll("name: kubevirt-hyperconverged", "name: another"));
    await editor.ask((vscode) => vscode.commands.executeCommand("workbench.action.closeAllEditors"));
    await acts.openFile(editor, path);
    await expect.poll(() => see.inlays(page), patience).toEqual(["not on the cluster · admin@test"]);
    await see.runCommand(page, "HCO Status: Compare Manifest with Object");
    const said = async (): Promise<string> => [...(await see.toasts(page)), await shownYaml(page)].join("\n");
    await expect.poll(said, patience).toMatch(/another on admin@test: the object does not exist/);
    await acts.picture(page, "changes-compared-with-nothing");
    await editor.ask(async (vscode) => {
      await vscode.commands.executeCommand("notifications.clearAll");
      await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    });
  });

  test("live YAML follows its object through a change, its deletion and its return", async () => {
    const { page, editor } = desk;
    await see.expand(page, view, "CDI");
    await see.row(page, view, /^Deployment cdi-deployment/).click();
    await expect.poll(() => acts.activeText(editor), patience).toMatch(/^# Deployment .* on admin@test: live/);
    const { metadata, spec } = await call<{ metadata: { labels: object }; spec: object }>(cluster, "GET", deployment);
    await call(cluster, "PATCH", deployment, { spec: { replicas: 2 } });
    await expect.poll(() => acts.activeText(editor), patience).toContain("replicas: 2");
    const ofDeployment = (await acts.tabs(page)).filter((tab) => tab.includes("cdi-deployment"));
    expect(ofDeployment).toHaveLength(1);
    await call(cluster, "DELETE", `${deployment}?propagationPolicy=Background`);
    await expect.poll(() => acts.activeText(editor), patience).toMatch(/deleted/);
    expect(await acts.activeText(editor)).toContain("replicas: 2");
    await acts.picture(page, "changes-live-deleted");
    await call(cluster, "POST", deployment.slice(0, deployment.lastIndexOf("/")), {
      apiVersion: "apps/v1",
      kind: "Deployment",
      metadata: { name: "cdi-deployment", namespace: root, labels: metadata.labels },
      spec,
    });
    await expect.poll(() => acts.activeText(editor), patience).toMatch(/^# Deployment .* on admin@test: live/);
    await expect.poll(() => acts.activeText(editor), patience).not.toContain("replicas: 2");
    await acts.picture(page, "changes-live-again");
  });

  test("only a turn for the worse is notified, and muting leaves tree and badge as they are", async () => {
    const { page, editor } = desk;
    await scenarios.healthy(cluster, new Date());
    await editor.ask((vscode) => vscode.commands.executeCommand("notifications.clearAll"));
    await expect.poll(verdict, patience).toMatch(/^healthy/);
    await showManifest(desk);
    await letAaqBe(cluster, "deploying", 3);
    const notice = /^HyperConverged kubevirt-hyperconverged is unavailable on admin@test: AAQ/;
    await expect.poll(() => see.toasts(page), patience).toEqual([expect.stringMatching(notice)]);
    await acts.picture(page, "changes-notice");
    await page.locator(".notifications-toasts .monaco-button", { hasText: /^Mute for an hour$/ }).click();
    await expect.poll(() => see.toasts(page), patience).toEqual([]);
    const at = minutesBefore(new Date(), 2);
    const statuses = {
      AAQ: lifecycle.deploying(versions["1.20.0"].AAQ, at),
      CDI: lifecycle.fallenOver(versions["1.20.0"].CDI, at),
    };
    await letComponentsBe(cluster, statuses, { minutes: 2 });
    await expect
      .poll(() => see.inlays(page), patience)
      .toEqual([expect.stringMatching(/AAQ(?:, CDI| \+1)|CDI(?:, AAQ| \+1)/)]);
    await expect.poll(() => see.badge(page, "HCO Status"), patience).toBe("1");
    expect(await see.toasts(page)).toEqual([]);
    await acts.picture(page, "changes-muted");
  });

  test("only the unhealthy rows, a recovery among them, and all of them again", async () => {
    const { page } = desk;
    for (const label of ["Conditions", "Components"]) await see.expand(page, view, label);
    await see.pressTitleButton(page, view, "Hide Healthy");
    await expect.poll(() => acts.labels(page), patience).not.toContain("MigController");
    const counted = expect.stringMatching(/^Components \| 2 of \d unhealthy/);
    await expect.poll(() => acts.lines(page), patience).toContainEqual(counted);
    await acts.picture(page, "changes-unhealthy-only");
    const at = minutesBefore(new Date(), 2);
    const recovered = {
      AAQ: lifecycle.deploying(versions["1.20.0"].AAQ, at),
      CDI: lifecycle.deployed(versions["1.20.0"].CDI, at),
    };
    await letComponentsBe(cluster, recovered, { minutes: 2 });
    await expect.poll(() => acts.labels(page), patience).not.toContain("CDI");
    await see.pressTitleButton(page, view, "Show Healthy Too");
    await expect.poll(() => acts.labels(page), patience).toEqual(expect.arrayContaining(["CDI", "MigController"]));
  });

  test("waiting until it is healthy names what it waits for, ends by itself, and can be cancelled", async () => {
    const { page } = desk;
    await chooseFromMenu(page, root, "Wait until Healthy");
    await expect.poll(() => see.toasts(page), patience).toContainEqual(expect.stringMatching(/^Waiting until .*AAQ/));
    await acts.picture(page, "changes-waiting");
    await page.locator(".notifications-toasts .monaco-button", { hasText: "Cancel" }).click();
    await expect.poll(() => see.toasts(page), patience).toEqual([]);
    await chooseFromMenu(page, root, "Wait until Healthy");
    await expect.poll(() => see.toasts(page), patience).toContainEqual(expect.stringMatching(/^Waiting until/));
    await letAaqBe(cluster, "deployed");
    const reached = expect.stringMatching(/is healthy on admin@test, after/);
    await expect.poll(() => see.toasts(page), patience).toContainEqual(reached);
    await acts.picture(page, "changes-waited");
    await desk.editor.ask((vscode) => vscode.commands.executeCommand("notifications.clearAll"));
  });

  test("the timeline has words and marks for what was observed, and is up to date after another tab", async () => {
    const { page } = desk;
    await showManifest(desk);
    await chooseFromMenu(page, root, "Show Timeline");
    const frame = await timelineIn(page);
    const said = () => frame.locator("#said").innerText();
    await frame.locator('.track[aria-label="AAQ"] .segment').first().focus();
    await expect.poll(said, patience).toMatch(/^AAQ: /);
    await acts.picture(page, "changes-timeline");
    await page.locator(".tab", { hasText: "hco.yaml" }).click();
    await letAaqBe(cluster, "deploying");
    await expect.poll(verdict, patience).toMatch(/^unavailable/);
    await page.locator(".tab", { hasText: /[Tt]imeline/ }).click();
    const again = await timelineIn(page);
    const state = () =>
      again
        .locator(".lane", { has: again.locator(".name b", { hasText: /^AAQ$/ }) })
        .locator(".now")
        .innerText();
    await expect.poll(state, patience).toContain("unavailable");
    await acts.picture(page, "changes-timeline-again");
    await letAaqBe(cluster, "deployed");
    await expect.poll(verdict, patience).toMatch(/^healthy/);
  });

  test("components with several complaints are one row each, and all surfaces count the same", async () => {
    const { page } = desk;
    await showManifest(desk);
    const at = minutesBefore(new Date(), 0);
    const message = "DaemonSet is not available (awaiting 3 nodes)";
    const addons = networkAddons.ready(versions["1.20.0"].NetworkAddonsConfig, at);
    const handler = kubeVirt.ready(versions["1.20.0"].KubeVirt, at);
    for (const name of ["bridge-marker", "multus", "kube-cni-linux-bridge-plugin", "virt-handler"])
      await letDaemonSetBe(cluster, name, 0).catch(() => {});
    await letComponentsBe(cluster, {
      NetworkAddonsConfig: {
        ...addons,
        conditions: addons.conditions.map((each) =>
          each.type === "Degraded" ? { ...each, status: "True", reason: "FailedRollout", message } : each,
        ),
      },
      KubeVirt: {
        ...handler,
        conditions: handler.conditions.map((each) =>
          each.type === "Degraded" ? { ...each, status: "True", reason: "ExistingDeploymentsNotReady", message } : each,
        ),
      },
    });
    await expect.poll(verdict, patience).toMatch(/^(?:degraded|unavailable)/);
    await expect.poll(() => see.inlays(page), patience).toEqual([expect.stringMatching(/: \w+(?: \+1|, \w+)/)]);
    const complaining = async (): Promise<readonly string[]> => {
      const below = (await see.rows(page, view)).filter(({ level }) => level === 2).map(({ label }) => label);
      return below.filter((label) => label === "NetworkAddonsConfig" || label === "KubeVirt").toSorted();
    };
    await expect.poll(complaining, patience).toEqual(["KubeVirt", "NetworkAddonsConfig"]);
    await expect.poll(() => see.badge(page, "HCO Status"), patience).toBe("1");
    await see.hover(page, "HyperConverged", "NetworkAddonsConfig");
    await acts.picture(page, "changes-complaints", "stays");
    await see.leaveHover(page);
  });

  test("deleted and created again: gone, then the new one, without remains", async () => {
    const { page } = desk;
    await scenarios.healthy(cluster, new Date());
    await expect.poll(verdict, patience).toMatch(/^healthy/);
    await showManifest(desk);
    await recreateHyperConverged(cluster, async () => {
      await expect.poll(() => reported(page, `HyperConverged ${root}`), patience).toMatch(/^deleted/);
      await expect
        .poll(() => see.inlays(page), patience)
        .toEqual([expect.stringMatching(/not on the cluster|deleted/)]);
      await acts.picture(page, "changes-deleted");
    });
    await expect.poll(verdict, patience).toMatch(/^healthy/);
    await expect.poll(() => see.inlays(page), patience).toEqual(["healthy · admin@test"]);
    const deleted = async () => (await acts.lines(page)).filter((line) => line.startsWith("deleted"));
    await expect.poll(deleted, patience).toEqual([]);
    await acts.picture(page, "changes-created-again");
  });

  test("a refused deletion is the cause, with the whole refusal in its tool tip", async () => {
    const { page } = desk;
    await scenarios.deleting(cluster, new Date());
    await expect
      .poll(() => acts.lines(page), patience)
      .toContainEqual(expect.stringMatching(/Rejecting the uninstall request|refuse/));
    await expect.poll(async () => (await see.rows(page, view))[0]?.icon, patience).toBe("error");
    await acts.picture(page, "changes-refused-deletion");
    const [, cause] = await see.rows(page, view);
    const hint = await acts.tooltipOf(page, cause?.label ?? "", "before uninstalling KubeVirt");
    expect(hint).not.toMatch(/100% healthy/);
    await acts.picture(page, "changes-refused-tooltip", "stays");
    expect(cause?.spoken).toMatch(/Enter: /);
  });
});
