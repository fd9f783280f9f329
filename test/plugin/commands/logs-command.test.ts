import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parseAndCheckOptions } from "../../../plugin/cli/parse-options.ts";
import { nameUnknownContext } from "../../../plugin/commands/logs-command.ts";
import { aggregate } from "../../../shared/aggregate/aggregate.ts";
import { findCauseLog } from "../../../shared/model/log-source.ts";
import { quoteShellWord } from "../../../shared/model/shell-word.ts";
import { buildLogsArguments } from "../../../shared/render/shell/logs-words.ts";
import { readGoldenCase, sentences } from "../../golden/recorded.ts";
import { writeFolder } from "../../io/must-gather-layouts/archives.ts";
import { virtualization } from "../../io/must-gather-layouts/layouts.ts";
import { readCollected } from "../../io/must-gather-layouts/objects.ts";
import { type RunResult, runInProcess } from "../run-in-process.ts";

const dryRunOfSample = ["--must-gather", "media/sample", "--dry-run"];
const sampleCommand =
  "kubectl logs -n kubevirt-hyperconverged cdi-deployment-ff221a4411-53124 -c cdi-controller --previous";

function runLogs(...args: string[]): Promise<RunResult> {
  return runInProcess(["logs", ...args]);
}

test.for(sentences)("logs runs the first command of a cause that names a container, in the case %s", (sentence) => {
  for (const root of aggregate(readGoldenCase(sentence)).roots) {
    for (const cause of root.causes) {
      // The log of a whole Deployment, such as that of a missing workload's operator, belongs to no container.
      const [first] = cause.next.filter(({ words }) => words[0] === "logs" && words.includes("-c"));
      const log = findCauseLog(root, cause);
      expect(log && buildLogsArguments(log)).toEqual(first?.words);
    }
  }
});

test.for([
  {
    rule: "logs --dry-run prints the command for the worst cause where no component is given",
    args: [],
    command: sampleCommand,
  },
  {
    rule: "logs --dry-run finds a component by its name in lower case",
    args: ["cdi"],
    command: sampleCommand,
  },
  {
    rule: "logs --dry-run appends the flags behind -- to the command",
    args: ["CDI", "--", "-f", "--tail=5"],
    command: `${sampleCommand} -f --tail=5`,
  },
  {
    rule: "logs --dry-run quotes a flag behind -- that has a space",
    args: ["--", "--since", "1 h"],
    command: `${sampleCommand} --since '1 h'`,
  },
])("$rule", async ({ args, command }) => {
  expect(await runLogs(...dryRunOfSample, ...args)).toEqual({ code: 0, stdout: `${command}\n`, stderr: "" });
});

test.for([
  {
    rule: "logs --dry-run prints the operator's log where the operator does not update the status",
    goldenCase: "the-spec-is-newer-than-the-status",
  },
  {
    rule: "logs --dry-run prints the operator's log where every reconcile of an upgrade fails",
    goldenCase: "an-upgrade-from-1-18-never-completes-and-no-condition-reports-it",
  },
])("$rule", async ({ goldenCase }) => {
  const command = "kubectl logs -n kubevirt-hyperconverged deployment/hyperconverged-cluster-operator --tail=100";
  const result = await runLogs("-f", `test/golden/${goldenCase}/input.yaml`, "--dry-run");
  expect(result).toEqual({ code: 0, stdout: `${command}\n`, stderr: "" });
});

test("logs --dry-run prints the names of all components where the given component is unknown", async () => {
  const stderr =
    'error: unknown component "CDX" (did you mean "CDI"?); the report has KubeVirt, CDI, NetworkAddonsConfig, AAQ, MigController, FileRestoreOperator, hyperconverged-cluster-operator, hyperconverged-cluster-webhook, virt-network-resources-injector\n';
  expect(await runLogs(...dryRunOfSample, "CDX")).toEqual({ code: 1, stdout: "", stderr });
});

test("logs --dry-run fails for a healthy component", async () => {
  const stderr = "error: AAQ is healthy: no container of it has failed\n";
  expect(await runLogs(...dryRunOfSample, "aaq")).toEqual({ code: 1, stdout: "", stderr });
});

test("logs --dry-run fails for a cause whose container never ran", async () => {
  const stderr =
    "error: no cause of KubeVirt has a container with a log; for details: kubectl hco-status --must-gather media/sample\n";
  expect(await runLogs(...dryRunOfSample, "kubevirt")).toEqual({ code: 1, stdout: "", stderr });
});

test("logs --dry-run fails for a healthy HyperConverged", async () => {
  const result = await runLogs("-f", "test/golden/all-six-components-are-healthy/input.yaml", "--dry-run");
  expect(result).toEqual({
    code: 1,
    stdout: "",
    stderr: expect.stringMatching(/^error: no cause in the report has a container with a log.*\n$/),
  });
});

test.for([
  { cluster: "prod-1", context: "CONTEXT_OF_PROD-1" },
  { cluster: "fleet/prod.a_b", context: "CONTEXT_OF_FLEET_PROD_A_B" },
])("the context to fill in for cluster $cluster needs no quotes in a shell", ({ cluster, context }) => {
  expect(nameUnknownContext(cluster)).toBe(context);
  expect(quoteShellWord(context)).toBe(context);
});

test("logs refuses a second component", async () => {
  const error = expect.stringMatching(/^logs takes one component: got "CDI AAQ"/);
  expect(await parseAndCheckOptions(["logs", "CDI", "AAQ"])).toEqual({ error });
});

describe("logs reads the collected logs of a must-gather", () => {
  const folder = join(mkdtempSync(join(tmpdir(), "hco-status-collected-log-")), "must-gather");
  const text = "starting with https://admin:hunter2hunter2@api.example.org\n\u001b[31mpanic: boom\n";
  beforeAll(() => {
    cpSync("media/sample", folder, { recursive: true });
    const namespace = dirname(globSync("**/kubevirt-hyperconverged/apps", { cwd: folder })[0] ?? "");
    const logFolder = "pods/cdi-deployment-ff221a4411-53124/cdi-controller/cdi-controller/logs";
    mkdirSync(join(folder, namespace, logFolder), { recursive: true });
    writeFileSync(join(folder, namespace, logFolder, "current.log"), text);
  });
  afterAll(() => rmSync(dirname(folder), { recursive: true }));

  test.for([
    {
      rule: "logs --must-gather prints the collected log without credentials and escape sequences",
      args: [],
      stdout: "starting with https://REDACTED@api.example.org\n^[[31mpanic: boom\n",
    },
    {
      rule: "logs --must-gather prints the collected log of a component",
      args: ["cdi"],
      stdout: "starting with https://REDACTED@api.example.org\n^[[31mpanic: boom\n",
    },
    {
      rule: "logs --must-gather prints the last line with --tail=1",
      args: ["--", "--tail=1"],
      stdout: "^[[31mpanic: boom\n",
    },
    {
      rule: "logs --must-gather prints the last line with --tail 1",
      args: ["--", "--tail", "1"],
      stdout: "^[[31mpanic: boom\n",
    },
  ])("$rule", async ({ args, stdout }) => {
    expect(await runLogs("--must-gather", folder, ...args)).toEqual({ code: 0, stdout, stderr: "" });
  });

  test("logs --must-gather refuses any other flag of kubectl logs", async () => {
    const stderr =
      "error: of the flags of kubectl logs only --tail applies to a log that was collected, not --since=1h\n";
    expect(await runLogs("--must-gather", folder, "--", "--since=1h")).toEqual({ code: 1, stdout: "", stderr });
  });

  test("logs --must-gather prints the command for the cluster where the log was not collected", async () => {
    const stderr = `error: media/sample has no log of this container; on its cluster run: ${sampleCommand}\n`;
    expect(await runLogs("--must-gather", "media/sample")).toEqual({ code: 1, stdout: "", stderr });
  });

  test("logs --must-gather prints the command for the operator's log where that was not collected", async () => {
    const input = "test/golden/an-upgrade-from-1-18-never-completes-and-no-condition-reports-it/input.yaml";
    const path = join(dirname(folder), "operator");
    writeFolder(virtualization(readCollected(readFileSync(input, "utf8")), "kubevirt-hyperconverged"), path);
    const command = "kubectl logs -n kubevirt-hyperconverged deployment/hyperconverged-cluster-operator --tail=100";
    const stderr = `error: ${path} has no log of this container; on its cluster run: ${command}\n`;
    expect(await runLogs("--must-gather", path)).toEqual({ code: 1, stdout: "", stderr });
  });

  test("logs --must-gather fails for a folder that is no must-gather", async () => {
    expect(await runLogs("--must-gather", "test/logs")).toEqual({
      code: 1,
      stdout: "",
      stderr: expect.stringMatching(/^error: cannot use test\/logs: not a must-gather: [^\n]*\n$/),
    });
  });
});
