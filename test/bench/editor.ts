import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { scenarios } from "../cluster/scenarios.ts";
import { type Cluster, startCluster } from "../cluster/server.ts";
import { type Editor, startEditor } from "../vscode/editor.ts";
import { installedEditor } from "../vscode/installed.ts";
import { letAaqBe, sayOfAaq } from "../vscode/journeys/live-acts.ts";
import { manifest, view } from "../vscode/journeys/live-desk.ts";
import { percentile, untilDrawn } from "../vscode/journeys/live-watching.ts";
import * as see from "../vscode/page.ts";
import type { Row } from "./row.ts";

const repository = fileURLToPath(new URL("../..", import.meta.url));
const root = "kubevirt-hyperconverged";

/** The real extension in a real VS Code, beside a real API server; nothing where there is no VS Code. */
export async function editorRows(): Promise<readonly Row[]> {
  if (installedEditor() === undefined) return [];
  execFileSync(process.execPath, [join(repository, "plugin/build.ts")], { stdio: "ignore" });
  const folder = mkdtempSync(join(tmpdir(), "hco-status-bench-editor-"));
  const { cluster, stop } = await startCluster();
  try {
    writeFileSync(join(folder, "hco.yaml"), manifest);
    await scenarios.healthy(cluster, new Date());
    const editor = await startEditor({ folder, unpacked: [repository], env: { KUBECONFIG: cluster.kubeconfig } });
    try {
      return [...(await activationRows(editor)), ...(await pixelRows(editor, cluster, 60))];
    } finally {
      await editor.stop();
    }
  } finally {
    await stop();
    rmSync(folder, { recursive: true });
  }
}

/** What the extension itself does when it is activated, by the clock of its host; the text of the bundle is read already. */
async function activationRows(editor: Editor): Promise<readonly Row[]> {
  await editor.open();
  const times: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    await editor.open();
    times.push(
      await editor.ask(async (vscode) => {
        const extension = vscode.extensions.getExtension("hco-status.hco-status");
        const begun = performance.now();
        await extension?.activate();
        return performance.now() - begun;
      }),
    );
  }
  return [["activation of the extension, loading included", `${percentile(times, 0.5).toFixed(1)} ms`, "20 ms"]];
}

/** From a change on the server to the row that is drawn anew, the way to the server and its answer included. */
async function pixelRows(editor: Editor, cluster: Cluster, rounds: number): Promise<readonly Row[]> {
  const page = await editor.open();
  await see.openContainer(page, "HCO Status");
  await see.expand(page, view, "Components");
  await see.row(page, view, "AAQ").waitFor();
  const first = await untilDrawn(page, "AAQ", "DeployStarted", () => letAaqBe(cluster, "deploying"));
  await see.row(page, view, root).waitFor();
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    // Nobody's pauses between two drawings may be met by our pauses between two changes.
    await sleep(300 + 37 * (round % 7));
    times.push(await untilDrawn(page, "AAQ", `Round${round}x`, () => sayOfAaq(cluster, `Round${round}x`)));
  }
  return [
    ["the first change on the server to its row in VS Code", `${first} ms`, "1000 ms"],
    ["a change on the server to its row in VS Code, half of them", `${percentile(times, 0.5)} ms`, "250 ms"],
    ["the same, 95 of 100", `${percentile(times, 0.95)} ms`, "250 ms"],
  ];
}
