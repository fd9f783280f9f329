import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { gateCodes } from "../../../shared/model/finding/row.ts";
import type { GateReport } from "../../../shared/model/upgrade-gate.ts";
import { readYaml } from "../../../shared/parse/yaml/read-yaml.ts";
import { buildApplication, readyStatus } from "../../aggregate/application/objects.ts";
import { readCaseAsCluster } from "../../aggregate/gate-situation.ts";
import { temporaryFolder, writeList } from "../../temporary-folder.ts";
import { runInProcess } from "../run-in-process.ts";

const folder = temporaryFolder();

const file = (name: string, items: readonly unknown[]): string => writeList(folder, name, items);

const golden = (sentence: string): string => `test/golden/${sentence}/input.yaml`;
const writeCase = (name: string, sentence: string): string => file(name, readCaseAsCluster(sentence));
const healthyInput = writeCase("well.json", "all-six-components-are-healthy");
const remarks = writeCase("remarks.json", "a-patch-an-edit-and-three-other-findings-leave-a-hyperconverged-healthy");
const alone = golden("a-file-with-only-a-healthy-cr-is-unknown");
const two = writeCase("two.json", "one-of-two-hyperconvergeds-is-in-the-wrong-namespace");
const shop = file("shop.json", [buildApplication([], { status: readyStatus })]);
const both = file("both.json", [
  buildApplication([], { status: readyStatus }),
  ...readCaseAsCluster("all-six-components-are-healthy"),
]);

function runGate(...args: string[]): ReturnType<typeof runInProcess> {
  return runInProcess(["gate", "upgrade", ...args]);
}

async function readGate(...args: string[]): Promise<GateReport> {
  return JSON.parse((await runGate(...args, "-o", "json")).stdout) as GateReport;
}

describe("the first line has the answer that the exit status has", () => {
  const rows: [what: string, args: string[], code: number, first: string][] = [
    ["an upgrade of a healthy HyperConverged is allowed", ["-f", healthyInput], 0, "ALLOW  Upgrade allowed"],
    [
      "findings that no operator reports block the upgrade",
      ["-f", remarks],
      2,
      "BLOCK  Upgrade should wait: annotation kubevirt.kubevirt.io/jsonpatch makes 1 unsupported change to KubeVirt; also for KubeVirt (3 virtual machines in pods of its previous version); HyperConverged reports Upgradeable=True, so OLM would not wait",
    ],
    [
      "components that were not read leave the answer unknown",
      ["-f", alone],
      4,
      "UNKNOWN  Upgrade unknown: KubeVirt, CDI, NetworkAddonsConfig, MigController and FileRestoreOperator, and the Deployments and DaemonSets of the components are not in the file",
    ],
    [
      "a reason that is not accepted still blocks",
      ["-f", remarks, "--accept", "TaintedConfiguration"],
      2,
      "BLOCK  Upgrade should wait for KubeVirt (3 virtual machines in pods of its previous version); HyperConverged reports Upgradeable=True, so OLM would not wait",
    ],
    [
      "reasons are accepted in any spelling and several times",
      ["-f", remarks, "--accept", "tainted-configuration", "--accept=OUTDATEDVMIWORKLOADS,TaintedConfiguration"],
      0,
      "ALLOW  Upgrade allowed (2 reasons accepted)",
    ],
    [
      "of two HyperConvergeds the worse answer counts",
      ["-f", two],
      2,
      "BLOCK  Upgrade of 2 objects: 1 should wait, 1 allowed",
    ],
    [
      "-n chooses one of two HyperConvergeds",
      ["-f", two, "-n", "kubevirt-hyperconverged"],
      0,
      "ALLOW  Upgrade allowed",
    ],
    [
      "a name chooses one of two HyperConvergeds",
      ["-f", two, "kubevirt-hyperconverged", "-n", "kubevirt-hyperconverged"],
      0,
      "ALLOW  Upgrade allowed",
    ],
    ["other objects in the file do not count", ["-f", both], 0, "ALLOW  Upgrade allowed"],
    [
      "a must-gather is read",
      ["--must-gather", "media/sample"],
      2,
      "BLOCK  Next upgrade blocked: an upgrade is in progress and waits for KubeVirt and CDI",
    ],
  ];
  test.for(rows)("%s", async ([, args, code, first]) => {
    const ended = await runGate(...args, "--width", "0");
    expect([ended.code, ended.stdout.split("\n")[0], ended.stderr]).toEqual([code, first, ""]);
  });
});

describe("what has no answer is an error of one sentence, with exit status 1", () => {
  const rows: [what: string, args: string[], sentence: string][] = [
    [
      "an unknown code, with the similar one",
      ["-f", healthyInput, "--accept", "Upgradable"],
      'error: unknown code "Upgradable" for --accept, did you mean Upgradeable?; allowed: Upgradeable, ',
    ],
    [
      "an unknown code that is similar to none",
      ["-f", healthyInput, "--accept", "Everything"],
      'error: unknown code "Everything" for --accept; allowed: Upgradeable, ',
    ],
    [
      "the code that cannot be accepted",
      ["-f", healthyInput, "--accept", "NoHyperConverged"],
      "error: --accept does not support NoHyperConverged: without a HyperConverged there is nothing to upgrade",
    ],
    [
      "an Application",
      ["-f", shop],
      "error: gate upgrade requires a HyperConverged or one of its components, but found only Application sh",
    ],
    [
      "a Deployment that was named",
      ["-f", both, "deployment/hyperconverged-cluster-operator"],
      "error: gate upgrade requires a HyperConverged or one of its components, not Deployment hyperconverged-cluster-operator",
    ],
    [
      "a name that does not exist",
      ["-f", healthyInput, "nobody"],
      'error: hyperconvergeds.hco.kubevirt.io "nobody" not found',
    ],
    [
      "another profile",
      ["-f", healthyInput, "--profile", "generic"],
      "error: gate upgrade requires the profile hco: remove --profile generic",
    ],
    ["a file that does not exist", ["-f", "nowhere.yaml"], "error: cannot read nowhere.yaml: no such file"],
  ];
  test.for(rows)("%s", async ([, args, sentence]) => {
    const ended = await runGate(...args);
    expect([ended.code, ended.stdout]).toEqual([1, ""]);
    expect(ended.stderr.slice(0, sentence.length)).toBe(sentence);
    expect(ended.stderr.trimEnd().split("\n")).toHaveLength(1);
  });
});

test("without a HyperConverged the answer is UNKNOWN, and the usual sentence has where it was searched for", async () => {
  const empty = file("empty.json", [{ apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a", namespace: "b" } }]);
  const ended = await runGate("-f", empty);
  expect([ended.code, ended.stdout.split("\n")[0]]).toEqual([4, "UNKNOWN  no HyperConverged to upgrade"]);
  expect(ended.stderr).toMatch(/^No HyperConverged/);
});

test("every reason is a row with its code, its age and its component", async () => {
  const { stdout } = await runGate("-f", golden("an-upgrade-updates-kubevirt"), "--width", "160");
  expect(stdout.split("\n").slice(1, 11)).toEqual([
    "  HyperConverged kubevirt-hyperconverged (1.19.0, operator 1.20.0)",
    expect.stringMatching(/^ {2}test\/golden\/an-upgrade-updates-kubevirt\/input.yaml, as of 2026-11-21T/),
    "",
    "CODE                 STATE    SINCE  WHAT",
    "✗ UpgradeRunning     blocks   14m    an upgrade is in progress: 1.19.0 -> 1.20.0, waiting for KubeVirt",
    "✗ Available          blocks   14m    Available=False, HCODegraded: HCO is not available due to degraded components",
    expect.stringMatching(
      /^✗ Upgradeable {8}blocks {3}14m {4}KubeVirt: Progressing=True makes HyperConverged report Upgradeable=False: UpdateIn/,
    ),
    expect.stringMatching(/^ {37}\S/),
    "✗ Degraded           blocks   14m    KubeVirt: Degraded=True, as above",
    "✗ Progressing        blocks   14m    KubeVirt (not reported by HyperConverged): Progressing=True, as above",
  ]);
});

test("reasons that can be accepted are in a command that is ready to run", async () => {
  const { stdout } = await runGate("-f", remarks, "kubevirt-hyperconverged", "--accept", "stale");
  const again = `kubevirt-hyperconverged -f ${remarks}`;
  const [look, accept] = stdout.trimEnd().split("\n").slice(-2);
  expect(look).toBe(`Details kubectl hco-status ${again}`);
  const codes = "Stale,TaintedConfiguration,OutdatedVMIWorkloads";
  expect(accept).toBe(`Accept  kubectl hco-status gate upgrade ${again} --accept ${codes}`);
  const { code } = await runInProcess((accept ?? "").split(/\s+/).slice(3));
  expect(code).toBe(0);
});

test("other reasons are in a command that explains them, and no command reads standard input again", async () => {
  const args = ["-n", "virtualization", "kubevirt-hyperconverged"];
  const explain = "Explain kubectl hco-status explain ReconcileComplete Upgradeable Available Degraded Progressing";
  const named = await runGate("-f", two, ...args);
  expect(named.stdout.trimEnd().split("\n").slice(-2)).toEqual([
    `Details kubectl hco-status kubevirt-hyperconverged -n virtualization -f ${two}`,
    explain,
  ]);
  const piped = await runInProcess(["gate", "upgrade", "-f", "-", ...args], readFileSync(two, "utf8"));
  expect(piped.stdout.trimEnd().split("\n").slice(-2)).toEqual(["", explain]);
  expect((await runInProcess(explain.split(" ").slice(3))).code).toBe(0);
});

describe("a component with a HyperConverged has no answer of its own", () => {
  const objects = readCaseAsCluster("all-six-components-are-healthy");
  const kubeVirt = objects.find(({ kind }) => kind === "KubeVirt");
  const owners = [
    { apiVersion: "hco.kubevirt.io/v1", kind: "HyperConverged", name: "kubevirt-hyperconverged", uid: "u" },
  ];
  const owned = structuredClone(kubeVirt);
  Object.assign(owned?.["metadata"], { ownerReferences: owners });
  const rows: [what: string, path: string][] = [
    ["the HyperConverged is in the input", healthyInput],
    ["it owns it", file("owned.json", [owned])],
  ];
  test.for(rows)("%s", async ([, path]) => {
    const name = String(kubeVirt?.["metadata"].name);
    const ended = await runGate("-f", path, `kubevirt/${name}`, "-n", "kubevirt-hyperconverged");
    expect([ended.code, ended.stdout]).toEqual([1, ""]);
    expect(ended.stderr).toBe(
      `error: KubeVirt ${name} is upgraded by its HyperConverged: run kubectl hco-status gate upgrade hyperconverged/kubevirt-hyperconverged -n kubevirt-hyperconverged\n`,
    );
  });
});

test("an accepted incomplete reading is printed, and so is an accepted code that is not present", async () => {
  const accept = "IncompleteReading,UpgradeRunning,Degraded";
  const { code, stdout } = await runGate("-f", alone, "--accept", accept, "--width", "0");
  expect(code).toBe(0);
  expect(stdout).toContain("! IncompleteReading is accepted: 6 objects that were not read may block the upgrade\n");
  expect(stdout).toContain("! accepted but not present: Degraded\n");
  expect(stdout).toContain("Read 1 of 6 objects; 5 not in the file");
  expect(stdout).not.toContain("--accept");
});

describe("-o json and -o yaml print the same document", () => {
  test("-o json prints the answer, the roots and the reasons", async () => {
    const document = await readGate("-f", remarks, "--accept", "TaintedConfiguration");
    expect(document).toMatchObject({
      apiVersion: "hco-status/v1",
      kind: "UpgradeGate",
      answer: "BLOCK",
      source: { kind: "files" },
      roots: [{ ref: { kind: "HyperConverged" }, verdict: "healthy", version: "1.20.0", answer: "BLOCK" }],
      reasons: [
        { code: "OutdatedVMIWorkloads", state: "blocks", component: "KubeVirt", count: 3 },
        { code: "TaintedConfiguration", state: "accepted", was: "blocks", component: "KubeVirt", operations: 1 },
      ],
      accepted: ["TaintedConfiguration"],
      unneeded: [],
    });
    expect(document.completeness.asked).toBeGreaterThan(0);
  });

  test("-o yaml prints the document of -o json", async () => {
    const { stdout, code } = await runGate("-f", remarks, "-o", "yaml");
    expect([code, readYaml(stdout)]).toEqual([2, { value: await readGate("-f", remarks) }]);
  });
});

describe("an override of OLM's OperatorCondition is reported as one", () => {
  const rows: [operator: string, override: string, words: string][] = [
    ["True", "False", "spec.overrides sets Upgradeable=False, R: over"],
    ["False", "True", "spec.overrides allows the upgrade, but the operator reports Upgradeable=False, R: own"],
  ];
  test.for(rows)("%s by %s", async ([operator, override, words]) => {
    const objects = readCaseAsCluster("openshift-with-ssp-and-an-operatorcondition-is-healthy");
    const condition = objects.find((each) => each["kind"] === "OperatorCondition");
    const upgradeable = { type: "Upgradeable", reason: "R" };
    Object.assign(condition?.["spec"], {
      conditions: [{ ...upgradeable, status: operator, message: "own" }],
      overrides: [{ ...upgradeable, status: override, message: "over" }],
    });
    const { stdout, code } = await runGate("-f", file("override.json", objects), "--plain");
    expect(code).toBe(2);
    expect(stdout).toContain(`reason: OperatorCondition, blocks: ${words}\n`);
  });
});

test("--plain prints a fact in each line, the answer first", async () => {
  const { stdout } = await runGate("-f", remarks, "--plain");
  expect(stdout.split("\n").slice(0, 7)).toEqual([
    "answer: BLOCK",
    "headline: Upgrade should wait: annotation kubevirt.kubevirt.io/jsonpatch makes 1 unsupported change to KubeVirt; also for KubeVirt (3 virtual machines in pods of its previous version); HyperConverged reports Upgradeable=True, so OLM would not wait",
    `source: ${remarks}`,
    expect.stringMatching(/^taken: \d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
    "object: HyperConverged kubevirt-hyperconverged (1.20.0): BLOCK",
    "reason: TaintedConfiguration, blocks, for 40 minutes: KubeVirt: annotation kubevirt.kubevirt.io/jsonpatch patches it (1 operation)",
    "reason: OutdatedVMIWorkloads, blocks: KubeVirt: 3 virtual machines still run in pods of the previous version",
  ]);
});

describe("in every layout", () => {
  const texts = [
    "an-upgrade-updates-kubevirt",
    "a-new-installation-reports-init-in-five-conditions",
    "one-of-two-hyperconvergeds-is-in-the-wrong-namespace",
  ];
  test.for(texts)("%s fits the width, except for its commands", async (sentence) => {
    for (const width of [40, 60, 80, 120]) {
      const { stdout } = await runGate("-f", golden(sentence), "--width", String(width));
      const lines = stdout.split("\n").filter((line) => !/^(Details|Accept|Explain) /.test(line));
      expect(lines.filter((line) => [...line].length > width)).toEqual([]);
    }
  });

  test("hostile text of the cluster is harmless, and --ascii prints only ASCII", async () => {
    const objects = readCaseAsCluster("networkaddonsconfig-blocks-the-upgrade-of-a-healthy-hyperconverged");
    const text = JSON.stringify(objects).replaceAll("NMState deployment", "\\u001b[2J\\u202e🧨 deployment");
    const path = file("hostile.json", JSON.parse(text) as unknown[]);
    const { stdout, code } = await runGate("-f", path, "--ascii");
    expect(code).toBe(2);
    expect(stdout).toMatch(/^[\n\x20-\x7e]*$/);
    expect(stdout).toContain("^[[2J");
    const colored = await runGate("-f", path, "--color", "always");
    expect(colored.stdout.replace(/\u001b\[[0-9;]*m/g, "")).not.toMatch(/[\u001b\u202e]/);
  });
});

test("every code is one word, and no two differ only in case", () => {
  const bare = gateCodes.map((code) => code.toLowerCase());
  expect(new Set(bare).size).toBe(gateCodes.length);
  for (const code of gateCodes) expect(code).toMatch(/^[A-Z][A-Za-z]+$/);
});
