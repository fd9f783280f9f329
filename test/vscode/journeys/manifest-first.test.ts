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

describeJourney("the view shows what was read before the view was opened", (cluster, { vsix, folder: repository }) => {
  const folder = mkdtempSync(join(tmpdir(), "hco-status-first-"));
  const config = join(folder, ".kubeconfig");
  const [hyperConverged] = rows;

  beforeAll(async () => {
    await scenarios.healthy(cluster, new Date());
    writeContexts(config, cluster.kubeconfig, [{ name: "admin@test" }, { name: "deputy@test" }]);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test.for(rows)("a manifest of kind $kind, then the view, and the view again", async (wanted) => {
    await withManifest(wanted, async (editor, page) => {
      for (const _ of ["first", "again"]) {
        await see.openContainer(page, container);
        await expect.poll(() => places(page), patience).toContainEqual(wanted.row.map(matching));
        await hide(editor, page);
      }
    });
  });

  test("another context, chosen while the view is hidden", async () => {
    await withManifest(hyperConverged, async (editor, page) => {
      await see.openContainer(page, container);
      await showsLive(page, "admin@test");
      await hide(editor, page);
      await editor.ask(async (vscode) => {
        const settings = vscode.workspace.getConfiguration("hcoStatus");
        await settings.update("context", "deputy@test", vscode.ConfigurationTarget.Global);
      });
      await expect.poll(() => see.inlays(page), patience).toEqual(["healthy · deputy@test"]);
      await see.openContainer(page, container);
      await showsLive(page, "deputy@test", "admin@test");
    });
  });

  const ways: Readonly<Record<string, (editor: Editor, page: Page) => Promise<void>>> = {
    view: (_, page) => see.openContainer(page, container),
    hidden: hide,
    manifest: async (editor) => {
      await editor.ask((vscode, path) => vscode.window.showTextDocument(vscode.Uri.file(path)), manifestFile);
    },
    context: async (editor) => {
      await editor.ask(async (vscode) => {
        const settings = vscode.workspace.getConfiguration("hcoStatus");
        await settings.update("context", "deputy@test", vscode.ConfigurationTarget.Global);
      });
    },
    refresh: async (editor) => {
      await editor.ask((vscode) => vscode.commands.executeCommand("hcoStatus.refresh"));
    },
    reload: async (_, page) => {
      await page.reload({ waitUntil: "commit" });
    },
  };
  const manifestFile = join(folder, "later.yaml");

  // One editor for all: each order begins with a window of its own, in which nothing was shown before.
  test("rows show at the end of every order of view, manifest, context, refresh, reload and hiding", async () => {
    writeFileSync(manifestFile, manifest);
    const editor = await startEditor({ folder, vsix, env: { KUBECONFIG: config } });
    try {
      for (const order of [
        ["view", "manifest", "hidden", "view"],
        ["manifest", "context", "view"],
        ["view", "context", "hidden", "context", "view"],
        ["manifest", "refresh", "view", "reload", "view"],
      ]) {
        const page = await editor.open();
        await see.openContainer(page, container);
        await hide(editor, page);
        for (const step of order) await ways[step]?.(editor, page);
        const isHealthy = expect.stringMatching(/^healthy/);
        await expect.poll(() => places(page), patience).toContainEqual([isHealthy, expect.anything()]);
        await page.context().close();
      }
    } finally {
      await editor.stop();
    }
  });

  /** In an editor of its own: what VS Code asks, and when, depends on what it has shown before. */
  async function withManifest(
    { kind, text, inlay, dump }: Row,
    use: (editor: Editor, page: Page) => Promise<void>,
  ): Promise<void> {
    const file = join(folder, `${kind}.yaml`);
    writeFileSync(file, text);
    const editor = await startEditor({ folder, vsix, env: { KUBECONFIG: config } });
    try {
      const page = await editor.open({ file });
      await see.word(page, kind).waitFor();
      if (dump !== undefined)
        await editor.ask(
          (vscode, path) => vscode.commands.executeCommand("hcoStatus.openMustGather", path, "dump"),
          join(repository, "test/golden", dump, "input.yaml"),
        );
      await expect.poll(() => see.inlays(page), patience).toEqual([matching(inlay)]);
      await use(editor, page);
    } finally {
      await editor.stop();
    }
  }
});

/** Shows something else in the side bar. */
async function hide(editor: Editor, page: Page): Promise<void> {
  await editor.ask((vscode) => vscode.commands.executeCommand("workbench.view.explorer"));
  await expect.poll(() => places(page), patience).toEqual([]);
}

function matching(expression: RegExp): unknown {
  return expect.stringMatching(expression);
}
