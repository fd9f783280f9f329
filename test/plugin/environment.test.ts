import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, test } from "vitest";
import { environmentWith } from "../environment.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { builtProgram } from "./built.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const folder = temporaryFolder();
const home = join(folder, "home");
const kubeconfig = (context: string): string => JSON.stringify({ contexts: [{ name: context }] });

beforeAll(() => {
  mkdirSync(join(home, ".kube"), { recursive: true });
  writeFileSync(join(home, ".kube/config"), kubeconfig("of-the-home"));
  writeFileSync(join(folder, "other"), kubeconfig("of-the-variable"));
});

/** What the plugin prints as a process of its own, with these variables and no other of the machine. */
function printByProgram(words: string, variables: Readonly<Record<string, string>> = {}): string {
  const [command, ...own] = builtProgram().words;
  const { stdout, stderr } = spawnSync(command, [...own, ...words.split(" ")], {
    cwd: root,
    encoding: "utf8",
    env: environmentWith({ HOME: home, ...variables }),
  });
  return stdout + stderr;
}

const sample = "--must-gather media/sample";

describe("a report of files is the same whatever the machine says about", () => {
  const plain = printByProgram(sample);
  const rows: readonly { readonly rule: string; readonly variables: Readonly<Record<string, string>> }[] = [
    {
      rule: "time zone and locale",
      variables: { TZ: "Asia/Kolkata", LANG: "tr_TR.UTF-8", LC_ALL: "tr_TR.UTF-8" },
    },
    {
      rule: "proxies and kubeconfigs",
      variables: { HTTPS_PROXY: "http://127.0.0.1:1", NO_PROXY: "*", KUBECONFIG: "/nonexistent" },
    },
    {
      rule: "colour, with no terminal there",
      variables: { FORCE_COLOR: "1", TERM: "xterm-256color", CLICOLOR_FORCE: "1" },
    },
    { rule: "the width of a terminal, with no terminal there", variables: { COLUMNS: "40" } },
    { rule: "a locale of ASCII, with no terminal there", variables: { LC_ALL: "C", TERM: "dumb" } },
    { rule: "kubectl's folders", variables: { KUBECACHEDIR: "/nonexistent", KUBERC: "/nonexistent" } },
  ];
  test.for(rows)("$rule", ({ variables }) => {
    expect(plain).toContain("kubevirt-hyperconverged unavailable");
    expect(printByProgram(sample, variables)).toBe(plain);
  });
});

describe("into a pipe no text is wrapped, so that a search finds its line:", () => {
  const rows = [
    { rule: "a report", words: sample },
    { rule: "a wide report", words: `${sample} -o wide` },
    { rule: "a report in Markdown", words: `${sample} -o markdown` },
    { rule: "gate", words: `gate upgrade ${sample}` },
    { rule: "diff", words: "diff media/sample media/sample" },
    { rule: "explain", words: "explain operator-down CDIDegraded" },
    { rule: "the list of explain", words: "explain" },
  ];
  test.for(rows)("$rule", ({ words }) => {
    const plain = printByProgram(words, { COLUMNS: "40", TERM: "xterm" });
    expect(plain).not.toBe("");
    expect(plain).toBe(printByProgram(`${words} --width 0`));
  });
});

describe("the process gets the signals that are meant for it", () => {
  const rows: readonly {
    readonly rule: string;
    readonly words: string;
    readonly variables: Readonly<Record<string, string>>;
    readonly text: RegExp;
  }[] = [
    { rule: "a kubeconfig in HOME", words: "__complete --context of", variables: {}, text: /^of-the-home\n/ },
    {
      rule: "KUBECONFIG before it",
      words: "__complete --context of",
      variables: { KUBECONFIG: join(folder, "other") },
      text: /^of-the-variable\n/,
    },
    {
      rule: "a locale that is not UTF-8",
      words: sample,
      variables: { LC_ALL: "de_DE.ISO-8859-1" },
      text: /^[\x20-\x7e\n]+$/,
    },
    {
      rule: "a proxy",
      words: "-s https://192.0.2.1 --token x",
      variables: { HTTPS_PROXY: "http://127.0.0.1:1" },
      text: /127\.0\.0\.1:1 \(HTTPS_PROXY\)/,
    },
    {
      rule: "HCO_STATUS_POLARITY",
      words: sample,
      variables: { HCO_STATUS_POLARITY: "/nonexistent" },
      text: /^error: cannot read the polarities in \/nonexistent/,
    },
    { rule: "XDG_CONFIG_HOME", words: sample, variables: { XDG_CONFIG_HOME: folder }, text: /polarities/ },
  ];
  test.for(rows)("$rule", ({ words, variables, text }) => {
    mkdirSync(join(folder, "hco-status"), { recursive: true });
    writeFileSync(join(folder, "hco-status/polarity.yaml"), "polarities: nonsense\n");
    expect(printByProgram(words, variables)).toMatch(text);
  });
});
