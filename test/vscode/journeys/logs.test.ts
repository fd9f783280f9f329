import { appendFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, onTestFailed, test } from "vitest";
import { minutesBefore } from "../../cluster/clock.ts";
import { type LogKubelet, startLogKubelet } from "../../cluster/kubelet.ts";
import { scenarios } from "../../cluster/scenarios.ts";
import { describeJourney } from "../describe-editor.ts";
import * as see from "../page.ts";
import { patience } from "../patience.ts";
import { activeName, activeText } from "./first-try-acts.ts";
import {
  type Desk,
  followLogLink,
  openDesk,
  openLogFromMenu,
  picturesFolder,
  readHeading,
  view,
  widen,
} from "./live-desk.ts";
import { places } from "./states-view.ts";

const panic = 'panic: no matches for kind "Ingress" in version "networking.k8s.io/v1beta1"';
const image = "quay-io-kubevirt-must-gather-sha256-1c5d0e7a";
const megabyte = 2 ** 20;
const gigabyte = 2 ** 30;
const before = Array.from({ length: 300 }, (_, index) => `I1128 10:00:00.100000       1 main.go:60] step ${index}`);
const previous = [
  ...before,
  "\x1b[32mready\x1b[0m, \x1b[1;33mpassword=hunter2hunter2\x1b[0m",
  "\x1b]0;a title\x07\x1b[2J\u202etrojan",
  "I1128 10:00:01.100000       1 main.go:61] this is Pod kubevirt-hyperconverged/cdi-deployment-ff221a4411-53124",
  panic,
  "",
  "goroutine 1 [running]:",
  "main.run(0x0)",
  "\t/src/main.go:42 +0x1d",
];

describeJourney("a user reads the log of a container as a document, and follows the names in it", (cluster, packed) => {
  let kubelet: LogKubelet;
  let desk: Desk;
  /** The responses that follow a log. */
  const following = new Set<ServerResponse>();
  const gathered = mkdtempSync(join(tmpdir(), "hco-status-logs-"));

  beforeAll(async () => {
    const now = new Date();
    await scenarios.crashAndPull(cluster, now);
    kubelet = await startLogKubelet(cluster, "node01", minutesBefore(now, 90));
    kubelet.answer((response, query) => {
      response.writeHead(200, { "content-type": "text/plain" });
      if (query.get("previous") === "true") response.end(`${previous.join("\n")}\n`);
      else if (query.get("follow") === "true") {
        response.write("I1128 10:05:00.100000       1 main.go:60] starting again\n");
        following.add(response);
        response.once("close", () => following.delete(response));
      } else response.end(`${panic}\n`);
    });
    desk = await openDesk(cluster, packed);
  });
  beforeEach(() => {
    onTestFailed(async () => {
      await see.screenshot(desk.page, "failed", picturesFolder(), "stays");
    });
  });
  afterAll(async () => {
    await desk?.stop();
    await kubelet?.close();
    rmSync(gathered, { recursive: true, force: true });
  });

  const text = () => activeText(desk.editor);
  /** The number of the line with the cursor, from 1. */
  const cursorLine = (): Promise<number> =>
    desk.editor.ask((vscode) => (vscode.window.activeTextEditor?.selection.active.line ?? -1) + 1);
  const heading = () => readHeading(desk.editor);

  /** The bytes that the extension host occupies. */
  const memory = (): Promise<number> => desk.editor.ask(() => process.memoryUsage().rss);
  /** Where a must-gather has the logs of the container that crashes. */
  const logsFolder = (folder: string): string => {
    const pod = "namespaces/kubevirt-hyperconverged/pods/cdi-deployment-ff221a4411-53124";
    return join(gathered, folder, image, pod, "cdi-controller/cdi-controller/logs");
  };

  test("the row of a crashed container opens the log of its previous run, at the line that explains", async () => {
    const { page } = desk;
    await openLogFromMenu(desk, /container cdi-controller/, /previous run, ended/);
    await expect.poll(text, patience).toContain(panic);
    const lines = (await text()).split("\n");
    await expect.poll(cursorLine, patience).toBe(lines.indexOf(panic) + 1);
    await expect
      .poll(heading, patience)
      .toMatch(
        /^# admin@test · previous run, ended · explained by line 305 · see also: current run · container cdi-controller of Pod kubevirt-hyperconverged\/cdi-deployment-\S+$/,
      );
    await see.screenshot(page, "log-previous", picturesFolder());
  });

  test("its colours are drawn, credentials are concealed, and nothing of it acts", async () => {
    const { page } = desk;
    const shown = await text();
    expect(shown).not.toMatch(/\x1b|\x07|hunter2|\u202e/);
    expect(shown).toContain("\\u202etrojan");
    const ready = page.locator(".view-lines span[class*=ced-]", { hasText: /^ready$/ });
    await expect.poll(() => ready.evaluate((span) => getComputedStyle(span).color), patience).not.toBe("");
    const colours = await page
      .locator(".view-lines .view-line", { hasText: "ready" })
      .first()
      .locator("span:not(:has(span))")
      .evaluateAll((spans) => spans.map((span) => getComputedStyle(span).color));
    expect(new Set(colours).size).toBeGreaterThan(1);
  });

  test("a name in a log leads to the live object, and a name there to the next one", async () => {
    const { page, editor } = desk;
    const goTo = (needle: string, beyond: number): Promise<void> =>
      editor.ask(
        async (vscode, word, offset) => {
          const active = vscode.window.activeTextEditor;
          if (active === undefined) return;
          const place = active.document.positionAt(active.document.getText().indexOf(word) + offset);
          active.selection = new vscode.Selection(place, place);
          active.revealRange(new vscode.Range(place, place), vscode.TextEditorRevealType.InCenter);
          await vscode.commands.executeCommand("workbench.action.focusActiveEditorGroup");
        },
        needle,
        beyond,
      );
    const tab = () => activeName(editor);
    await goTo("kubevirt-hyperconverged/cdi-deployment-ff221a4411-53124\n", "kubevirt-hyperconverged/cdi".length);
    await page.keyboard.press("F12");
    await expect.poll(tab, patience).toBe("/cdi-deployment-ff221a4411-53124 (live, admin@test).yaml");
    await expect.poll(text, patience).toMatch(/^# Pod .*live\n[\s\S]*nodeName: node01/);
    await goTo("nodeName: ", "nodeName: ".length + 1);
    await page.keyboard.press("F12");
    await expect.poll(tab, patience).toBe("/node01 (live, admin@test).yaml");
    await expect.poll(text, patience).toMatch(/^# Node node01 .*live/);
    await see.screenshot(page, "links-live", picturesFolder());
  });

  test("fields of a manifest that name objects lead to them, Secrets by their metadata alone", async () => {
    const { editor, file } = desk;
    const manifest = [
      "apiVersion: kubevirt.io/v1",
      "kind: VirtualMachine",
      "metadata:",
      "  name: web",
      "  namespace: shop",
      "spec:",
      "  nodeName: node01",
      "  volumes:",
      "    - persistentVolumeClaim: {claimName: disk}",
      "    - dataVolume: {name: image}",
      "    - secret: {secretName: keys}",
    ];
    const path = join(file, "..", "vm.yaml");
    writeFileSync(path, manifest.join("\n"));
    const targets = await editor.ask(
      async (vscode, name, words) => {
        const document = await vscode.workspace.openTextDocument(vscode.Uri.file(name));
        await vscode.window.showTextDocument(document);
        const found: string[] = [];
        for (const word of words) {
          const at = document.positionAt(document.getText().indexOf(word) + 1);
          for (let tries = 0; tries < 100; tries += 1) {
            const all: { uri: { query: string } }[] = await vscode.commands.executeCommand(
              "vscode.executeDefinitionProvider",
              document.uri,
              at,
            );
            if (all.length === 0) await new Promise((resolve) => setTimeout(resolve, 100));
            else {
              found.push(JSON.parse(all[0]?.uri.query ?? "[]")[1].join("/"));
              break;
            }
          }
        }
        return found;
      },
      path,
      ["node01", "disk", "image", "keys"],
    );
    expect(targets).toEqual([
      "//Node//node01",
      "//PersistentVolumeClaim/shop/disk",
      "cdi.kubevirt.io//DataVolume/shop/image",
      "//Secret/shop/keys",
    ]);
  });

  test("the hover of a manifest links the log that explains the first cause", async () => {
    const { page, editor, file } = desk;
    await editor.ask((vscode, path) => vscode.window.showTextDocument(vscode.Uri.file(path)), file);
    await see.hover(page, "HyperConverged", "Open log");
    const links = page.locator(".monaco-hover:not(.hidden) a");
    // The name of a container leads to its Pod, and a name within that of an image to nothing.
    const linked = (await links.allInnerTexts()).filter((name) => name === "aaq-server");
    expect(linked.length).toBeLessThanOrEqual(1);
    await see.screenshot(page, "links-hover", picturesFolder(), "stays");
    await links.filter({ hasText: /^Open log$/ }).click();
    // The lines that the report quotes are of the run that has ended, whose log the kubelet still serves as the current one.
    await expect.poll(heading, patience).toContain("current run, live");
    await see.leaveHover(page);
  });

  test("clicks on the first line lead to the other run and back, which is followed while it is visible", async () => {
    const { page, editor } = desk;
    // So that the links of the first line are on the screen.
    await widen(page, 330);
    await followLogLink(desk, "previous run", /previous run, ended/);
    await followLogLink(desk, "current run", /current run, live/);
    await expect.poll(text, patience).toContain("starting again");
    await expect.poll(() => following.size, patience).toBe(1);
    const more = Array.from({ length: 60 }, (_, index) => `I1128 10:05:01.100000       1 main.go:60] more ${index}\n`);
    for (const response of following) for (const line of more) response.write(line);
    await expect.poll(text, patience).toContain("more 59");
    // The end was on the screen, and stays there.
    await page.locator(".view-line", { hasText: "more 59" }).waitFor();
    await see.screenshot(page, "log-current", picturesFolder());
    // What is not visible is not read.
    await editor.ask((vscode) => vscode.commands.executeCommand("workbench.action.closeAllEditors"));
    await expect.poll(() => following.size, patience).toBe(0);
  });

  test("a log without end keeps its newest lines, and what VS Code takes for it stays bounded", async () => {
    const { page, editor } = desk;
    await openLogFromMenu(desk, /container cdi-controller/, /previous run, ended/);
    // Until it stands at the line that explains it, it is scrolled there.
    await expect.poll(cursorLine, patience).toBeGreaterThan(300);
    await followLogLink(desk, "current run", /current run, live/);
    await expect.poll(() => following.size, patience).toBe(1);
    const before = await memory();
    const [response] = following;
    // 100 MB in lines of 10 KB, of which no more than the beginnings of the newest ones are kept.
    for (let line = 0; line < 10_000; line += 1) {
      const isTaken = response?.write(`I1128 10:06:00.1 1 main.go:60] flood ${line} ${"x".repeat(10_000)}\n`);
      if (isTaken === false) await new Promise((drained) => response?.once("drain", () => drained(undefined)));
    }
    await expect.poll(text, patience).toContain("flood 9999 ");
    expect(await heading()).toMatch(/current run, live · only the newest \d+ lines ·/);
    expect((await text()).length).toBeLessThan(2 * megabyte);
    expect((await memory()) - before).toBeLessThan(300 * megabyte);
    await see.screenshot(page, "log-flood", picturesFolder());
    await editor.ask((vscode) => vscode.commands.executeCommand("workbench.action.closeAllEditors"));
    await expect.poll(() => following.size, patience).toBe(0);
  });

  test("the setting for logs takes the lines of a log from the tree, and brings them back", async () => {
    const { page, editor } = desk;
    const quoted = async () => (await see.rows(page, view)).filter(({ label }) => label.startsWith("panic: ")).length;
    const mayRead = (isRead: boolean): Promise<void> =>
      editor.ask(async (vscode, value) => {
        const settings = vscode.workspace.getConfiguration("hcoStatus");
        await settings.update("logs", value, vscode.ConfigurationTarget.Global);
      }, isRead);
    await expect.poll(quoted, patience).toBeGreaterThan(0);
    for (const isRead of [false, true, false, true]) {
      await mayRead(isRead);
      await expect.poll(async () => (await quoted()) > 0, patience).toBe(isRead);
    }
  });

  /** Shows a must-gather of its own, so that no document of it is open yet, with this log of the run that crashed. */
  const openCollected = async (folder: string, writeLog: (path: string) => void): Promise<void> => {
    const sample = join(gathered, folder);
    cpSync(join(packed.folder, "media", "sample"), sample, { recursive: true });
    mkdirSync(logsFolder(folder), { recursive: true });
    writeLog(join(logsFolder(folder), "previous.log"));
    await desk.editor.ask(
      (vscode, path) => vscode.commands.executeCommand("hcoStatus.openMustGather", path, "must-gather"),
      sample,
    );
    const shown = [expect.stringMatching(/^unavailable/), `${folder} · kubevirt-hyperconverged`];
    await expect.poll(() => places(desk.page), patience).toContainEqual(shown);
  };

  test("a must-gather has the same document", async () => {
    await openCollected("gathered", (path) =>
      writeFileSync(path, `${"I1128 10:00:00.1 1 a.go:1] step\n".repeat(5_000)}${panic}\n`),
    );
    const first = /^# gathered · previous run, as collected · only the newest \d+ lines · explained by line/;
    await openLogFromMenu(desk, /container cdi-controller/, first);
    expect(await text()).toContain(panic);
    await see.screenshot(desk.page, "log-collected", picturesFolder());
  });

  test.for<readonly [what: string, end: string, heading: RegExp]>([
    ["with-lines", `\n${panic}\n`, /as collected · only the newest line · explained by line 2 ·/],
    ["without-a-newline", "panic", /as collected · its last line is too long to show ·/],
  ])("a collected log of 1 GB %s is read by its end", async ([folder, end, first]) => {
    const { page, editor } = desk;
    await editor.ask((vscode) => vscode.commands.executeCommand("workbench.action.closeAllEditors"));
    await openCollected(folder, (path) => {
      writeFileSync(path, "");
      truncateSync(path, gigabyte);
      appendFileSync(path, end);
    });
    const before = await memory();
    await openLogFromMenu(desk, /container cdi-controller/, first);
    expect((await text()).length).toBeLessThan(10_000);
    expect((await memory()) - before).toBeLessThan(200 * megabyte);
    await see.screenshot(page, `log-gigabyte-${end.length}`, picturesFolder());
  });
});
