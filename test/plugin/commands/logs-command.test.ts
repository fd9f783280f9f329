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

const sample = ["--must-gather", "media/sample", "--dry-run"];
const ofSample = "logs -n kubevirt-hyperconverged cdi-deployment-ff221a4411-53124 -c cdi-controller --previous";

function logs(...args: string[]): Promise<RunResult> {
  return runInProcess(["logs", ...args]);
}

test.for(sentences)("the command is the first that the cause names, where that is about a log: %s", (sentence) => {
  for (const root of aggregate(readGoldenCase(sentence)).roots) {
    for (const cause of root.causes) {
      // The log of a whole Deployment, such as that of a missing workload's operator, belongs to no container.
      const [first] = cause.next.filter(({ words }) => words[0] === "logs" && words.includes("-c"));
      const log = findCauseLog(root, cause);
      expect(log && buildLogsArguments(log)).toEqual(first?.words);
    }
  }
});

describe("--dry-run prints the command", () => {
  const rows: [what: string, args: string[], command: string][] = [
    ["of the worst cause", [], `kubectl ${ofSample}`],
    ["of a component, in any spelling", ["cdi"], `kubectl ${ofSample}`],
    ["with what follows --", ["CDI", "--", "-f", "--tail=5"], `kubectl ${ofSample} -f --tail=5`],
    ["with what follows --, without a component", ["--", "--since", "1 h"], `kubectl ${ofSample} --since '1 h'`],
  ];
  test.for(rows)("%s", async ([, args, command]) => {
    expect(await logs(...sample, ...args)).toEqual({ code: 0, stdout: `${command}\n`, stderr: "" });
  });
});

test.for([
  [
    "an operator that does not update the status",
    "the-spec-is-newer-than-the-status",
    "-n kubevirt-hyperconverged deployment/hyperconverged-cluster-operator --tail=100",
  ],
  [
    "an upgrade whose every reconcile fails",
    "an-upgrade-from-1-18-never-completes-and-no-condition-reports-it",
    "-n kubevirt-hyperconverged deployment/hyperconverged-cluster-operator --tail=100",
  ],
] as const)("without a container the log that the report suggests: %s", async ([, sentence, log]) => {
  const ran = await logs("-f", `test/golden/${sentence}/input.yaml`, "--dry-run");
  expect(ran).toEqual({ code: 0, stdout: `kubectl logs ${log}\n`, stderr: "" });
});

test.for([
  ["prod-1", "CONTEXT_OF_PROD-1"],
  ["fleet/prod.a_b", "CONTEXT_OF_FLEET_PROD_A_B"],
] as const)("a cluster of an inventory has a context to fill in, which no shell takes apart: %s", ([name, context]) => {
  expect(nameUnknownContext(name)).toBe(context);
  expect(quoteShellWord(context)).toBe(context);
});

describe("without a log there is one sentence, and exit status 1", () => {
  const rows: [what: string, args: string[], stderr: string][] = [
    [
      "an unknown component: the names that exist",
      ["CDX"],
      'error: unknown component "CDX" (did you mean "CDI"?); the report has KubeVirt, CDI, NetworkAddonsConfig, AAQ, MigController, FileRestoreOperator, hyperconverged-cluster-operator, hyperconverged-cluster-webhook, virt-network-resources-injector\n',
    ],
    ["a healthy component", ["aaq"], "error: AAQ is healthy: no container of it has failed\n"],
    [
      "a cause whose container never ran",
      ["kubevirt"],
      "error: no cause of KubeVirt has a container with a log; for details: kubectl hco-status --must-gather media/sample\n",
    ],
  ];
  test.for(rows)("%s", async ([, args, stderr]) => {
    expect(await logs(...sample, ...args)).toEqual({ code: 1, stdout: "", stderr });
  });

  test("a healthy HyperConverged", async () => {
    const file = "test/golden/all-six-components-are-healthy/input.yaml";
    const ran = await logs("-f", file, "--dry-run");
    expect([ran.code, ran.stdout]).toEqual([1, ""]);
    expect(ran.stderr).toMatch(/^error: no cause in the report has a container with a log.*\n$/);
  });
});

describe("a wrong command line is refused before anything is read", () => {
  const rows: [args: string[], error: RegExp][] = [
    [["logs", "-f", "x"], /^-f reads the file x and does not follow a log; to follow one: .* logs x -- -f$/],
    [["logs", "CDI", "AAQ"], /^logs takes one component: got "CDI AAQ"/],
    [["logs", "-o", "json"], /^logs does not support --output \(-o\)/],
    [["logs", "-w"], /^logs does not support --watch \(-w\): .* logs -- -f follows the log$/],
    [["--dry-run"], /^--dry-run is a flag of logs/],
  ];
  test.for(rows)("%s", async ([args, error]) => {
    const checked = await parseAndCheckOptions(args);
    expect("error" in checked ? checked.error : "").toMatch(error);
  });
});

describe("of a must-gather the collected log is printed", () => {
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

  test.each<[rule: string, args: readonly string[], printed: string]>([
    ["without credentials and harmless", [], "starting with https://REDACTED@api.example.org\n^[[31mpanic: boom\n"],
    ["of a component", ["cdi"], "starting with https://REDACTED@api.example.org\n^[[31mpanic: boom\n"],
    ["by its last lines", ["--", "--tail=1"], "^[[31mpanic: boom\n"],
    ["by its last lines, in two words", ["--", "--tail", "1"], "^[[31mpanic: boom\n"],
  ])("%s", async (_, args, printed) => {
    expect(await logs("--must-gather", folder, ...args)).toEqual({ code: 0, stdout: printed, stderr: "" });
  });

  test("a collected log takes no other flag of kubectl", async () => {
    const ran = await logs("--must-gather", folder, "--", "--since=1h");
    const stderr =
      "error: of the flags of kubectl logs only --tail applies to a log that was collected, not --since=1h\n";
    expect(ran).toEqual({ code: 1, stdout: "", stderr });
  });

  test("where it was not collected, the error has the command for its cluster", async () => {
    const ran = await logs("--must-gather", "media/sample");
    const stderr = `error: media/sample has no log of this container; on its cluster run: kubectl ${ofSample}\n`;
    expect(ran).toEqual({ code: 1, stdout: "", stderr });
  });
  test("kubectl is not run where only the log of an operator would help", async () => {
    const operator = "test/golden/an-upgrade-from-1-18-never-completes-and-no-condition-reports-it/input.yaml";
    const path = join(dirname(folder), "operator");
    writeFolder(virtualization(readCollected(readFileSync(operator, "utf8")), "kubevirt-hyperconverged"), path);
    const command = "kubectl logs -n kubevirt-hyperconverged deployment/hyperconverged-cluster-operator --tail=100";
    const stderr = `error: ${path} has no log of this container; on its cluster run: ${command}\n`;
    expect(await logs("--must-gather", path)).toEqual({ code: 1, stdout: "", stderr });
  });

  test("a folder that is no must-gather is one error", async () => {
    const ran = await logs("--must-gather", "test/logs");
    expect([ran.code, ran.stdout]).toEqual([1, ""]);
    expect(ran.stderr).toMatch(/^error: cannot use test\/logs: not a must-gather: [^\n]*\n$/);
  });
});
