import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { dump } from "js-yaml";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hyperConverged } from "../../cluster/hyperconverged.ts";
import { scenarios } from "../../cluster/scenarios.ts";
import { weakUser } from "../../cluster/users.ts";
import { describeJourney } from "../describe-editor.ts";
import { type Editor, startEditor } from "../editor.ts";
import * as see from "../page.ts";
import { patience } from "../patience.ts";
import { languageStatus, settingsFile, showFile, userOf, writeWorkspace } from "./states-folders.ts";
import { type ChangingKubeconfig, changingKubeconfig } from "./states-kubeconfig.ts";
import { container, showsLive, view } from "./states-view.ts";

describeJourney(
  "a folder counts for the context that is pinned there, and the sidebar for its own",
  (cluster, packed) => {
    const folder = mkdtempSync(join(tmpdir(), "hco-status-pins-"));
    let editor: Editor;
    let page: Page;
    let config: ChangingKubeconfig;
    let contexts: readonly { readonly name: string; readonly user?: object }[];

    beforeAll(async () => {
      await scenarios.healthy(cluster, new Date());
      contexts = [
        { name: "here" },
        { name: "south" },
        { name: "barred", user: userOf((await weakUser(cluster)).kubeconfig) },
      ];
      config = changingKubeconfig(join(folder, "config"), cluster.kubeconfig);
      config.write(contexts);
      const files = { "hco.yaml": dump(hyperConverged()) };
      const workspace = writeWorkspace(folder, {
        apps: { context: "south", files },
        infra: { context: "barred", files },
        loose: { files },
      });
      editor = await startEditor({ folder: workspace, unpacked: [packed.installed], env: { KUBECONFIG: config.path } });
      page = await editor.open();
      await see.openContainer(page, container);
    });
    afterAll(async () => {
      await editor?.stop();
      rmSync(folder, { recursive: true, force: true });
    });

    test("each document shows its folder's cluster, side by side, and names it", async () => {
      await show("apps");
      await tells("healthy · south");
      await show("infra", 2);
      await tells("healthy · south", "forbidden · barred");
      await expect.poll(() => languageStatus(page), patience).toMatch(/forbidden, barred\b/);
      await showsLive(page, "here");
    });

    test("a folder without a pin counts for what the sidebar shows", async () => {
      await show("loose", 2);
      await tells("healthy · south", "healthy · here");
      await expect.poll(() => see.viewMessage(page, view), patience).toBe("");
    });

    test("a pin is written into the folder's settings by keyboard, and taken back", async () => {
      await show("infra", 2);
      await tells("healthy · south", "forbidden · barred");
      await pin("infra", "south");
      await expect.poll(() => pinOf("infra"), patience).toBe("south");
      await tells("healthy · south", "healthy · south");
      await pin("infra", "No pin");
      await expect.poll(() => pinOf("infra"), patience).toBeUndefined();
      await tells("healthy · south", "healthy · here");
      expect(pinOf("apps")).toBe("south");
    });

    test("what is shown beside the current context says so, and stays when that moves on", async () => {
      await see.runCommand(page, "HCO Status: Select Context…");
      await see.quickPick(page, "south").click();
      await showsLive(page, "south", "here");
      await tells("healthy · south", "healthy · south");
      config.replace(contexts, "barred");
      await showsLive(page, "south", "barred");
      await tells("healthy · south", "healthy · south");
      await expect.poll(() => languageStatus(page), patience).toMatch(/healthy, south · live\b/);
    });

    function show(name: string, column = 1): Promise<void> {
      return showFile(editor, join(folder, name, "hco.yaml"), column);
    }

    /** From the left. */
    async function tells(...inlays: readonly string[]): Promise<void> {
      await expect.poll(() => see.inlays(page), patience).toEqual(inlays);
    }

    async function pin(name: string, context: string): Promise<void> {
      await see.runCommand(page, "HCO Status: Pin a Context for This Folder…");
      await page.locator(".quick-input-widget", { hasText: `Select the context for folder ${name}` }).waitFor();
      await see.pickByKeyboard(page, context, context);
    }

    /** As its settings say it. */
    function pinOf(name: string): unknown {
      return JSON.parse(readFileSync(settingsFile(folder, name), "utf8"))["hcoStatus.context"];
    }
  },
);
