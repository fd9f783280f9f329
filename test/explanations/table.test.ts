import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { exitCodes, gateExitCodes } from "../../plugin/cli/exit-codes.ts";
import { profiles } from "../../shared/aggregate/families.ts";
import { findExplanations } from "../../shared/explain/explain-reason.ts";
import { allExplanations } from "../../shared/explain/explanation-list.ts";
import { findExplanationForKind } from "../../shared/explain/find-explanation.ts";
import { explanationTable } from "../../shared/explanations/table.ts";
import type { Report, ReportNode } from "../../shared/model/report.ts";
import { deletionRefusals } from "../../shared/tables/deletion.ts";
import {
  cannotPullReasons,
  missingEndpointReasons,
  permanentJobReasons,
} from "../../shared/tables/kubernetes-words.ts";
import { generalPolarities } from "../../shared/tables/polarity.ts";
import { progressMessages } from "../../shared/tables/progress-reports.ts";

const root = join(import.meta.dirname, "../..");
const entries = allExplanations.map(({ explanation }) => explanation);
const rows = entries.map((entry) => [entry.code, entry.of, entry] as const);
const reasonsAndConditions = new Set(entries.map(({ code }) => code));

function textsOf(pattern: string): readonly string[] {
  return globSync(pattern, { cwd: root }).map((file) => readFileSync(join(root, file), "utf8"));
}

function foundIn(texts: readonly string[], ...patterns: readonly RegExp[]): readonly string[] {
  const all = patterns.flatMap((pattern) =>
    texts.flatMap((text) => Array.from(text.matchAll(pattern), ([, word = ""]) => word)),
  );
  return [...new Set(all)].filter((word) => word !== "").toSorted();
}

test("an explanation that is missing, and one of a code that is no finding, do not compile", () => {
  const { finding } = explanationTable.own;
  const { "operator-down": missing, ...others } = finding;
  // @ts-expect-error: the compiler asks for operator-down.
  const lacking: typeof finding = others;
  // @ts-expect-error: there is no such finding.
  const excess: typeof finding = { ...finding, "operator-up": missing };
  expect(Object.keys(excess).length - Object.keys(lacking).length).toBe(2);
});

describe("what an entry has", () => {
  test.for(rows)("%s of %s", ([code, , { kind, of, meaning, example, down = [], causes, next, source }]) => {
    expect(code).toMatch(/^[A-Za-z][A-Za-z0-9 -]*[A-Za-z0-9]$/);
    expect(of).not.toBe("");
    expect(meaning).toMatch(/^[A-Za-z].{11,}[.]$/);
    if (kind === "term") expect(example).toMatch(/^\S.{10,}[^.\s]$/);
    // A part is no fault: nothing causes it.
    else expect(causes.length > 0).toBe(kind !== "part");
    for (const text of down) expect(text).toMatch(/^[a-z-]+(?:, [a-z-]+)*: \S.*; \S.*[^.\s]$/);
    expect(causes.length).toBeLessThanOrEqual(4);
    expect(new Set(causes).size).toBe(causes.length);
    for (const cause of causes) expect(cause).toMatch(/^\S.{3,}[^.\s]$/);
    expect(next.length).toBeGreaterThanOrEqual(1);
    expect(next.length).toBeLessThanOrEqual(2);
    for (const command of next) expect(command).toMatch(/^(kubectl|virtctl|date) \S/);
    expect(source).toMatch(kind === "part" ? /^https:\/\/\S+(, https:\/\/\S+)*$/ : /^[^,]+, \S.*\S$/);
    // Nothing that a terminal without Unicode could not show, and no sign of a slip while writing.
    expect([of, meaning, ...causes, ...next, source].join(" ")).toMatch(/^[\x20-\x7e]+$/);
    expect([of, meaning, ...causes, ...next, source].join(" ")).not.toMatch(/ {2}|undefined|[|@]| ;/);
  });

  test("a verdict and an answer of the gate name the exit status that the program ends with", () => {
    const { verdict, answer } = explanationTable.own;
    for (const [word, status] of Object.entries(exitCodes)) {
      expect(verdict[word as keyof typeof verdict].meaning).toContain(` Exit status ${status} with --exit-code.`);
    }
    for (const [word, status] of Object.entries(gateExitCodes)) {
      expect(answer[word as keyof typeof answer].meaning).toContain(` Exit status ${status}.`);
    }
  });

  test("no two have the same meaning in words", () => {
    const meanings = entries.map(({ meaning }) => meaning);
    expect(meanings.filter((meaning, place) => meanings.indexOf(meaning) !== place)).toEqual([]);
  });

  test("a source in this repository is there", () => {
    const own = entries.flatMap(({ source }) =>
      source.startsWith("hco-status, ") ? [source.slice("hco-status, ".length)] : [],
    );
    expect(own.length).toBeGreaterThan(50);
    expect(own.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });
});

describe("nothing that a report can say is left unexplained", () => {
  test("codes of findings, as the model lists them", () => {
    const model = textsOf("shared/model/{finding/*,object}.ts");
    const codes = foundIn(model, /readonly code: "([a-z-]+)"/g, /^ {4}\| "([a-z-]+)"/gm);
    expect(codes.length).toBeGreaterThan(80);
    expect(codes.filter((code) => !entries.some((entry) => entry.code === code && entry.kind === "finding"))).toEqual(
      [],
    );
  });

  test("reasons that our rules and tables name", () => {
    const texts = [...textsOf("shared/profiles/**/*.ts"), ...textsOf("shared/aggregate/**/*.ts")];
    const inCode = foundIn(
      texts,
      /\bmakeTrouble\(\s*"([A-Za-z]+)"/g,
      /\bmakeTrouble\([a-zA-Z.]+ \|\| "([A-Za-z]+)"/g,
      /\breason(?:: | === | !== )"([A-Z][A-Za-z]+)"/g,
      /\bgave\("([A-Z][A-Za-z]+)"/g,
    );
    expect(inCode.length).toBeGreaterThan(50);
    const named = [
      ...inCode,
      ...deletionRefusals.map(({ event }) => event),
      ...Object.keys(progressMessages),
      ...cannotPullReasons,
      ...permanentJobReasons,
      ...missingEndpointReasons,
    ];
    expect(named.filter((word) => !reasonsAndConditions.has(word) && !(word in foreign))).toEqual([]);
  });

  test("reasons of conditions, troubles and events in every recorded report", () => {
    const reports = textsOf("test/golden/*/report.json").map((text) => JSON.parse(text) as Report);
    const named = [...new Set(reports.flatMap((report) => [...reasonsIn(report)]))].toSorted();
    expect(named.length).toBeGreaterThan(80);
    expect(named.filter((word) => !reasonsAndConditions.has(word) && !(word in foreign))).toEqual([]);
  });

  test("reasons of conditions of HyperConverged's kinds and of Kubernetes' own, by an entry for that kind", () => {
    const reports = textsOf("test/golden/*/report.json").map((text) => JSON.parse(text) as Report);
    const shown = reports
      .flatMap(({ roots }) => roots.flatMap(nodesBelow))
      .filter(({ ref }) => isKnownGroup(ref.group));
    const lacking = shown.flatMap(({ ref, conditions }) =>
      conditions
        .filter(({ reason }) => reason !== "" && !(reason in foreign))
        .filter(({ reason }) => findExplanationForKind(reason, "reason", ref) === undefined)
        .map(({ reason }) => `${reason} of ${ref.kind}`),
    );
    expect(shown.length).toBeGreaterThan(500);
    expect([...new Set(lacking)]).toEqual([]);
  });

  test("types whose polarity the tables know", () => {
    const types = new Set(
      [...generalPolarities, ...Object.values(profiles).flatMap(({ polarities }) => polarities)].map(
        ({ type }) => type,
      ),
    );
    const conditions = new Set(entries.filter(({ kind }) => kind === "condition").map(({ code }) => code));
    expect([...types].filter((type) => !conditions.has(type)).toSorted()).toEqual([]);
  });

  test("what is called foreign is still unknown, and still occurs", () => {
    const golden = textsOf("test/golden/*/report.json").join("\n");
    for (const word of Object.keys(foreign)) {
      expect(reasonsAndConditions.has(word), word).toBe(false);
      expect(golden, word).toContain(`"${word}"`);
    }
  });
});

/** A node and all nodes below it. */
function nodesBelow(node: ReportNode): readonly ReportNode[] {
  return [node, ...node.children.flatMap(nodesBelow)];
}

/** Whether the API group is one of HyperConverged or of Kubernetes itself: `apps`, `cdi.kubevirt.io`. */
function isKnownGroup(group: string): boolean {
  return !group.includes(".") || /\.(kubevirt\.io|k8s\.io)$/.test(group);
}

/** Reasons that only the test's own manifests have. */
const foreign: Readonly<Record<string, string>> = {
  NoAnswer: "the component of a case that says Unknown makes it up",
};

/** Whatever stands behind `reason`, `waiting` and in lists of gates of a document. */
function* reasonsIn(value: unknown, key = ""): Generator<string> {
  if (typeof value === "string") {
    if (/^(reason|waiting|lastReason|reportedReason|expectedReason)$/.test(key) && value !== "") yield value;
  } else if (Array.isArray(value)) for (const each of value) yield* reasonsIn(each, key);
  else if (typeof value === "object" && value !== null)
    for (const [name, each] of Object.entries(value)) yield* reasonsIn(each, name);
}

describe("the reasons that the operators' sources name, each with who says it", () => {
  const said: Readonly<Record<string, string>> = {
    // pkg/virt-operator/util/client.go, pkg/virt-operator/resource/apply/apps.go
    KubeVirt:
      "ExistingDeployment DeploymentFailed DeletionFailed AllResourcesCreated AllComponentsReady DeploymentInProgress UpdateInProgress DeletionInProgress FailedUpdate AdvancedFeatureUse",
    // controller-lifecycle-operator-sdk pkg/sdk/reconciler/reconciler.go
    "CDI, AAQ, MigController, MTQ":
      "DeployStarted DeployCompleted UpgradeStarted ConfigError CreateResourceFailed CreateResourceSuccess UpdateResourceFailed UpdateResourceSuccess DeleteResourceFailed DeleteResourceSuccess CreateResources CreateNamespaceResources CreateDynamicResources",
    // pkg/operator/controller/route.go
    CDI: "UploadProxyRouteInjectSuccess",
    // pkg/controller/hostpathprovisioner/common.go, controller.go
    HostPathProvisioner: "Complete Degraded DeployStarted UpgradeStarted StoragePoolNotReady ProvisionerHealthy",
    // internal/controller/filerestoreoperator_controller.go
    FileRestoreOperator: "Deployed",
    // internal/controller/phases.go
    VirtualMachineFileRestore: "RestoreFailed VolumeHotplug VolumeUnplugged",
    // controllers/ingresscluster/ingress-cluster-controller.go
    "Ingress of OpenShift": "AsExpected WrongConfiguration",
    // pkg/virt-controller/watch/vm/vm.go, firmware.go, pkg/network/controllers/vm.go, pkg/storage/memorydump
    VirtualMachine:
      "VMINotExists VMIConditionMissing FailedCreate FailedDelete FailedUpdateError HotPlugVolumeError HotPlugCPUError HotPlugMemoryError HotPlugNetworkInterfaceError VolumesUpdateError AffinityChangeError TolerationsChangeError AnnotationsLabelsChangeError FirmwareUUIDError MemoryDumpError UnauthorizedDataVolumeCreate FailedDataVolumeCreate SuccessfulDataVolumeCreate",
    // staging/src/kubevirt.io/api/core/v1/types.go, pkg/virt-handler, pkg/virt-launcher, pkg/virt-controller/watch
    VirtualMachineInstance:
      "PausedByUser PausedByMigrationMonitor PausedIOError NotPaused CrossArchitectureEmulation BackendStorageNotReady FailedBackendStorageProbe NodeUnresponsive Created Started ShuttingDown Stopped Deleted PreparingTarget Migrating Migrated SyncFailed Resumed AccessCredentialsSyncFailed AccessCredentialsSyncSuccess HotplugFailed NicHotplug GuestPanicked GuestAgentPingFailed FreezeError ToleratedSmallPV FailedEvict SuccessfulEvict SuccessfulChangeAbortion FailedChangeAbortion",
    // pkg/storage/export/export
    VirtualMachineExport:
      "Initializing PodPending PodReady InUse PVCNotFound PVCPending PVCBound VMNotFound VMNoVolumes VolumesNotPopulated VMSnapshotNotFound VMSnapshotNoVolumes NotAllPVCsCreated",
    // pkg/virt-controller/watch/migration/migration.go
    VirtualMachineInstanceMigration: "BackupInProgress UtilityVolumesPresent",
    // pkg/controller/datavolume, pkg/controller/populators, pkg/controller/common/util.go
    DataVolume:
      "ImportFailed ImportPaused UploadFailed UploadSucceeded CloneSucceeded CloneFailed CloneSourceInUse CloneValidationFailed SnapshotForSmartCloneInProgress SnapshotForSmartCloneCreated CloneFromSnapshotSourceInProgress CSICloneInProgress ExpansionInProgress NamespaceTransferInProgress PrepClaimInProgress RebindInProgress SizeDetectionPodCreated SizeDetectionPodNotReady ImportPVCNotReady VolumeSnapshotClassSelected ExternalPopulationSucceeded CreatedPVCPrimeSuccessfully ErrCreatingPVCPrime RetainedPVCPrime ClaimMisbound",
    // pkg/controller/statusmanager, networkaddonsconfig_controller.go, pkg/eventemitter
    NetworkAddonsConfig:
      "Startup Failing Deploying InvalidConfiguration NoNamespace NoDaemonSet NoDeployment InternalError updateNetworkAddonsConfigToV1 FailedToGetOpenShiftNetworkConfig FailedToValidate FailedToGetPreviousConfigSpec FailedToRender FailedToRenderDelete FailedToApply FailedToDeleteObjects Available Progressing Failed Modified",
    // internal/controllers/ssp_controller.go
    SSP: "Available Progressing Degraded",
    // hyperconverged_controller.go, operandHandler.go, netresinjector/deployment.go
    HyperConverged:
      "Init ReconcileCompleted ReconcileFailed InvalidRequest StatusUnknown HCODegraded HCOProgressing HCOUpgrading UnsupportedFeatureAnnotation DeploymentReady DeploymentNotReady DeploymentNotFound UnsupportedArchitectures InstallInvalid InitHCO UpgradeHCO ReconcileHCO ReconcileError Created Updated Killing Overwritten ErrVirtUninstall ErrCDIUninstall ErrHCOUninstall InitError UnexpectedError Restarting",
    OperatorCondition: "Initializing Upgradeable AlreadyPerformingUpgrade",
    // controllers/condition.go
    Application: "ComponentsReady ComponentsNotReady ComponentsReadyUnknown ErrorSeen NoError Settled",
    // pkg/kubelet/images/types.go, container/sync_result.go, kuberuntime_container.go, kubelet_pods.go
    container:
      "ImagePullBackOff ImageInspectError ErrImagePull ErrImageNeverPull InvalidImageName CrashLoopBackOff RunContainerError CreateContainerConfigError CreateContainerError PreCreateHookError PreStartHookError PostStartHookError ContainerCreating PodInitializing OOMKilled Error Completed",
  };
  const each = Object.entries(said).flatMap(([of, words]) => words.split(" ").map((word) => [word, of] as const));
  test.for(each)("%s of %s", ([word, of]) => {
    expect(findExplanations(word).map((entry) => entry.of)).toContain(of);
  });
});
