import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { writeContexts } from "../../cluster/many-contexts.ts";
import { scenarios } from "../../cluster/scenarios.ts";
import { describeJourney } from "../describe-editor.ts";
import { type Editor, startEditor } from "../editor.ts";
import * as see from "../page.ts";
import { patience } from "../patience.ts";
import { manifest } from "./live-desk.ts";
import { container, places, showsLive } from "./states-view.ts";

interface Row {
  readonly kind: string;
  readonly text: string;
  /** Behind `kind:`. */
  readonly inlay: RegExp;
  /** A folder of test/golden whose input is opened as a dump; the cluster where absent. */
  readonly dump?: string;
  /** Label and description of the row of the object. */
  readonly row: readonly [RegExp, RegExp];
}

const rows: readonly [Row, ...Row[]] = [
  {
    kind: "HyperConverged",
    text: manifest,
    inlay: /^healthy · admin@test$/,
    row: [/^healthy/, /^admin@test · kubevirt-hyperconverged$/],
  },
  {
    kind: "Application",
    text: "apiVersion: app.k8s.io/v1beta1\nkind: Application\nmetadata:\n  name: shop\n  namespace: shop\n",
    inlay: /^healthy/,
    dump: "an-application-of-five-kinds-is-healthy",
    row: [/^healthy/, /^input\.yaml · .*shop$/],
  },
  {
    kind: "Plugin",
    text: "apiVersion: greenhouse.sap/v1alpha1\nkind: Plugin\nmetadata:\n  name: ingress\n  namespace: acme\n",
    inlay: /degraded/,
    dump: "a-suspended-greenhouse-plugin-keeps-its-old-ready",
    row: [/^degraded/, /^input\.yaml · Plugin .*ingress$/],
  },
];

describeJourney("the view shows what was read before the view was opened", (cluster, packed) => {
  const folder = mkdtempSync(join(tmpdir(), "hco-status-first-"));
  const config = join(folder, ".kubeconfig");
  const manifestFile = join(folder, "later.yaml");
  // One editor for all: each case begins with a window of its own, in which nothing was shown before.
  let editor: Editor;

  beforeAll(async () => {
    await scenarios.healthy(cluster, new Date());
    writeContexts(config, cluster.kubeconfig, [{ name: "admin@test" }, { name: "deputy@test" }]);
    writeFileSync(manifestFile, manifest);
    editor = await startEditor({ folder, unpacked: [packed.installed], env: { KUBECONFIG: config } });
  });
  afterAll(async () => {
    await editor?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  test.for(rows)("a manifest of kind $kind, then the view, and the view again", async (wanted) => {
    const { kind, text, inlay, dump, row } = wanted;
    const file = join(folder, `${kind}.yaml`);
    writeFileSync(file, text);
    const page = await editor.open({ file });
    await see.word(page, kind).waitFor();
    if (dump !== undefined)
      await editor.ask(
        (vscode, path) => vscode.commands.executeCommand("hcoStatus.openMustGather", path, "dump"),
        join(packed.folder, "test/golden", dump, "input.yaml"),
      );
    await expect.poll(() => see.inlays(page), patience).toEqual([matching(inlay)]);
    for (const _ of ["first", "again"]) {
      await see.openContainer(page, container);
      await expect.poll(() => places(page), patience).toContainEqual(row.map(matching));
      await hide(page);
    }
    await page.context().close();
  });

  /** The context of the sidebar; that of the kubeconfig while the settings name none. */
  let context = "admin@test";

  async function setContext(name: string | undefined): Promise<void> {
    context = name ?? "admin@test";
    await editor.ask(async (vscode, value) => {
      const settings = vscode.workspace.getConfiguration("hcoStatus");
      await settings.update("context", value ?? undefined, vscode.ConfigurationTarget.Global);
    }, name ?? null);
  }

  const ways: Readonly<Record<string, (page: Page) => Promise<void>>> = {
    view: (page) => see.openContainer(page, container),
    hidden: hide,
    manifest: async () => {
      await editor.ask((vscode, path) => vscode.window.showTextDocument(vscode.Uri.file(path)), manifestFile);
    },
    context: () => setContext(context === "admin@test" ? "deputy@test" : "admin@test"),
    refresh: async () => {
      await editor.ask((vscode) => vscode.commands.executeCommand("hcoStatus.refresh"));
    },
    reload: async (page) => {
      await page.reload({ waitUntil: "commit" });
    },
  };

  test.for([
    "view, manifest, hidden, view",
    "manifest, context, view",
    "view, context, hidden, context, view",
    "manifest, view, hidden, context, view",
    "manifest, refresh, view, reload, view",
  ])("rows show at the end of the order %s", async (order) => {
    const page = await editor.open();
    await see.openContainer(page, container);
    await hide(page);
    for (const step of order.split(", ")) await ways[step]?.(page);
    await showsLive(page, context, "admin@test");
    await setContext(undefined);
    await page.context().close();
  });

  /** Shows something else in the side bar. */
  async function hide(page: Page): Promise<void> {
    await editor.ask((vscode) => vscode.commands.executeCommand("workbench.view.explorer"));
    await expect.poll(() => places(page), patience).toEqual([]);
  }
});

function matching(expression: RegExp): unknown {
  return expect.stringMatching(expression);
}
