import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { writeContexts } from "../../cluster/many-contexts.ts";
import { scenarios } from "../../cluster/scenarios.ts";
import { weakUser } from "../../cluster/users.ts";
import { describeJourney } from "../describe-editor.ts";
import { type Editor, startEditor } from "../editor.ts";
import * as see from "../page.ts";
import { patience } from "../patience.ts";
import { languageStatus, showFile, userOf, writeWorkspace } from "./states-folders.ts";
import { container, view } from "./states-view.ts";

/** The manifest of a HyperConverged. */
function manifest(name: string, version = "v1"): string {
  const metadata = `metadata:\n  name: ${name}\n  namespace: kubevirt-hyperconverged\n`;
  return `apiVersion: hco.kubevirt.io/${version}\nkind: HyperConverged\n${metadata}`;
}

interface Row {
  readonly what: string;
  /** The folder, and the context that counts for it: the sidebar's own for `prod`, else a pin. */
  readonly context: "prod" | "barred" | "away" | "asks";
  readonly text: string;
  /** Behind `kind:`, of each document. */
  readonly inlays: readonly string[];
  readonly status: RegExp;
  readonly problems: readonly string[];
}

const served = "kubevirt-hyperconverged";

const rows: readonly Row[] = [
  {
    what: "linked",
    context: "prod",
    text: manifest(served),
    inlays: ["healthy · prod"],
    status: /: HyperConverged · healthy, prod · live/,
    problems: [],
  },
  {
    what: "not on the cluster",
    context: "prod",
    text: manifest("another"),
    inlays: ["not on the cluster · prod"],
    status: /: HyperConverged · not on the cluster, prod · live/,
    problems: ["HyperConverged another is not on prod, in namespace kubevirt-hyperconverged"],
  },
  {
    what: "named by the server",
    context: "prod",
    text: "apiVersion: batch/v1\nkind: Job\nmetadata:\n  generateName: cleanup-\n",
    inlays: [],
    status: /: Job · named when it is created, prod · live/,
    problems: [],
  },
  {
    what: "kind not installed",
    context: "prod",
    text: "apiVersion: example.org/v1\nkind: Widget\nmetadata:\n  name: cog\n",
    inlays: ["kind not installed · prod"],
    status: /: Widget · kind not installed, prod · live/,
    problems: ["the kind Widget is not installed on prod"],
  },
  {
    what: "one that may not be read",
    context: "barred",
    text: manifest(served),
    inlays: ["forbidden · barred"],
    status: /· forbidden, barred\b/,
    problems: [],
  },
  {
    what: "on a server that is not there",
    context: "away",
    text: manifest(served),
    inlays: ["cluster unreachable · away"],
    status: /· cluster unreachable, away · .*127\.0\.0\.1/,
    problems: [],
  },
  {
    what: "where the user has to log in",
    context: "asks",
    text: manifest(served),
    inlays: ["login needed · asks"],
    status: /· login needed, asks\b/,
    problems: [],
  },
  {
    what: "a template",
    context: "prod",
    text: manifest("{{ .Values.name }}"),
    inlays: [],
    status: /· a template, prod · live/,
    problems: [],
  },
  {
    what: "written in another version",
    context: "prod",
    text: manifest(served, "v1beta1"),
    inlays: ["healthy · prod"],
    status: /· healthy, prod · live/,
    problems: ["written as v1beta1, read as v1 on prod: field names may differ"],
  },
  {
    what: "two documents of one object",
    context: "prod",
    text: `${manifest(served)}---\n${manifest(served, "v1beta1")}`,
    inlays: ["healthy · prod", "healthy · prod"],
    status: /· healthy, prod · live/,
    problems: [
      `two documents in this file define HyperConverged ${served}: the one applied last takes effect`,
      "written as v1beta1, read as v1 on prod: field names may differ",
      `two documents in this file define HyperConverged ${served}: the one applied last takes effect`,
    ],
  },
];

describeJourney("beside a manifest stands how it is tied to its cluster", (cluster, packed) => {
  const folder = mkdtempSync(join(tmpdir(), "hco-status-links-"));
  const proof = join(folder, "the-program-ran");
  let editor: Editor;
  let page: Page;

  beforeAll(async () => {
    await scenarios.healthy(cluster, new Date());
    const exec = { apiVersion: "client.authentication.k8s.io/v1", command: "touch", args: [proof] };
    const KUBECONFIG = writeContexts(join(folder, "config"), cluster.kubeconfig, [
      { name: "prod" },
      { name: "barred", user: userOf((await weakUser(cluster)).kubeconfig) },
      // No server listens at a port that only root may open.
      { name: "away", server: "https://127.0.0.1:1" },
      { name: "asks", user: { exec } },
    ]);
    const contexts = ["prod", "barred", "away", "asks"] as const;
    const workspace = writeWorkspace(
      folder,
      Object.fromEntries(
        contexts.map((context) => [
          context,
          // An object of an unknown kind is requested only where the place is shown anyway.
          { files: filesOf(context), ...(context !== "prod" && { context }) },
        ]),
      ),
    );
    const settings = { "hcoStatus.diagnostics.enabled": true };
    editor = await startEditor({ folder: workspace, unpacked: [packed.installed], settings, env: { KUBECONFIG } });
    page = await editor.open();
    await see.openContainer(page, container);
    await see.row(page, view, served).waitFor();
  });
  afterAll(async () => {
    await editor?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  test.for(rows)("$what", async ({ what, context, inlays, status, problems }) => {
    const path = join(folder, context, nameOf(what));
    await showFile(editor, path);
    await expect.poll(() => languageStatus(page), patience).toMatch(status);
    await expect.poll(() => see.inlays(page), patience).toEqual(inlays);
    await expect.poll(() => problemsOf(path), patience).toEqual(problems);
    expect(existsSync(proof)).toBe(false);
  });

  /** From the top of the file. */
  function problemsOf(path: string): Promise<readonly string[]> {
    return editor.ask((vscode, file) => {
      const all = [...vscode.languages.getDiagnostics(vscode.Uri.file(file))];
      return all.sort((a, b) => a.range.start.compareTo(b.range.start)).map(({ message }) => message);
    }, path);
  }
});

function filesOf(context: string): Readonly<Record<string, string>> {
  const own = rows.filter((row) => row.context === context);
  return Object.fromEntries(own.map(({ what, text }) => [nameOf(what), text]));
}

function nameOf(what: string): string {
  return `${what.replaceAll(" ", "-")}.yaml`;
}
