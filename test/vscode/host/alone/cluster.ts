import assert from "node:assert/strict";
import { afterEach, describe, it } from "mocha";
import * as vscode from "vscode";
import { uriSchemes } from "../../../../extension/platform/contributions.ts";
import {
  closeAll,
  hover,
  inlays,
  isNone,
  isSome,
  lenses,
  pause,
  problems,
  set,
  show,
  until,
  untilHover,
} from "../documents.ts";
import { type Instance, startInstance } from "../instance.ts";
import { configMap, hyperConverged, ref } from "../manifests.ts";
import { moreThan, requests, resources } from "../outside.ts";

/** All that can be on at once. */
const switches = ["endOfLine", "codeLens", "diagnostics", "explorerBadges", "statusBar"];

describe("with a cluster", () => {
  let instance: Instance | undefined;

  afterEach(async () => {
    instance?.dispose();
    for (const name of switches) await set(`${name}.enabled`, undefined);
    await closeAll();
  });

  it("a manifest of a known kind is reason enough to look, and says how its object is", async () => {
    const before = requests();
    instance = startInstance();
    await show(configMap("some"));
    await pause(1_000);
    assert.equal(requests(), before, "a ConfigMap is no reason");
    const document = await show(hyperConverged);
    const text = await untilHover(document, "HyperConverged", /is unavailable/);
    assert.match(text, /^\*\*HyperConverged kubevirt-hyperconverged is unavailable/);
    const [hint = ""] = await until(() => inlays(document), isSome);
    assert.match(hint, /^✗ unavailable.* · admin/);
    assert.ok(requests() > before);
  });

  it("80 manifests that are opened one after another do not cause a request each", async () => {
    instance = startInstance();
    const document = await show(hyperConverged);
    await untilHover(document, "HyperConverged", /is unavailable/);
    const before = requests();
    for (let place = 0; place < 40; place += 1) {
      await show(hyperConverged.replace("name: kubevirt", `name: other-${place}`));
      await show(configMap(`other-${place}`));
      if (place % 10 === 0) await closeAll();
    }
    const last = await show(hyperConverged.replace("name: kubevirt", "name: last"));
    await untilHover(last, "HyperConverged", /last-hyperconverged/);
    await pause(1_000);
    assert.ok(requests() - before < 30, `${requests() - before} requests`);
  });

  it("ends without a trace, whatever was open, and can begin again", async () => {
    const before = resources();
    for (const name of switches) await set(`${name}.enabled`, true);
    instance = startInstance();
    await vscode.commands.executeCommand("hcoStatus.roots.focus");
    const document = await show(hyperConverged);
    await untilHover(document, "HyperConverged", /is unavailable/);
    await until(() => lenses(document), isSome);
    await until(() => problems(document), isSome);
    await vscode.commands.executeCommand("hcoStatus.openLive", { ref });
    await until(
      () => texts(uriSchemes.live),
      (all) => all.some((text) => text.includes("status:")),
    );
    await vscode.commands.executeCommand("hcoStatus.diffWithLive", { ref }, document.uri.toString(), 3);
    await vscode.commands.executeCommand("hcoStatus.showTimeline", { ref });
    // The program waits until it is stopped.
    const waiting = vscode.commands.executeCommand("hcoStatus.waitUntilHealthy", { ref });
    await pause(300);
    assert.ok(moreThan(before).length > 0, "it was connected");
    assert.ok(instance.timers() > 0);
    instance.dispose();
    assert.deepEqual(instance.held(), []);
    await waiting;
    // Who waits for an answer that was given up goes with the next turn.
    await until(
      () => instance?.timers(),
      (count) => count === 0,
    );
    await until(() => moreThan(before), isNone);
    // Whatever is left would answer.
    assert.equal(await hover(document, "HyperConverged"), "");
    assert.deepEqual([await lenses(document), problems(document)], [[], []]);
    const asked = requests();
    await pause(1_500);
    assert.equal(requests(), asked);
    assert.deepEqual([instance.held(), instance.timers()], [[], 0]);

    instance = startInstance();
    await untilHover(document, "HyperConverged", /is unavailable/);
  });
});

function texts(scheme: string): readonly string[] {
  return vscode.workspace.textDocuments.filter(({ uri }) => uri.scheme === scheme).map((one) => one.getText());
}
