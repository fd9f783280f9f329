import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, test } from "vitest";
import { environmentWith } from "../environment.ts";
import { buildPlugin } from "../shared-build.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const folder = temporaryFolder();
const home = join(folder, "home");
const writeContext = (context: string): string => JSON.stringify({ contexts: [{ name: context }] });

beforeAll(() => {
  mkdirSync(join(home, ".kube"), { recursive: true });
  writeFileSync(join(home, ".kube/config"), writeContext("of-the-home"));
  writeFileSync(join(folder, "other"), writeContext("of-the-variable"));
});

/** What the plugin prints as a process of its own, with these variables and no other of the machine. */
function printByProgram(words: string, variables: Readonly<Record<string, string>> = {}): string {
  const [command, ...programArguments] = buildPlugin().words;
  const { stdout, stderr } = spawnSync(command, [...programArguments, ...words.split(" ")], {
    cwd: root,
    encoding: "utf8",
    env: environmentWith({ HOME: home, ...variables }),
  });
  return stdout + stderr;
}

const sampleArguments = "--must-gather media/sample";

describe("a report of files does not depend on the machine", () => {
  const plain = printByProgram(sampleArguments);
  const rows: readonly { readonly rule: string; readonly variables: Readonly<Record<string, string>> }[] = [
    {
      rule: "a report does not depend on time zone and locale",
      variables: { TZ: "Asia/Kolkata", LANG: "tr_TR.UTF-8", LC_ALL: "tr_TR.UTF-8" },
    },
    {
      rule: "a report does not depend on proxies and kubeconfigs",
      variables: { HTTPS_PROXY: "http://127.0.0.1:1", NO_PROXY: "*", KUBECONFIG: "/nonexistent" },
    },
    {
      rule: "a report in a pipe does not depend on variables of colour",
      variables: { FORCE_COLOR: "1", TERM: "xterm-256color", CLICOLOR_FORCE: "1" },
    },
    { rule: "a report in a pipe does not depend on COLUMNS", variables: { COLUMNS: "40" } },
    { rule: "a report in a pipe does not depend on an ASCII locale", variables: { LC_ALL: "C", TERM: "dumb" } },
    {
      rule: "a report does not depend on the folders of kubectl",
      variables: { KUBECACHEDIR: "/nonexistent", KUBERC: "/nonexistent" },
    },
  ];
  test.for(rows)("$rule", ({ variables }) => {
    expect(plain).toContain("kubevirt-hyperconverged unavailable");
    expect(printByProgram(sampleArguments, variables)).toBe(plain);
  });
});

describe("output to a pipe is not wrapped, so that a search finds its line", () => {
  const rows = [
    { rule: "a report", words: sampleArguments },
    { rule: "a wide report", words: `${sampleArguments} -o wide` },
    { rule: "a report in Markdown", words: `${sampleArguments} -o markdown` },
    { rule: "the gate", words: `gate upgrade ${sampleArguments}` },
    { rule: "the list of differences", words: "diff media/sample media/sample" },
    { rule: "an explanation", words: "explain operator-down CDIDegraded" },
    { rule: "the list of explanations", words: "explain" },
  ];
  test.for(rows)("$rule is not wrapped in a pipe", ({ words }) => {
    const plain = printByProgram(words, { COLUMNS: "40", TERM: "xterm" });
    expect(plain).not.toBe("");
    expect(plain).toBe(printByProgram(`${words} --width 0`));
  });
});

describe("the variables of the environment have their effect", () => {
  const rows: readonly {
    readonly rule: string;
    readonly words: string;
    readonly variables: Readonly<Record<string, string>>;
    readonly text: RegExp;
  }[] = [
    {
      rule: "the contexts of the kubeconfig in HOME are completed",
      words: "__complete --context of",
      variables: {},
      text: /^of-the-home\n/,
    },
    {
      rule: "the contexts of KUBECONFIG are completed before those of HOME",
      words: "__complete --context of",
      variables: { KUBECONFIG: join(folder, "other") },
      text: /^of-the-variable\n/,
    },
    {
      rule: "a locale that is not UTF-8 prints ASCII",
      words: sampleArguments,
      variables: { LC_ALL: "de_DE.ISO-8859-1" },
      text: /^[\x20-\x7e\n]+$/,
    },
    {
      rule: "HTTPS_PROXY is the proxy of a cluster",
      words: "-s https://192.0.2.1 --token x",
      variables: { HTTPS_PROXY: "http://127.0.0.1:1" },
      text: /127\.0\.0\.1:1 \(HTTPS_PROXY\)/,
    },
    {
      rule: "HCO_STATUS_POLARITY is the file of polarities",
      words: sampleArguments,
      variables: { HCO_STATUS_POLARITY: "/nonexistent" },
      text: /^error: cannot read the polarities in \/nonexistent/,
    },
    {
      rule: "XDG_CONFIG_HOME is the folder of the file of polarities",
      words: sampleArguments,
      variables: { XDG_CONFIG_HOME: folder },
      text: /polarities/,
    },
  ];
  test.for(rows)("$rule", ({ words, variables, text }) => {
    mkdirSync(join(folder, "hco-status"), { recursive: true });
    writeFileSync(join(folder, "hco-status/polarity.yaml"), "polarities: nonsense\n");
    expect(printByProgram(words, variables)).toMatch(text);
  });
});
