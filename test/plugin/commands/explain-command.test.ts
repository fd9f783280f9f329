import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { load } from "js-yaml";
import { describe, expect, test } from "vitest";
import { renderHelp } from "../../../plugin/cli/help.ts";
import type { ExplanationDocument } from "../../../shared/model/finding/explanation.ts";
import { legendItems } from "../../../shared/outline/marks.ts";
import { parsePolarityFile } from "../../../shared/parse/documents/polarity-file.ts";
import { polarityFaultText } from "../../../shared/parse/documents/polarity-mistake.ts";
import { listKindRows } from "../../../shared/tables/kinds.ts";
import { importsOf, readProductSources } from "../../house/import-graph.ts";
import { runInProcess } from "../run-in-process.ts";

function documentOf(text: string): ExplanationDocument {
  return JSON.parse(text) as ExplanationDocument;
}

describe("explain prints what is known, and its exit status is the result", () => {
  test("one code with its meaning, causes, next steps and source", async () => {
    const { code, stdout, stderr } = await runInProcess(["explain", "operator-down"]);
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(/^operator-down · finding · HyperConverged\n {2}The HyperConverged operator is not running/);
    expect(stdout).toContain("\n  Causes  - ");
    expect(stdout).toContain("\n  Next    kubectl get pods -n NAMESPACE -l name=hyperconverged-cluster-operator\n");
    expect(stdout).toContain("\n  Source  kubevirt/hyperconverged-cluster-operator, ");
  });

  test("several codes in turn, each once", async () => {
    const { code, stdout } = await runInProcess(["explain", "HCOUpgrading", "OOMKilled", "hcoupgrading"]);
    expect(code).toBe(0);
    expect(stdout.match(/^\w+ · .*$/gm)).toEqual([
      "HCOUpgrading · reason · HyperConverged",
      "OOMKilled · reason · container",
    ]);
  });

  test("all codes, where no code is given", async () => {
    const { code, stdout, stderr } = await runInProcess(["explain"]);
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout.split("\n").length).toBeGreaterThan(500);
    expect(stdout).toMatch(/^ {2}operator-down +The HyperConverged operator is not running/m);
  });

  const wrong: [words: readonly string[], sentence: RegExp, stdout: RegExp][] = [
    [
      ["crashlopbackoff"],
      /^error: unknown code, condition or reason "crashlopbackoff", did you mean CrashLoopBackOff\?\n$/,
      /^$/,
    ],
    [["Kubelet"], /did you mean KubeletNotReady, KubeletReady, (\w+, )+\w+ or \w+\?\n$/, /^$/],
    [["Up"], /did you mean ([\w-]+, )*Upgradeable, ([\w-]+, )*\w+ or \w+\?\n$/, /^$/],
    [
      ["zzzzzzzz"],
      /^error: unknown code, condition or reason "zzzzzzzz"; kubectl hco-status explain lists all\n$/,
      /^$/,
    ],
    [
      ["QuorumLost"],
      /^error: [^\n]*"QuorumLost": the controller that writes it documents it, and kubectl describe KIND NAME [^\n]*\n$/,
      /^$/,
    ],
    [["ArgoCD/Sleeping"], /^error: [^\n]*: the controller of ArgoCD documents its reasons, see https:[^\n]*\n$/, /^$/],
    [["CDI", "zzzzzzzz"], /^error: [^\n]*"zzzzzzzz"[^\n]*\n$/, /^CDI · part · [\s\S]*\n\nConditions · /],
    [["OOMKilled", "zzzzzzzz"], /^error: [^\n]*"zzzzzzzz"[^\n]*\n$/, /^OOMKilled · /],
    [["zzzzzzzz", "crashlopbackoff"], /^error: [^\n]*"zzzzzzzz"[^\n]*; [^\n]*CrashLoopBackOff[^\n]*\n$/, /^$/],
    [["\u001b[31mx\u202e\nboo"], /^error: [^\n]*"\^\[\[31mx\\u202e boo"[^\n]*\n$/, /^$/],
    [["y".repeat(5_000)], /^error: [^\n]{1,200}\n$/, /^$/],
    [[""], /^error: unknown code, condition or reason ""; [^\n]*\n$/, /^$/],
  ];
  test.for(wrong)("%.60j ends with 1 and one sentence", async ([words, sentence, stdout]) => {
    const ran = await runInProcess(["explain", ...words]);
    expect(ran.code).toBe(1);
    expect(ran.stderr).toMatch(sentence);
    expect(ran.stdout).toMatch(stdout);
  });
});

describe("explain knows the words of reports", () => {
  test("marks: the legend, which help and README have too", async () => {
    const { stdout } = await runInProcess(["explain", "marks"]);
    const ascii = await runInProcess(["explain", "marks", "--ascii"]);
    const readme = readFileSync(join(import.meta.dirname, "../../../README.md"), "utf8");
    expect(readme.replace(/\s+/g, " ")).toContain(legendItems("unicode").join(", "));
    expect(renderHelp("kubectl hco-status")).toContain(legendItems("unicode").join(", "));
    const rows = (text: string): string => text.replace(/ +/g, " ");
    for (const item of legendItems("unicode")) expect(rows(stdout)).toContain(` ${item}\n`);
    for (const item of legendItems("ascii")) expect(rows(ascii.stdout)).toContain(` ${item}\n`);
  });

  test("verdict: each with its mark and exit status", async () => {
    const { stdout } = await runInProcess(["explain", "verdict"]);
    expect(stdout).toMatch(/^verdict · term · hco-status\n/);
    expect(stdout).toMatch(/\n {2}Values {2}✗ unavailable .* Exit status 2 .*\n/);
    expect(stdout).toMatch(/\n {10}\? unknown .* Exit status 4 .*\n/);
    expect(stdout).toContain("\n  Example CDI unavailable");
  });

  test("unavailable: one verdict, with its mark", async () => {
    expect((await runInProcess(["explain", "unavailable"])).stdout).toMatch(/^✗ unavailable · verdict · a report\n/);
    expect((await runInProcess(["explain", "healthy", "--ascii"])).stdout).toMatch(
      /^\+ healthy - verdict - a report\n/,
    );
  });

  test("a code and a component: the entries, then what the component reports", async () => {
    const { stdout } = await runInProcess(["explain", "CDI", "OOMKilled"]);
    expect(stdout).toMatch(
      /^CDI · part · [\s\S]*\n\nOOMKilled · [\s\S]*\n\nConditions · [\s\S]*\n {2}CreateResources /,
    );
    const { stdout: json } = await runInProcess(["explain", "CDI", "OOMKilled", "-o", "json"]);
    expect(
      documentOf(json)
        .entries.map(({ code }) => code)
        .slice(0, 3),
    ).toEqual(["CDI", "OOMKilled", "Available"]);
  });
});

describe("explain prints documents", () => {
  test("-o json: a plain one, with every field of every entry", async () => {
    const { stdout } = await runInProcess(["explain", "Upgradeable", "-o", "json"]);
    const document = documentOf(stdout);
    expect(document).toMatchObject({ apiVersion: "hco-status/v1", kind: "Explanation" });
    expect(document.entries.length).toBeGreaterThan(3);
    for (const entry of document.entries) {
      expect(Object.keys(entry)).toEqual(["code", "kind", "of", "meaning", "causes", "next", "source"]);
    }
  });

  test("-o json: with the runbook of an alert, and of the alerts that fire with a finding", async () => {
    const { stdout } = await runInProcess(["explain", "sspdown", "tainted", "-o", "json"]);
    const runbookAddress = (alert: string): string =>
      `https://github.com/kubevirt/monitoring/blob/main/docs/runbooks/${alert}.md`;
    expect(documentOf(stdout).entries).toEqual([
      expect.objectContaining({ code: "SSPDown", kind: "alert", runbook: runbookAddress("SSPDown") }),
      expect.objectContaining({
        code: "tainted",
        alerts: ["UnsupportedHCOModification"],
        runbook: runbookAddress("UnsupportedHCOModification"),
      }),
    ]);
  });

  test("-o yaml: the same", async () => {
    const [json, yaml] = await Promise.all([
      runInProcess(["explain", "CDIDegraded", "ErrImagePull", "-o", "json"]),
      runInProcess(["explain", "CDIDegraded", "ErrImagePull", "-o", "yaml"]),
    ]);
    expect(load(yaml.stdout)).toEqual(documentOf(json.stdout));
  });

  test("-o json without arguments: all, also what is built from a component's name", async () => {
    const { stdout } = await runInProcess(["explain", "-o", "json"]);
    const codes = documentOf(stdout).entries.map(({ code }) => code);
    expect(codes).toEqual(
      expect.arrayContaining(["operator-down", "SSPNotAvailable", "vmImportDegraded", "NoHyperConverged"]),
    );
  });
});

test("--ascii and --width hold", async () => {
  const { stdout } = await runInProcess(["explain", "CrashLoopBackOff", "--ascii", "--width", "40"]);
  expect(stdout).toMatch(/^[\n\x20-\x7e]+$/);
  const long = stdout.split("\n").filter((line) => line.length > 40 && !line.includes("kubectl "));
  expect(long).toEqual([]);
});

/**
 * The files that a file loads, itself included: at once, or also later by `import()`. Without what only this command and
 * completion load.
 */
function listLoaded(from: string, when: "at once" | "ever"): ReadonlySet<string> {
  const sources = readProductSources();
  const loaded = new Set([from]);
  for (const file of loaded) {
    for (const { to, isLater } of importsOf(file, sources.get(file) ?? "")) {
      const isOwn = /\/(explain-command|known-words)\.ts$/.test(to);
      if (!isOwn && (when === "ever" || !isLater)) loaded.add(to);
    }
  }
  return loaded;
}

test("a report loads no explanations", () => {
  const table = "shared/explanations/table.ts";
  expect(listLoaded("plugin/main.ts", "ever")).not.toContain(table);
  expect(listLoaded("plugin/commands/explain-command.ts", "ever")).toContain(table);
});

test("an explanation loads no rows of kinds", () => {
  const kinds = "shared/tables/kinds.ts";
  expect(listLoaded("plugin/commands/explain-command.ts", "at once")).not.toContain(kinds);
  expect(listLoaded("plugin/commands/explain-kinds.ts", "at once")).toContain(kinds);
});

test.for([[], ["--kinds"]])("the list of explain %j keeps a narrow width", async (flags) => {
  const { stdout } = await runInProcess(["explain", ...flags, "--width", "40"]);
  expect(stdout.split("\n").filter((line) => [...line].length > 40)).toEqual([]);
});

describe("explain --kinds lists the kinds whose status is read by more than their conditions", () => {
  test("each once, with its group, and whether rules or a row read it", async () => {
    const { code, stdout, stderr } = await runInProcess(["explain", "--kinds"]);
    expect([code, stderr]).toEqual([0, ""]);
    const [table = ""] = stdout.split("\n\n");
    const kinds = table
      .split("\n")
      .slice(1)
      .map((line) => line.trim().replace(/ +/g, " "));
    expect(kinds).toEqual(
      expect.arrayContaining(["Pod rules", "KubeVirt.kubevirt.io rules", "Rollout.argoproj.io row"]),
    );
    expect(kinds).toContain("HyperConverged.hco.kubevirt.io rules");
    expect(new Set(kinds).size).toBe(kinds.length);
    expect(kinds.length).toBeGreaterThan(300);
  });

  test("in 80 columns each kind has one line", async () => {
    const { stdout } = await runInProcess(["explain", "--kinds", "--width", "80"]);
    const lines = stdout.split("\n\n")[0]?.split("\n") ?? [];
    expect(lines.filter((line) => line.length > 80 || !/^\S+ +(rules|row|READ BY)$/.test(line))).toEqual([]);
  });

  const words = [
    ["-o", "json"],
    ["-o", "yaml"],
    ["rollout", "argoproj.io"],
    ["TrainJob.trainer.kubeflow.org", "-o", "json"],
  ];
  test.for(words)("what %j prints is a file that --polarity takes", async (typed) => {
    const { code, stdout } = await runInProcess(["explain", "--kinds", ...typed]);
    expect(code).toBe(0);
    const read = parsePolarityFile(stdout, "rows.yaml");
    if (read.fault !== undefined) throw new Error(polarityFaultText(read.fault));
    const own = listKindRows().filter(
      ({ kind, group }) =>
        typed[0] === "-o" || (typed[0] === "rollout" ? group === "argoproj.io" : kind === "TrainJob"),
    );
    const title = ({ kind, group }: { kind: string; group: string }): string => `${kind}.${group}`;
    expect(read.kinds.map(title).toSorted()).toEqual(own.map(title).toSorted());
  });

  test("rows of the user's file count, beside what their kind has already", async () => {
    const path = join(mkdtempSync(join(tmpdir(), "hco-status-kinds-")), "own.yaml");
    const rollout = "- {kind: Rollout, group: argoproj.io, polarity: {Odd: bad}, silent: unknown}";
    writeFileSync(
      path,
      `kinds:\n${rollout}\n- {kind: Widget, group: acme.io, silent: healthy}\n- {kind: Pod, group: ""}\n`,
    );
    const list = await runInProcess(["explain", "--kinds", "--polarity", path, "--width", "80"]);
    expect(list.stdout).toMatch(/^Widget\.acme\.io +own\.yaml:3$/m);
    expect(list.stdout).toMatch(/^Rollout\.argoproj\.io +own\.yaml:2$/m);
    expect(list.stdout).toMatch(/^Pod +rules$/m);
    const { stdout } = await runInProcess([
      "explain",
      "--kinds",
      "--polarity",
      path,
      "Rollout",
      "rollout.argoproj.io",
      "-o",
      "json",
    ]);
    const [row, ...others] = JSON.parse(stdout).kinds;
    expect(others).toEqual([]);
    expect(row).toMatchObject({
      kind: "Rollout",
      silent: "unknown",
      source: `${path}:2`,
      polarity: { Odd: "bad", Progressing: "busy" },
    });
    expect(row.words.length).toBeGreaterThan(0);
  });

  test("without --kinds a file is refused, because nothing would read it", async () => {
    const { code, stderr } = await runInProcess(["explain", "verdict", "--polarity", "x.yaml"]);
    expect([code, stderr]).toEqual([1, "error: explain --polarity requires --kinds\n"]);
  });

  test.for([
    ["a kind that rules read", "Pod", '"Pod" has no row: built-in rules read it'],
    ["a typo", "rolout", 'no row is of kind or group "rolout", did you mean Rollout?'],
    ["an unknown kind", "zzzz", 'no row is of kind or group "zzzz"; kubectl hco-status explain --kinds lists all'],
    [
      "a long word",
      "z".repeat(500),
      `no row is of kind or group "${"z".repeat(60)}..."; kubectl hco-status explain --kinds lists all`,
    ],
  ] as const)("%s is one sentence, after the rows of the others", async ([, word, sentence]) => {
    const { code, stdout, stderr } = await runInProcess(["explain", "--kinds", "TrainJob", word]);
    expect([code, stderr]).toEqual([1, `error: ${sentence}\n`]);
    expect(stdout).toContain("- kind: TrainJob");
  });
});
