import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import reportSchema from "../../../shared/model/report.schema.json" with { type: "json" };
import schema from "../../../shared/model/upgrade-gate.schema.json" with { type: "json" };
import type { GateReport } from "../../../shared/model/upgrade-gate.ts";
import { findObject, type Raw, readCaseAsCluster } from "../../aggregate/gate-situation.ts";
import {
  clusterVersion,
  instance,
  machineConfigPool,
  node,
  serviceVersion,
  setCondition,
} from "../../aggregate/platform/openshift-objects.ts";
import { yamlOf } from "../../io/must-gather-layouts/layouts.ts";
import { temporaryFolder, writeList } from "../../temporary-folder.ts";
import { runInProcess } from "../run-in-process.ts";

const folder = temporaryFolder();

const operatorNamespace = "kubevirt-hyperconverged";

/** A healthy HyperConverged on an OpenShift in which every rule finds something. */
function buildFaultyObjects(): Raw[] {
  const version = clusterVersion();
  version["spec"].desiredUpdate = { version: "4.18.1" };
  setCondition(version, "Failing", "True", "Cluster operator etcd is degraded", "ClusterOperatorDegraded");
  setCondition(version, "Progressing", "True", "Unable to apply 4.18.1: etcd is degraded", "ClusterOperatorDegraded");
  setCondition(version, "Upgradeable", "False", "An update is already in progress", "UpdateInProgress");
  const master = machineConfigPool("master");
  setCondition(master, "Degraded", "True", 'Node control-1 is reporting: "failed to drain node"');
  const worker = machineConfigPool("worker");
  worker["status"].updatedMachineCount = 1;
  setCondition(worker, "Updating", "True", "All nodes are updating to rendered-worker-2");
  const paused = machineConfigPool("infra");
  paused["spec"] = { paused: true, configuration: { name: "rendered-infra-2" } };
  setCondition(paused, "Updated", "False");
  const nodes = ["worker-1", "worker-2", "worker-3", "worker-4", "worker-5"].map(node);
  for (const each of nodes.slice(0, 4))
    each["spec"] = {
      unschedulable: true,
      taints: [{ key: "node.kubernetes.io/unschedulable", effect: "NoSchedule", timeAdded: "2026-11-21T11:30:00Z" }],
    };
  setCondition(nodes[4] as Raw, "Ready", "Unknown", "Kubelet stopped posting node status.", "NodeStatusUnknown");
  const held = instance("db", "worker-1");
  setCondition(held, "LiveMigratable", "False", "PVC db-data is not shared", "DisksNotLiveMigratable");
  const failed = instance("mail", "worker-2");
  failed["status"].evacuationNodeName = "worker-2";
  failed["status"].migrationState = { failed: true, failureReason: "Live migration timed out" };
  const other = serviceVersion("other.v1", operatorNamespace);
  other["status"] = { phase: "Failed", reason: "ComponentUnhealthy", message: "waiting for deployment other" };
  other["metadata"].annotations = {
    "operatorframework.io/properties": '{"properties":[{"type":"olm.maxOpenShiftVersion","value":"4.17"}]}',
  };
  const all = readCaseAsCluster("openshift-with-ssp-and-an-operatorcondition-is-healthy");
  const kubeVirt = findObject(all, "KubeVirt");
  kubeVirt["spec"].workloadUpdateStrategy = { workloadUpdateMethods: [] };
  kubeVirt["status"].outdatedVirtualMachineInstanceWorkloads = 2;
  return [...all, version, master, worker, paused, ...nodes, held, failed, instance("web", "worker-1"), other];
}

const allFaults = writeList(folder, "all.json", buildFaultyObjects());
const atArguments = ["--at", "2026-11-21T12:00:00Z"];

async function runGate(...words: string[]): Promise<string> {
  const { stdout } = await runInProcess(["gate", "upgrade", ...atArguments, ...words]);
  return stdout.replaceAll(folder, "FOLDER");
}

describe("gate upgrade --platform reports every fault of a cluster", () => {
  const formats = [
    { file: "gate-platform.txt", words: ["--width", "120"] },
    { file: "gate-platform-plain.txt", words: ["-o", "plain"] },
    {
      file: "gate-platform-accepted.txt",
      words: ["--accept", "NodeCordoned,DrainHeld,ClusterVersionUpgradeable", "--width", "120"],
    },
  ];
  test.for(formats)("gate upgrade --platform prints $file", async ({ file, words }) => {
    await expect(await runGate("--platform", "-f", allFaults, ...words)).toMatchFileSnapshot(`golden/${file}`);
  });

  test("the JSON of the gate fits the published schema and has each code once for each object", async () => {
    const validate = new Ajv2020({ strict: true, strictRequired: false, allErrors: true })
      .addSchema(reportSchema)
      .compile(schema);
    const answer = JSON.parse(await runGate("--platform", "-f", allFaults, "-o", "json")) as GateReport;
    validate(answer);
    expect(validate.errors).toBeNull();
    const codesWithNames = answer.reasons.map(({ code, about }) => `${code} ${about.name}`);
    expect(new Set(codesWithNames).size).toBe(codesWithNames.length);
    expect(answer.reasons).toHaveLength(17);
  });

  test("gate upgrade without --platform reports only the reasons of HyperConverged", async () => {
    const { reasons } = JSON.parse(await runGate("-f", allFaults, "-o", "json")) as GateReport;
    expect(reasons.map(({ code }) => code)).toEqual(["OutdatedVMIWorkloads"]);
  });

  const inPipelines = [
    {
      format: "junit",
      texts: ["MachineConfigPool worker is updating: 1 of 3 machines updated", "Node worker-5: Ready=Unknown"],
    },
    // An annotation has the first reasons only.
    { format: "github", texts: ["ClusterVersion version: Failing=True", "MachineConfigPool infra, 5 nodes"] },
  ];
  test.for(inPipelines)(
    "-o $format has the reasons of the platform only with --platform",
    async ({ format, texts }) => {
      const words = ["-f", allFaults, "--gate", "upgrade", "-o", format, ...atArguments];
      const without = await runInProcess(words);
      const withFlag = await runInProcess([...words, "--platform"]);
      for (const text of texts) {
        expect(without.stdout).not.toContain(text);
        expect(withFlag.stdout).toContain(text);
      }
    },
  );
});

test("a must-gather of oc adm inspect has the same reasons as a file", async () => {
  const plurals: Readonly<Record<string, string>> = {
    ClusterVersion: "clusterversions",
    MachineConfigPool: "machineconfigpools",
    Node: "nodes",
    VirtualMachineInstance: "virtualmachineinstances",
  };
  for (const object of buildFaultyObjects()) {
    const [group = ""] = (object["apiVersion"] as string).includes("/") ? object["apiVersion"].split("/") : ["core"];
    const { name, namespace } = object["metadata"];
    const plural = plurals[object["kind"]] ?? `${object["kind"].toLowerCase()}s`;
    const place = namespace === undefined ? "cluster-scoped-resources" : `namespaces/${namespace}`;
    const path = join(folder, "must-gather", place, group, plural, `${name}.yaml`);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, `---\n${yamlOf(object)}`);
  }
  const ofFile = JSON.parse(await runGate("--platform", "-f", allFaults, "-o", "json")) as GateReport;
  const words = ["--platform", "--must-gather", join(folder, "must-gather"), "-o", "json"];
  const ofFolder = JSON.parse(await runGate(...words)) as GateReport;
  const listBlocking = ({ reasons }: GateReport): readonly string[] =>
    reasons.filter(({ state }) => state === "blocks").map(({ code, about }) => `${code} ${about.name}`);
  expect(listBlocking(ofFolder)).toEqual(listBlocking(ofFile));
  // Files of single nodes and pools do not show that there are no others.
  const unread = ofFolder.reasons.filter(({ code }) => code === "IncompleteReading").map(({ about }) => about.kind);
  expect(unread).toEqual(expect.arrayContaining(["MachineConfigPool", "Node", "VirtualMachineInstance"]));
  expect(unread).not.toContain("ClusterVersion");
});

test("a snapshot of the cluster has the same reasons as a file", async () => {
  const saved = join(folder, "saved.json");
  await runInProcess(["snapshot", "--platform", "-f", allFaults, "-o", saved]);
  const listReasons = async (path: string): Promise<readonly string[]> => {
    const { reasons } = JSON.parse(await runGate("--platform", "-f", path, "-o", "json")) as GateReport;
    return reasons.map(({ code, about }) => `${code} ${about.name}`);
  };
  expect(await listReasons(saved)).toEqual(await listReasons(allFaults));
});

test("hostile text of nodes, pools and virtual machines is harmless", async () => {
  const hostile = "\u001b[2J\u202e$(bell)\n::error::x";
  const objects = buildFaultyObjects();
  setCondition(findObject(objects, "ClusterVersion"), "Failing", "True", hostile, hostile);
  setCondition(findObject(objects, "MachineConfigPool", "master"), "Degraded", "True", hostile);
  const held = findObject(objects, "VirtualMachineInstance", "db");
  setCondition(held, "LiveMigratable", "False", hostile, hostile);
  held["metadata"].name = hostile;
  const version = findObject(objects, "ClusterVersion");
  version["spec"].desiredUpdate = { version: hostile };
  const path = writeList(folder, "hostile.json", objects);
  for (const words of [[], ["-o", "plain"], ["--width", "0"]]) {
    const printed = await runGate("--platform", "-f", path, ...words);
    expect(printed).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]/);
    expect(printed).not.toMatch(/^::error/m);
  }
});
