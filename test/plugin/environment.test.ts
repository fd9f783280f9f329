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
  const rows: [what: string, variables: Readonly<Record<string, string>>][] = [
    ["time zone and locale", { TZ: "Asia/Kolkata", LANG: "tr_TR.UTF-8", LC_ALL: "tr_TR.UTF-8" }],
    ["proxies and kubeconfigs", { HTTPS_PROXY: "http://127.0.0.1:1", NO_PROXY: "*", KUBECONFIG: "/nonexistent" }],
    ["colour, with no terminal there", { FORCE_COLOR: "1", TERM: "xterm-256color", CLICOLOR_FORCE: "1" }],
    ["the width of a terminal, with no terminal there", { COLUMNS: "40" }],
    ["a locale of ASCII, with no terminal there", { LC_ALL: "C", TERM: "dumb" }],
    ["kubectl's folders", { KUBECACHEDIR: "/nonexistent", KUBERC: "/nonexistent" }],
  ];
  test.for(rows)("%s", ([, variables]) => {
    expect(plain).toContain("kubevirt-hyperconverged unavailable");
    expect(printByProgram(sample, variables)).toBe(plain);
  });
});

describe("into a pipe no text is wrapped, so that a search finds its line:", () => {
  const rows: [what: string, words: string][] = [
    ["a report", sample],
    ["a wide report", `${sample} -o wide`],
    ["a report in Markdown", `${sample} -o markdown`],
    ["gate", `gate upgrade ${sample}`],
    ["diff", "diff media/sample media/sample"],
    ["explain", "explain operator-down CDIDegraded"],
    ["the list of explain", "explain"],
  ];
  test.for(rows)("%s", ([, words]) => {
    const plain = printByProgram(words, { COLUMNS: "40", TERM: "xterm" });
    expect(plain).not.toBe("");
    expect(plain).toBe(printByProgram(`${words} --width 0`));
  });
});

describe("the process gets the signals that are meant for it", () => {
  const rows: [what: string, words: string, variables: Readonly<Record<string, string>>, text: RegExp][] = [
    ["a kubeconfig in HOME", "__complete --context of", {}, /^of-the-home\n/],
    ["KUBECONFIG before it", "__complete --context of", { KUBECONFIG: join(folder, "other") }, /^of-the-variable\n/],
    ["a locale that is not UTF-8", sample, { LC_ALL: "de_DE.ISO-8859-1" }, /^[\x20-\x7e\n]+$/],
    [
      "a proxy",
      "-s https://192.0.2.1 --token x",
      { HTTPS_PROXY: "http://127.0.0.1:1" },
      /127\.0\.0\.1:1 \(HTTPS_PROXY\)/,
    ],
    [
      "HCO_STATUS_POLARITY",
      sample,
      { HCO_STATUS_POLARITY: "/nonexistent" },
      /^error: cannot read the polarities in \/nonexistent/,
    ],
    ["XDG_CONFIG_HOME", sample, { XDG_CONFIG_HOME: folder }, /polarities/],
  ];
  test.for(rows)("%s", ([, words, variables, text]) => {
    mkdirSync(join(folder, "hco-status"), { recursive: true });
    writeFileSync(join(folder, "hco-status/polarity.yaml"), "polarities: nonsense\n");
    expect(printByProgram(words, variables)).toMatch(text);
  });
});
