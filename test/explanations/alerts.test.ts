import { describe, expect, test } from "vitest";
import { parseOptions } from "../../plugin/cli/parse-options.ts";
import { staticWords } from "../../plugin/completion/known-words.ts";
import { findExplanations, suggestCodes } from "../../shared/explain/explain-reason.ts";
import { allExplanations } from "../../shared/explain/explanation-list.ts";
import { explanationTable } from "../../shared/explanations/table.ts";
import type { Explanation } from "../../shared/model/finding/explanation.ts";

/** The alerts that have a runbook in kubevirt/monitoring, docs/runbooks, by the file that defines them. */
const alertsBySource: Readonly<Record<string, string>> = {
  "k8snetworkplumbingwg/kubemacpool, pkg/monitoring/rules/alerts": "KubemacpoolMACCollisionDetected",
  "kubevirt/cluster-network-addons-operator, pkg/monitoring/rules/alerts/kubemacpool.go": "KubemacpoolDown",
  "kubevirt/cluster-network-addons-operator, pkg/monitoring/rules/alerts/operator.go":
    "CnaoDown NetworkAddonsConfigNotReady",
  "kubevirt/containerized-data-importer, pkg/monitoring/rules/alerts/operator.go":
    "CDIDataImportCronOutdated CDIDataVolumeUnusualRestartCount CDIDefaultStorageClassDegraded CDIMultipleDefaultVirtStorageClasses CDINoDefaultStorageClass CDINotReady CDIOperatorDown CDIStorageProfilesIncomplete",
  "kubevirt/hostpath-provisioner-operator, pkg/monitoring/rules/alerts/operator.go":
    "HPPNotReady HPPOperatorDown HPPSharingPoolPathWithOS",
  "kubevirt/hyperconverged-cluster-operator, pkg/monitoring/hyperconverged/rules/alerts/health_alerts.go":
    "HCOOperatorConditionsUnhealthy",
  "kubevirt/hyperconverged-cluster-operator, pkg/monitoring/hyperconverged/rules/alerts/operator_alerts.go":
    "DeprecatedMachineType HCOGoldenImageWithNoArchitectureAnnotation HCOGoldenImageWithNoSupportedArchitecture HCOInstallationIncomplete HCOMisconfiguredDescheduler HCOMultiArchGoldenImagesDisabled KubeVirtCRModified UnsupportedHCOModification",
  "kubevirt/hyperconverged-cluster-operator, pkg/monitoring/observability/rules/alerts/cluster_alerts.go":
    "DuplicateWaspAgentDSDetected HAControlPlaneDown HighCPUWorkload HighNodeCPUFrequency NodeNetworkInterfaceDown PersistentVolumeFillingUp",
  "kubevirt/kubevirt, pkg/monitoring/rules/alerts/system.go": "KubeVirtNoAvailableNodesToRunVMs LowKVMNodesCount",
  "kubevirt/kubevirt, pkg/monitoring/rules/alerts/virt-api.go":
    "KubeVirtDeprecatedAPIRequested LowReadyVirtAPICount LowVirtAPICount NoReadyVirtAPI VirtAPIDown VirtApiRESTErrorsBurst",
  "kubevirt/kubevirt, pkg/monitoring/rules/alerts/virt-controller.go":
    "LowReadyVirtControllersCount LowVirtControllersCount NoLeadingVirtController NoReadyVirtController VirtControllerDown VirtControllerRESTErrorsBurst",
  "kubevirt/kubevirt, pkg/monitoring/rules/alerts/virt-handler.go":
    "LowReadyVirtHandlerCount NoReadyVirtHandler VirtHandlerDaemonSetRolloutFailing VirtHandlerDown VirtHandlerRESTErrorsBurst",
  "kubevirt/kubevirt, pkg/monitoring/rules/alerts/virt-operator.go":
    "LowReadyVirtOperatorsCount LowVirtOperatorCount NoLeadingVirtOperator NoReadyVirtOperator VirtOperatorDown VirtOperatorRESTErrorsBurst",
  "kubevirt/kubevirt, pkg/monitoring/rules/alerts/vms.go":
    "GuestFilesystemAlmostOutOfSpace GuestVCPUQueueHighCritical GuestVCPUQueueHighWarning KubeVirtVMGuestMemoryAvailableLow KubeVirtVMGuestMemoryPressure KubeVirtVMIExcessiveMigrations OrphanedVirtualMachineInstances OutdatedVirtualMachineInstanceWorkloads VMCannotBeEvicted VMNonRecoverableOSPanic VirtLauncherPodsStuckFailed VirtualMachineInstanceHasEphemeralHotplugVolume VirtualMachineStuckInUnhealthyState VirtualMachineStuckOnNode",
  "kubevirt/monitoring, docs/runbooks/ClusterVMPanicDetected.md": "ClusterVMPanicDetected",
  "kubevirt/monitoring, docs/runbooks/CnaoNmstateMigration.md": "CnaoNmstateMigration",
  "kubevirt/ssp-operator, pkg/monitoring/rules/alerts/operator.go":
    "SSPCommonTemplatesModificationReverted SSPDown SSPFailingToReconcile SSPHighRateRejectedVms SSPTemplateValidatorDown VMStorageClassWarning",
};

/** The alerts of earlier releases, whose runbooks are those of OpenShift. */
const formerAlerts = [
  "KubeMacPoolDuplicateMacsFound",
  "KubevirtVmHighMemoryUsage",
  "OperatorConditionsUnhealthy",
  "SSPOperatorDown",
  "SingleStackIPv6Unsupported",
  "VirtApiRESTErrorsHigh",
  "VirtControllerRESTErrorsHigh",
  "VirtHandlerRESTErrorsHigh",
  "VirtOperatorRESTErrorsHigh",
];
const openShiftFolder = "alerts/openshift-virtualization-operator";
const ofOpenShift: ReadonlySet<string> = new Set([...formerAlerts, "DuplicateWaspAgentDSDetected"]);

const current = Object.entries(alertsBySource).flatMap(([source, names]) =>
  names.split(" ").map((name) => [name, source] as const),
);
const alerts = [
  ...current,
  ...formerAlerts.map((name) => [name, `openshift/runbooks, ${openShiftFolder}/${name}.md`] as const),
];

function alertsAmong(entries: readonly Explanation[]): readonly Explanation[] {
  return entries.filter(({ kind }) => kind === "alert");
}

test("every alert with a runbook is explained, and no other", () => {
  const explained = alertsAmong(allExplanations.map(({ explanation }) => explanation)).map(({ code }) => code);
  expect(explained.toSorted()).toEqual(alerts.map(([name]) => name).toSorted());
  expect(explained).toHaveLength(86);
});

test("an alert without an explanation does not compile", () => {
  const { VirtOperatorDown: left, ...others } = explanationTable.own.alert;
  // @ts-expect-error: the compiler asks for VirtOperatorDown.
  const lacking: typeof explanationTable.own.alert = others;
  expect(Object.keys(lacking)).toHaveLength(85);
  expect(left.of).toBe("KubeVirt");
});

describe("an alert has its meaning, a cause, a command, its source and its runbook, in whatever case it is typed", () => {
  test.for(alerts)("%s", ([name, source]) => {
    for (const typed of [name, name.toLowerCase(), name.toUpperCase()]) {
      const [entry, ...others] = alertsAmong(findExplanations(typed));
      expect(others).toEqual([]);
      expect(entry).toMatchObject({ code: name, source });
      expect(entry?.meaning).toMatch(/\w.{20,}\.$/);
      expect(entry?.causes.length).toBeGreaterThanOrEqual(1);
      expect(entry?.next.length).toBeGreaterThanOrEqual(1);
      expect(entry?.runbook).toBe(
        ofOpenShift.has(name)
          ? `https://github.com/openshift/runbooks/blob/master/${openShiftFolder}/${name}.md`
          : `https://github.com/kubevirt/monitoring/blob/main/docs/runbooks/${name}.md`,
      );
    }
  });

  test.for(alerts)("%s is suggested for a slip, and completed", async ([name]) => {
    const slip = `${name.slice(0, -2)}x${name.slice(-2)}`;
    expect(findExplanations(slip)).toEqual([]);
    expect(suggestCodes(slip)).toEqual([name]);
    expect(await staticWords("explanation")).toContain(name);
  });
});

describe("a code of a report or a gate names each alert that fires for the same workloads", () => {
  const low = [
    "LowReadyVirtOperatorsCount",
    "LowReadyVirtAPICount",
    "LowReadyVirtControllersCount",
    "LowReadyVirtHandlerCount",
    "VirtHandlerDaemonSetRolloutFailing",
  ];
  const down = ["VirtAPIDown", "VirtControllerDown", "VirtHandlerDown"];
  const rows: readonly (readonly [code: string, names: readonly string[]])[] = [
    ["workload-not-ready", low],
    ["WorkloadNotReady", low],
    ["workload-absent", down],
    ["component-workload-down", down],
    ["WorkloadDown", ["VirtOperatorDown", ...down]],
    ["health-disagrees", ["HCOOperatorConditionsUnhealthy"]],
  ];

  test.for(rows)("%s", ([code, names]) => {
    const [entry] = findExplanations(code);
    expect(entry?.alerts).toEqual(expect.arrayContaining([...names]));
  });
});

describe("the commands of an explanation are such as their program takes", () => {
  const commands = [...new Set(allExplanations.flatMap(({ explanation }) => explanation.next))];

  test.for(commands.filter((command) => command.startsWith("kubectl hco-status ")))("%s", (command) => {
    expect(parseOptions(command.replaceAll("NAMESPACE", "kubevirt").split(" ").slice(2))).not.toHaveProperty("error");
  });

  test.for(commands.filter((command) => /^kubectl (?!hco-status )/.test(command)))("%s", (command) => {
    expect(faultOf(command.split(" ").slice(1))).toBe("");
  });

  test("a verb or a flag that kubectl lacks would be seen", () => {
    expect(faultOf(["gets", "pods"])).toBe("gets");
    expect(faultOf(["get", "pods", "--tail=3"])).toBe("--tail=3");
    expect(faultOf(["describe", "pods", "-l"])).toBe("-l");
    expect(faultOf(["get", "-n", "NAMESPACE"])).toBe("no operand");
  });
});

interface Verb {
  /** Flags that take a value as the next word or behind `=`. */
  readonly valued: RegExp;
  readonly alone: RegExp;
  /** Whether the verb needs no operand where one of these flags is there. */
  readonly standsAlone?: RegExp;
}

const anywhere = "-n|-l|--field-selector|--sort-by";

/** The verbs and flags of kubectl that the commands use, as `kubectl VERB --help` lists them (kubectl 1.36). */
const verbs: Readonly<Record<string, Verb>> = {
  get: {
    valued: new RegExp(`^(${anywhere}|-o|-L|--raw)$`),
    alone: /^(-A|-w|--show-managed-fields|--show-labels)$/,
    standsAlone: /^--raw=/,
  },
  describe: { valued: /^(-n|-l)$/, alone: /^-A$/ },
  logs: { valued: /^(-n|-l|-c|--tail)$/, alone: /^--previous$/, standsAlone: /^-l$/ },
  top: { valued: /^(-n|-l)$/, alone: /^(-A|--containers)$/ },
  scale: { valued: /^(-n|--replicas)$/, alone: /^$/ },
  uncordon: { valued: /^$/, alone: /^$/ },
  auth: { valued: /^-n$/, alone: /^(--list|-A)$/ },
  rollout: { valued: /^-n$/, alone: /^$/ },
  events: { valued: /^(-n|--for)$/, alone: /^-A$/ },
};

/** The first word of a command that kubectl would refuse; empty where there is none. */
function faultOf([verb = "", ...words]: readonly string[]): string {
  const known = verbs[verb];
  if (known === undefined) return verb;
  let operands = 0;
  let isValue = false;
  for (const word of words) {
    const [flag = ""] = word.split("=");
    if (isValue) isValue = false;
    else if (!word.startsWith("-")) operands += 1;
    else if (known.valued.test(flag)) isValue = !word.includes("=");
    else if (!known.alone.test(word)) return word;
  }
  if (isValue) return words.at(-1) ?? "";
  return operands > 0 || words.some((word) => known.standsAlone?.test(word)) ? "" : "no operand";
}
