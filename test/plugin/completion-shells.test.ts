import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { isBuildMachine } from "../environment.ts";
import { builtKubectl, testWithKubectl, withoutKubectl } from "../io/kubectl.ts";
import { installPlugin, runProgram } from "./installed-plugin.ts";
import { terminal, typeInto } from "./interactive-shell.ts";

const built = installPlugin();
afterAll(() => rmSync(built.folder, { recursive: true }));

const config = join(built.folder, "config");
writeFileSync(
  config,
  JSON.stringify({
    contexts: ["arn:aws:eks:eu:1:cluster/a", "admin@prod", "it's my\\ctx", "o$(touch pwned)"].map((name) => ({ name })),
    users: [{ name: "dev" }],
  }),
);
mkdirSync(join(built.folder, "dumps"));
writeFileSync(join(built.folder, "dumps/one.yaml"), "");
const env = { KUBECONFIG: config };

/** On CI a shell that is missing is a failure, elsewhere a skip that says so. */
function hasShell(shell: string): boolean {
  if (isBuildMachine) return true;
  return built.path.split(delimiter).some((folder) => existsSync(join(folder, shell)));
}

/** A `describe` for a shell; where the machine has none, one skipped test that says so. */
function describeShell(shell: string, body: () => void): void {
  describe(shell, () => {
    if (hasShell(shell)) body();
    else test.skip(`needs ${shell} on the PATH`);
  });
}

/** What is typed before the tab, and the completed line, word by word, as the shell reads it. */
const completions: readonly (readonly [line: string, words: string])[] = [
  ["kubectl-hco_status --kubec", "<kubectl-hco_status><--kubeconfig>"],
  ["kubectl-hco_status completion z", "<kubectl-hco_status><completion><zsh>"],
  ["kubectl-hco_status --rules=st", "<kubectl-hco_status><--rules=status-doc>"],
  ["kubectl-hco_status -ow", "<kubectl-hco_status><-owide>"],
  ["kubectl-hco_status -o custom-columns-", "<kubectl-hco_status><-o><custom-columns-file=>"],
  ["kubectl-hco_status --context=arn:aws:e", "<kubectl-hco_status><--context=arn:aws:eks:eu:1:cluster/a>"],
  ["kubectl-hco_status --context arn", "<kubectl-hco_status><--context><arn:aws:eks:eu:1:cluster/a>"],
  ["kubectl-hco_status --context adm", "<kubectl-hco_status><--context><admin@prod>"],
  ["kubectl-hco_status --context=admin@p", "<kubectl-hco_status><--context=admin@prod>"],
  ["kubectl-hco_status --context it", "<kubectl-hco_status><--context><it's my\\ctx>"],
  ["kubectl-hco_status --context=\"it's", "<kubectl-hco_status><--context=it's my\\ctx>"],
  ["kubectl-hco_status --context o", "<kubectl-hco_status><--context><o>"],
  ["kubectl-hco_status --kubeconfig ~/config --user ", "<kubectl-hco_status><--kubeconfig><HOME/config><--user><dev>"],
  ["kubectl-hco_status -f dumps/o", "<kubectl-hco_status><-f><dumps/one.yaml>"],
  ["kubectl-hco_status --filename=dumps/o", "<kubectl-hco_status><--filename=dumps/one.yaml>"],
  ["kubectl-hco_status -o jsonpath-file=dumps/o", "<kubectl-hco_status><-o><jsonpath-file=dumps/one.yaml>"],
  ["kubectl-hco_status gate u", "<kubectl-hco_status><gate><upgrade>"],
  ["kubectl-hco_status wait --for=h", "<kubectl-hco_status><wait><--for=healthy>"],
  ["kubectl-hco_status wait --for cond", "<kubectl-hco_status><wait><--for><condition=>"],
  ["kubectl-hco_status diff dumps/o", "<kubectl-hco_status><diff><dumps/one.yaml>"],
  ["kubectl-hco_status snapshot -o dumps/o", "<kubectl-hco_status><snapshot><-o><dumps/one.yaml>"],
  [
    "kubectl-hco_status --contexts admin@prod,ar",
    "<kubectl-hco_status><--contexts><admin@prod,arn:aws:eks:eu:1:cluster/a>",
  ],
  [
    "kubectl-hco_status gate upgrade --accept=Stale,OutdatedV",
    "<kubectl-hco_status><gate><upgrade><--accept=Stale,OutdatedVMIWorkloads>",
  ],
  ["kubectl-hco_status help sn", "<kubectl-hco_status><help><snapshot>"],
];

const lines = completions.map(([line]) => line);
const completedLines = completions.map(([, words]) => words.replace("HOME", built.folder));

describeShell("bash", () => {
  const start = "bash --norc --noprofile -i";
  const setUp = ['eval "$(kubectl-hco_status completion bash)"'];

  test.skipIf(!hasShell(terminal))("bash completes each typed line (needs script, for a terminal)", async () => {
    expect(await typeInto(built, env, { start, setUp }, lines)).toEqual(completedLines);
  });

  test.skipIf(!hasShell(terminal))("the completion of bash runs nothing of the typed line", async () => {
    await typeInto(built, env, { start, setUp }, ["kubectl-hco_status -n $(touch pwned) --con"], "throw away");
    expect(existsSync(join(built.folder, "pwned"))).toBe(false);
  });

  test("the completion of bash needs no package and prints no error", async () => {
    const call = "COMP_LINE='kubectl-hco_status --kubec' COMP_POINT=26; _kubectl_hco_status kubectl-hco_status";
    const text = `set -u; ${setUp[0]}; ${call}; printf '<%s>' "\${COMPREPLY[@]}"; complete -p kubectl-hco-status`;
    const { stdout, stderr } = await runProgram(built, ["bash", "--norc", "--noprofile", "-c", text], env);
    // compopt says that nothing is being completed.
    expect(stderr.replaceAll(/.*compopt: not currently executing completion function\n/g, "")).toBe("");
    expect(stdout).toBe("<--kubeconfig>complete -o default -F _kubectl_hco_status kubectl-hco-status\n");
  });
});

describeShell("zsh", () => {
  const setUp = ["autoload -Uz compinit; compinit -u -D", "source <(kubectl-hco_status completion zsh)"];

  test.skipIf(!hasShell(terminal))("zsh completes each typed line (needs script, for a terminal)", async () => {
    expect(await typeInto(built, env, { start: "zsh -f -i", setUp }, lines)).toEqual(completedLines);
  });
});

describeShell("fish", () => {
  test("fish completes each typed line", async () => {
    const asked = completions.map(([line]) => `complete -C ${JSON.stringify(line).replaceAll("$", "\\$")}; echo END`);
    const text = ["kubectl-hco_status completion fish | source", ...asked].join("\n");
    const { stdout, stderr } = await runProgram(built, ["fish", "--no-config", "-c", text], env);
    expect(stderr).toBe("");
    const found = stdout.split("END\n").map((choices) => choices.replaceAll(/\t.*/g, "").trimEnd());
    expect(found.slice(0, -1)).toEqual([
      "--kubeconfig",
      "zsh",
      "--rules=status-doc",
      "-owide",
      "custom-columns-file=",
      "--context=arn:aws:eks:eu:1:cluster/a",
      "arn:aws:eks:eu:1:cluster/a",
      "admin@prod",
      "--context=admin@prod",
      "it's my\\ctx",
      "--context=it's my\\ctx",
      "",
      "dev",
      "dumps/one.yaml",
      "--filename=dumps/one.yaml",
      "jsonpath-file=dumps/one.yaml",
      "upgrade",
      "--for=healthy",
      "condition=",
      "dumps/one.yaml",
      "dumps/one.yaml",
      "admin@prod,arn:aws:eks:eu:1:cluster/a",
      "--accept=Stale,OutdatedVMIWorkloads",
      "snapshot",
    ]);
  });
});

describe("kubectl completes the plugin", () => {
  testWithKubectl(`lists one plugin, and finds it in both spellings${withoutKubectl}`, async () => {
    const { stdout } = await runProgram(built, [builtKubectl(), "plugin", "list"], env);
    expect(stdout.match(/^\S*\/kubectl-hco\S*$/gm)).toEqual([join(built.folder, "bin/kubectl-hco_status")]);
    for (const spelling of ["hco-status", "hco_status"])
      expect((await runProgram(built, [builtKubectl(), spelling, "version"], env)).stdout).toMatch(/^hco-status \d/);
  });
  const rows = [
    {
      words: ["hco-status", "--clus"],
      wantedLines: ["--cluster\tThe name of the kubeconfig cluster to use", ":4"],
    },
    { words: ["hco-status", "-o", "custom-columns-"], wantedLines: ["custom-columns-file=", ":6"] },
    { words: ["hco-status", "--context=a"], wantedLines: ["admin@prod", "arn:aws:eks:eu:1:cluster/a", ":4"] },
    { words: ["hco-status", "-f", ""], wantedLines: [":0"] },
    { words: ["hco-status", "diff", ""], wantedLines: [":0"] },
    { words: ["hco-status", "explain", "CrashL"], wantedLines: ["CrashLoopBackOff", ":4"] },
    { words: ["hco-status", "gate", ""], wantedLines: ["upgrade", ":4"] },
    { words: ["hco-status", "gate", "upgrade", "--accept", "Stale,Deg"], wantedLines: ["Stale,Degraded", ":4"] },
    {
      words: ["hco-status", "--contexts", "admin@prod,a"],
      wantedLines: ["admin@prod,arn:aws:eks:eu:1:cluster/a", ":4"],
    },
    { words: ["hco-status", "wait", "--for", "c"], wantedLines: ["create", "condition=", ":6"] },
  ];
  testWithKubectl.for(rows)(
    `kubectl __complete $words prints the words of the plugin${withoutKubectl}`,
    async ({ words, wantedLines }) => {
      const { stdout } = await runProgram(built, [builtKubectl(), "__complete", ...words], env);
      expect(stdout.trimEnd().split("\n")).toEqual(wantedLines);
    },
  );
});
