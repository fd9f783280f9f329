import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { applyOne } from "../../cluster/apply.ts";
import { call } from "../../cluster/http.ts";
import { scenarios } from "../../cluster/scenarios.ts";
import { describeJourney } from "../describe-editor.ts";
import { type Editor, startEditor } from "../editor.ts";
import * as see from "../page.ts";
import { type ChangingKubeconfig, changingKubeconfig } from "./states-kubeconfig.ts";
import { container, offers, seen, showsLive, view } from "./states-view.ts";

const ways = ["Connect", "Log in in a terminal", "Select another context…", "Show the output"];

describeJourney("no program for logging in runs before the user asks for it", (cluster, packed) => {
  const folder = mkdtempSync(join(tmpdir(), "hco-status-login-"));
  const file = (name: string): string => join(folder, name);
  let editor: Editor;
  let page: Page;
  let config: ChangingKubeconfig;

  beforeAll(async () => {
    await scenarios.healthy(cluster, new Date());
    await applyOne(cluster, {
      apiVersion: "rbac.authorization.k8s.io/v1",
      kind: "ClusterRoleBinding",
      metadata: { name: "journeys" },
      roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: "cluster-admin" },
      subjects: [{ kind: "ServiceAccount", name: "journeys", namespace: "default" }],
    });
    writeFileSync(file("plugin"), '#!/bin/sh\necho run >>"$FOLDER/runs"\n. "$FOLDER/how"\n');
    chmodSync(file("plugin"), 0o755);
    config = changingKubeconfig(file("config"), cluster.kubeconfig);
    config.write([{ name: "asks", user: { exec: exec() } }]);
    logIn("echo no-card-in-reader >&2; exit 3");
    mkdirSync(file("workspace"));
    editor = await startEditor({
      folder: file("workspace"),
      unpacked: [packed.installed],
      env: { KUBECONFIG: config.path },
    });
    page = await editor.open();
    await see.openContainer(page, container);
  });
  afterAll(async () => {
    await editor?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  function exec(): object {
    const env = [{ name: "FOLDER", value: folder }];
    const apiVersion = "client.authentication.k8s.io/v1";
    return { apiVersion, command: file("plugin"), interactiveMode: "Never", installHint: "bring a card", env };
  }

  /** What the program does from now on, in the language of the shell. */
  function logIn(how: string): void {
    writeFileSync(file("how"), how);
    writeFileSync(file("runs"), "");
  }

  function runs(): number {
    return existsSync(file("runs")) ? readFileSync(file("runs"), "utf8").split("\n").length - 1 : 0;
  }

  async function token(): Promise<string> {
    const accounts = "/api/v1/namespaces/default/serviceaccounts";
    await call(cluster, "POST", accounts, { metadata: { name: "journeys" } }).catch(() => {});
    const body = { spec: { expirationSeconds: 600 } };
    return (await call<{ status: { token: string } }>(cluster, "POST", `${accounts}/journeys/token`, body)).status
      .token;
  }

  test("it says which one would run, and waits", async () => {
    await offers(page, /^Context asks logs in by running .*plugin; Connect runs it$/, ...ways);
    await see.pressTitleButton(page, view, "Refresh");
    await offers(page, /Connect runs it$/, ...ways);
    expect(runs()).toBe(0);
  });

  test("one that fails is run once, and the sentence says so", async () => {
    await see.row(page, view, "Connect").click();
    await offers(page, /plugin.*(exit|failed|3)/, ...ways);
    expect(runs()).toBe(1);
  });

  test("after the person has done something about it, it is run once more, and there it is", async () => {
    const secret = await token();
    const status = { token: secret };
    logIn(
      `echo '${JSON.stringify({ apiVersion: "client.authentication.k8s.io/v1", kind: "ExecCredential", status })}'`,
    );
    await see.row(page, view, "Connect").click();
    await showsLive(page, "asks");
    expect(runs()).toBe(1);
    expect(JSON.stringify(await seen(page))).not.toContain(secret);
  });

  test("a context that replaces another was not requested", async () => {
    logIn("exit 3");
    config.replace([{ name: "asks-too", user: { exec: exec() } }]);
    await offers(page, /^Context asks-too logs in by running .*plugin; Connect runs it$/, ...ways);
    expect(runs()).toBe(0);
  });
});
