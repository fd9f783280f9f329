/// <reference lib="dom" />
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { scenarios } from "../cluster/scenarios.ts";
import { type Cluster, startCluster } from "../cluster/server.ts";
import { type Editor, startEditor } from "../vscode/editor.ts";
import { inertExtension } from "../vscode/inert-extension.ts";
import { installedEditor } from "../vscode/installed.ts";
import { letAaqBe, recordRelated, sayOfAaq } from "../vscode/journeys/live-acts.ts";
import { manifest, view } from "../vscode/journeys/live-desk.ts";
import { percentile, untilDrawn } from "../vscode/journeys/live-watching.ts";
import * as see from "../vscode/page.ts";
import type { Row } from "./row.ts";

const repository = fileURLToPath(new URL("../..", import.meta.url));
const root = "kubevirt-hyperconverged";

/** The real extension in a real VS Code, beside a real API server; nothing where there is no VS Code. */
export async function editorRows(): Promise<readonly Row[]> {
  if (installedEditor() === undefined) return [];
  execFileSync(process.execPath, [join(repository, "plugin/build/bundle.ts")], { stdio: "ignore" });
  const folder = mkdtempSync(join(tmpdir(), "hco-status-bench-editor-"));
  const { cluster, stop } = await startCluster();
  try {
    writeFileSync(join(folder, "hco.yaml"), manifest);
    await scenarios.healthy(cluster, new Date());
    const editor = await startEditor({ folder, unpacked: [repository], env: { KUBECONFIG: cluster.kubeconfig } });
    try {
      const page = await editor.open();
      await see.openContainer(page, "HCO Status");
      return [
        ...(await activationRows(folder)),
        ...(await openingRows(page)),
        ...(await pixelRows(page, cluster, 60)),
        ...(await relatedRows(page, cluster, 5_000)),
      ];
    } finally {
      await editor.stop();
    }
  } finally {
    await stop();
    rmSync(folder, { recursive: true });
  }
}

/**
 * From reading the bundle until `activate` has returned, by the processor time of the thread of a real extension host; each
 * time another source is compiled. VS Code's own part is not in it, nor what others do on this machine meanwhile.
 */
async function activationRows(folder: string): Promise<readonly Row[]> {
  const inert = inertExtension();
  const editor = await startEditor({ folder, unpacked: [inert.folder] });
  try {
    await editor.open();
    return await activationIn(editor);
  } finally {
    await editor.stop();
    inert.remove();
  }
}

async function activationIn(editor: Editor): Promise<readonly Row[]> {
  const times = await editor.ask((vscode, repetitions) => {
    const extension = vscode.extensions.getExtension("hco-status.hco-status");
    if (extension === undefined) throw new Error("the extension is not installed");
    const { createRequire } = process.getBuiltinModule("node:module");
    const { readFileSync } = process.getBuiltinModule("node:fs");
    const { compileFunction } = process.getBuiltinModule("node:vm");
    const entry = `${extension.extensionPath}/dist/extension/extension.cjs`;
    const require = createRequire(entry);
    return Array.from({ length: repetitions }, (_, index) => {
      const module = { exports: {} as { activate(context: unknown): unknown } };
      const subscriptions: { dispose(): unknown }[] = [];
      const workspaceState = { get: () => undefined, update: async () => {} };
      const before = process.threadCpuUsage();
      const source = `${readFileSync(entry, "utf8")}//${index}`;
      compileFunction(source, ["module", "exports", "require"], { filename: entry })(module, module.exports, require);
      module.exports.activate({ subscriptions, workspaceState, extensionUri: extension.extensionUri });
      const { user, system } = process.threadCpuUsage(before);
      for (const one of subscriptions) one.dispose();
      return (user + system) / 1000;
    });
  }, 15);
  const [first = Number.NaN] = times;
  return [
    ["activation of the extension, loading included, the first", `${first.toFixed(1)} ms`, "20 ms"],
    ["the same, half of 15", `${percentile(times, 0.5).toFixed(1)} ms`, "20 ms"],
  ];
}

/** From a change on the server to the row that is drawn again, with the way to the server and its response. */
async function pixelRows(page: Page, cluster: Cluster, repetitions: number): Promise<readonly Row[]> {
  await see.expand(page, view, "Components");
  await see.row(page, view, "AAQ").waitFor();
  const first = await untilDrawn(page, "AAQ", "DeployStarted", () => letAaqBe(cluster, "deploying"));
  await see.row(page, view, root).waitFor();
  const times: number[] = [];
  for (let repetition = 0; repetition < repetitions; repetition += 1) {
    // The pauses between two changes differ, so that they do not coincide with VS Code's pauses between two drawings.
    await sleep(300 + 37 * (repetition % 7));
    times.push(await untilDrawn(page, "AAQ", `Round${repetition}x`, () => sayOfAaq(cluster, `Round${repetition}x`)));
  }
  return [
    ["the first change on the server to its row in VS Code", `${first} ms`, "1000 ms"],
    ["a change on the server to its row in VS Code, half of them", `${percentile(times, 0.5)} ms`, "150 ms"],
    ["the same, 95 of 100", `${percentile(times, 0.95)} ms`, "150 ms"],
  ];
}

/** From a click until the row below is drawn, for a dozen closed rows of a healthy root, from the top, those below them too. */
async function openingRows(page: Page): Promise<readonly Row[]> {
  await see.row(page, view, "Components").waitFor();
  const times: number[] = [];
  const opened = new Set<string>();
  while (opened.size < 12) {
    const next = (await see.rows(page, view)).find(({ label, expanded }) => expanded === false && !opened.has(label));
    if (next === undefined) break;
    opened.add(next.label);
    times.push(await measureOpening(page, next.label));
  }
  return [
    [`opening a row of the tree, half of ${times.length}`, `${percentile(times, 0.5)} ms`, "300 ms"],
    ["the same, the slowest", `${Math.max(...times)} ms`, "300 ms"],
  ];
}

/** From a click until the rows below are drawn: a kind of which so many objects are recorded, and its first page. */
async function relatedRows(page: Page, cluster: Cluster, number: number): Promise<readonly Row[]> {
  await see.expand(page, view, "Components");
  await see.row(page, view, "Components").locator(".monaco-tl-twistie").click();
  await recordRelated(cluster, number);
  const label = see.row(page, view, "Related objects").locator(".label-description");
  await label.filter({ hasText: `${number}` }).waitFor();
  await see.expand(page, view, "Related objects");
  await see.row(page, view, "ConfigMap").waitFor();
  const kind = await measureOpening(page, "ConfigMap");
  const first = await measureOpening(page, /^from 1\b/);
  return [
    [`opening a kind with ${number} recorded objects`, `${kind} ms`, "100 ms"],
    ["opening the first hundred of them", `${first} ms`, "100 ms"],
  ];
}

/** Milliseconds from the click on a closed row until a row below it is drawn, by the page's clock. */
async function measureOpening(page: Page, row: string | RegExp): Promise<number> {
  const twistie = see.row(page, view, row).locator(".monaco-tl-twistie");
  await twistie.scrollIntoViewIfNeeded();
  const milliseconds = await twistie.evaluate(
    (element) =>
      new Promise<number>((drawn) => {
        const begun = performance.now();
        const opened = element.closest(".monaco-list-row");
        const index = Number(opened?.getAttribute("data-index"));
        const level = Number(opened?.getAttribute("aria-level"));
        const isChildThere = (): boolean => {
          const next = opened?.parentElement?.querySelector(`.monaco-list-row[data-index="${index + 1}"]`);
          return Number(next?.getAttribute("aria-level")) > level;
        };
        const observer = new MutationObserver(() => {
          if (!isChildThere()) return;
          observer.disconnect();
          requestAnimationFrame(() => drawn(performance.now() - begun));
        });
        observer.observe(document.body, { subtree: true, childList: true, attributes: true });
        (element as HTMLElement).click();
      }),
  );
  return Math.round(milliseconds);
}
