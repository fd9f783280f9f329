import { describe, expect, test } from "vitest";
import { reportAbout, rootAbout } from "./evaluate.ts";
import {
  type CustomResource,
  evaluateCustomResource,
  minutesAgo,
  parseCondition,
  testVerdicts,
} from "./verdict-rows.ts";

// The general rules read the status of a kind that no row of our tables describes, here of a Widget.

const old: CustomResource = { ageMinutes: 5000 };
const absent = "DeploymentNotFound: deployment w not found";
const disk = (category: string) => ({ type: "DiskFailed", status: "True", category, message: "disk is dead" });

function withConditions(...texts: readonly string[]): object {
  return { conditions: texts.map((text) => parseCondition(text)) };
}

describe("the polarity of each condition decides, and the main condition most", () => {
  testVerdicts([
    ["Ready is the main condition", ["Ready=False@180", "Available=True"], "unavailable"],
    ["Available is the main condition without Ready", ["Available=False@180", "Succeeded=True"], "unavailable"],
    ["Succeeded is the main condition without both", ["Succeeded=False@180"], "unavailable"],
    ["Available is only a good condition beside Ready", ["Ready=True", "Available=False@180"], "degraded"],
    ["a main condition that is Unknown is unknown", ["Ready=Unknown@180"], "unknown"],
    ["a bad condition that is True is a fault", ["Ready=True", "Degraded=True"], "degraded"],
    ["a busy condition that is True is work", ["Ready=True", "Reconciling=True"], "progressing"],
    ["a busy condition that is Unknown changes nothing", ["Ready=True", "Reconciling=Unknown@180"], "healthy"],
    ["DatabaseUnavailable is bad by its name", ["Ready=True", "DatabaseUnavailable=True"], "degraded"],
    ["CertificateReady is good by its name", ["CertificateReady=False@180"], "degraded"],
    ["Upgradeable=False is only a remark", ["Ready=True", "Upgradeable=False@180"], "healthy"],
    [
      "Available, Progressing and Degraded are good",
      ["Available=True", "Progressing=False@180", "Degraded=False@180"],
      "healthy",
    ],
    ["Available and Progressing are True", ["Available=True", "Progressing=True", "Degraded=False@180"], "progressing"],
    [
      "Available, Progressing and Degraded are True",
      ["Available=True", "Progressing=True", "Degraded=True"],
      "degraded",
    ],
    [
      "Progressing and Degraded are True, and Available is False",
      ["Available=False@180", "Progressing=True", "Degraded=True"],
      "unavailable",
    ],
    ["Progressing=Unknown alone is unknown", ["Progressing=Unknown@180"], "unknown"],
    ["Upgradeable alone is unknown", ["Upgradeable=False@180"], "unknown"],
    ["TaintedConfiguration alone is unknown", ["TaintedConfiguration=False@180"], "unknown"],
    ["Progressing=False alone is healthy", ["Progressing=False@180"], "healthy"],
    ["Progressing=True alone is work", ["Progressing=True"], "progressing"],
    ["Hibernated alone is unknown", ["Hibernated=True"], "unknown"],
    ["no conditions are unknown", [], "unknown"],
  ]);
});

describe("the name of a condition determines whether True is good", () => {
  testVerdicts([
    ['"No" before something bad makes True good', ["Ready=True", "NoDiskPressure=True"], "healthy"],
    ['"No" before something bad makes False a fault', ["NoDiskPressure=False"], "degraded"],
    ['"No" before something good makes True a fault', ["NoNameAvailable=True"], "degraded"],
    ["a condition named Conflict is a fault while True", ["Valid=True", "Conflict=True"], "degraded"],
    ["a condition that names a passed check is good while True", ["PassedAnalysis=True"], "healthy"],
    [
      "a condition that names a passed check is a fault while False",
      ["PassedAnalysis=False errorsFound: 1 error"],
      "degraded",
    ],
    ["the reason noErrorsFound does not make a passed check a fault", ["PassedAnalysis=True noErrorsFound"], "healthy"],
    ["a condition about dropped traffic is a fault while True", ["Ready=True", "TrafficDropped=True"], "degraded"],
    [
      "a condition about something lost is a fault while True",
      { conditions: ["Lost=True DriveLost"], status: { status: "Ready" } },
      "degraded",
    ],
    ["the suffix Condition in a type is ignored", ["EtcdHealthyCondition=False"], "degraded"],
    [
      "a type that no rule knows is a fault while True for the reason of a failure",
      ["Jam=True ErrorReconciling"],
      "degraded",
    ],
    [
      "a type that no rule knows is a fault while False for the reason of a failure",
      ["Enforced=False HookError"],
      "degraded",
    ],
    [
      "a type that no rule knows is ignored beside a main condition that is True",
      ["Ready=True", "Enforced=False HookError"],
      "healthy",
    ],
    ["the reason of a repair that was done is no fault", ["Healthy=True", "Restarted=True NodeFailure"], "healthy"],
    [
      "a policy about failures is no fault",
      { conditions: ["RestartPolicy=True OnFailure"], status: { phase: "Running" } },
      "healthy",
    ],
    [
      "a type that no rule knows is ignored beside a good phase",
      { conditions: ["Jam=True ErrorReconciling"], status: { phase: "Ready" } },
      "healthy",
    ],
    ["a condition about something that does not apply is no fault", ["Ready=True", "NotSelected=True"], "healthy"],
    ["AccessDenied is a fault while True", ["Healthy=True", "AccessDenied=True"], "degraded"],
    [
      "a condition that names what cannot be done is a fault while True",
      ["Healthy=True", "UnableToSync=True"],
      "degraded",
    ],
    ["a condition about scaling down is no fault", ["Healthy=True", "ScaledDown=True"], "healthy"],
    ["a rejected maintenance request is no fault of the object", ["Ready=True", "MaintenanceRejected=True"], "healthy"],
    [
      "a limit that is reached is no fault of the object",
      ["Ready=True", "QuotaExhausted=True", "CannotEvict=True Pinned"],
      "healthy",
    ],
    [
      "a rejected update is a fault where its reason is a failure",
      ["Ready=True", "UpdateRejected=True ImageError"],
      "degraded",
    ],
    ["a lost quorum is a fault of the object", ["Ready=True", "QuorumLost=True"], "degraded"],
    ["an allocated address is no proof of health", ["IPAllocated=True"], "unknown"],
    ["the absence of a fault that only a name promises is no proof of health", ["LeaderLost=False"], "unknown"],
    ["a step that is not under way is no proof of health", ["Draining=False", "NodeRebooting=False"], "unknown"],
    [
      "a step below the status that is not under way is no proof of health",
      { status: { net: { conditions: [{ type: "Starting", status: "False" }] } } },
      "unknown",
    ],
    ["a condition whose status is the word Established is good", ["Link=Established"], "healthy"],
    ["a condition whose status is the word Error is a fault", ["Link=Error"], "degraded"],
    [
      "a condition below the status whose status is the word Pending is work",
      { status: { net: { enabled: true, conditions: [{ type: "Link", status: "Pending" }] } } },
      "progressing",
    ],
    ["a condition whose status is the word Disabled is no proof of health", ["Networking=Disabled"], "unknown"],
    ["dropped spans are a fault", ["SpansDropped=True"], "degraded"],
    ["a dropped table is unknown", ["TableDropped=True"], "unknown"],
    ["a broker that is down is a fault", ["BrokerDown=True"], "degraded"],
    ["ScaledDown=True is unknown", ["ScaledDown=True"], "unknown"],
    ["an interface that is up is healthy", ["InterfaceUp=True"], "healthy"],
    ["BackedUp=True is unknown", ["BackedUp=True"], "unknown"],
    ["a file system that became read-only is a fault", ["FilesystemReadOnly=True"], "degraded"],
    ["an expired certificate is a fault", ["Ready=True", "CertificateExpired=True"], "degraded"],
    ["an expired lease is unknown", ["LeaseExpired=True"], "unknown"],
    ["two versions that differ are a fault", ["Ready=True", "VersionMismatch=True"], "degraded"],
    ["no available update is unknown", ["UpdateAvailable=False"], "unknown"],
    ["FailedOver=True is unknown", ["FailedOver=True"], "unknown"],
    ["a replica that is not in sync is a fault", ["InSync=False Diverged"], "degraded"],
  ]);
});

describe("a condition counts by its polarity, its reason, its message and the conditions beside it", () => {
  testVerdicts([
    ["the reason NoError is no fault", ["Reconciled=True NoError"], "healthy"],
    ["a reason that begins with Error is no work under way", ["Ready=False ErrorCreatingService"], "unavailable"],
    ["a reason FailedOver of a condition that is True is no fault", ["Ready=True FailedOver"], "healthy"],
    ["the reason NotSupportedYet is no work under way", ["Ready=False NotSupportedYet: x"], "unavailable"],
    [
      "a reason that ends in NotAvailableYet is work under way",
      ["Available=False WorkNotAvailableYet: x"],
      "progressing",
    ],
    ["a reason that contains NotYet is work under way", ["Available=False WorkNotYetApplied: x"], "progressing"],
    [
      "a reason that spreading continues is work under way",
      ["Reconciled=False stillPropagating: 6/12 complete"],
      "progressing",
    ],
    [
      "a failed check is a fault also while a change spreads",
      ["Reconciled=False stillPropagating: 6/12", "PassedAnalysis=False errorsFound"],
      "degraded",
    ],
    [
      "a message about being in the process of something is work under way",
      ["Synced=Unknown X: two are in the process of deciding"],
      "progressing",
    ],
    [
      "a condition about initialization is work under way while it is False",
      ["Ready=False X: y", "Initialized=False Taints: z"],
      "progressing",
    ],
    ["an initialization that failed is a fault", ["Ready=False X: y", "Initialized=False SetupFailed"], "unavailable"],
    [
      "an initialization whose message reports a failure is a fault",
      ["Initialized=False Setup: cannot join"],
      "degraded",
    ],
    ["a condition about something not yet loaded is work under way", ["NotYetLoaded=True"], "progressing"],
    [
      "an object that was just created may have no endpoints and no Pods yet",
      { conditions: ["Up=False NoEndpointsAvailable", "Available=False NoPodsReady"], ageMinutes: 10 },
      "progressing",
    ],
    ["the reason PodsNotRunning is no work under way", ["Ready=False PodsNotRunning"], "unavailable"],
    [
      "a Pod that completed is not at fault for being not ready",
      { conditions: ["Ready=False PodCompleted"], status: { phase: "Succeeded" } },
      "healthy",
    ],
    [
      "the condition Failure is a fault where it is False with an error as its message",
      { conditions: ["Failure=False: Error: no pool"], status: { phase: "Ready" } },
      "degraded",
    ],
    [
      "a step whose reason says that it was done is no work under way",
      ["Available=True", "Progressing=True CreatedDeployment"],
      "healthy",
    ],
    [
      "a step whose message counts members that are missing is work under way",
      ["Available=True", "Progressing=True CreatedDeployment: 2 of 3"],
      "progressing",
    ],
    [
      "a reason that begins with Waiting is work under way",
      ["Ready=True", "Progressing=True WaitingForReady: 1 of 3 members"],
      "progressing",
    ],
    [
      "an update of one node of several is work under way",
      ["Ready=True", "Updating=True UpdatedNode: node 2 of 9"],
      "progressing",
    ],
    ["a partial update is work under way", ["Available=True", "Upgrading=True PartiallyUpdated"], "progressing"],
    [
      "a message that something started is no progress of what failed",
      ["Started=True", "Succeeded=False: container killed"],
      "unavailable",
    ],
    [
      "a condition about a part that is being built is work beside a ready whole",
      ["Ready=True", "ImageReady=False BuildOngoing"],
      "progressing",
    ],
    [
      "a condition about a part that is Unknown is ignored beside a ready whole",
      ["Ready=True", "NodesReady=Unknown AwaitingNodes"],
      "healthy",
    ],
    [
      "a condition about the deletion of the object is work under way",
      ["Ready=True", "WidgetDeleting=True"],
      "progressing",
    ],
    [
      "Initializing is work where Ready became True at the same time",
      ["Ready=True", "Initializing=True"],
      "progressing",
    ],
    ["Initializing is work where Ready is False", ["Ready=False", "Initializing=True"], "progressing"],
    ["the support of a feature is no work under way", ["Ready=True", "SupportsRollingUpdate=True"], "healthy"],
    ["a running backup is no work on the object", ["Valid=True", "BackupInProgress=True"], "unknown"],
    ["a main condition that is True is healthy", ["Ready=True"], "healthy"],
    ["a main condition that is False is a fault", ["Ready=False NoLicense: buy one"], "unavailable"],
    ["a main condition whose reason is Creating is work under way", ["Ready=False Creating"], "progressing"],
    [
      "a main condition whose reason is Creating for three hours is a fault",
      ["Ready=False@180 Creating"],
      "unavailable",
    ],
    ["a message that waits is work under way", ["Ready=False X: Waiting for 3 pods"], "progressing"],
    [
      "a message whose first sentence reports work is work under way",
      ["Ready=False X: Move in progress. 2 left"],
      "progressing",
    ],
    [
      "a message that begins with an error is a fault although it reports work",
      ["Ready=False X: Error: move in progress. Try later"],
      "unavailable",
    ],
    ["a main condition may be False while Updating is True", ["Ready=False", "Updating=True"], "progressing"],
    [
      "a retry after a failure is no work under way",
      ["Ready=False TokenNotFound", "Reconciling=True ProgressingWithRetry"],
      "unavailable",
    ],
    ["a failed pull is a fault while Updating is True", ["Ready=False PullFailed", "Updating=True"], "unavailable"],
    [
      "a main condition that is Unknown for the reason Running is work under way",
      ["Succeeded=Unknown Running"],
      "progressing",
    ],
    ["a main condition that is Unknown is unknown", ["Ready=Unknown X"], "unknown"],
    [
      "Progressing is healthy where its reason says that the rollout ended",
      ["Progressing=True NewReplicaSetAvailable", "Ready=True"],
      "healthy",
    ],
    [
      "Progressing=False is a fault where its deadline was exceeded",
      ["Progressing=False ProgressDeadlineExceeded"],
      "degraded",
    ],
    ["a good condition with the reason of a failure is a fault", ["Complete=True JobFailed"], "degraded"],
    ["a paused reconciliation is no fault", ["Ready=False ReconcilePaused"], "healthy"],
    ["a type that ends in Degraded is a fault while True", ["Ready=True", "NodeInstallerDegraded=True"], "degraded"],
    ["a type that ends in NotValid is a fault while True", ["VMNotValid=True"], "degraded"],
    ["a type that begins with Failed is a fault while True", ["FailedCreatePod=True"], "degraded"],
    [
      "a type that ends in -ready behind a domain is a fault while False",
      ["platform.example/x-ready=False"],
      "degraded",
    ],
    ["a type that ends in Installed is no fault", ["DependenciesInstalled=True", "Ready=True"], "healthy"],
    [
      "a condition of inferred polarity is no fault beside a main condition that is True",
      ["Available=True", "ClusterTransferAvailable=False"],
      "healthy",
    ],
    [
      "a condition of inferred polarity with the reason of a failure is a fault beside it",
      ["Ready=True", "Reconciled=False ReconcileError"],
      "degraded",
    ],
    [
      "a main condition may be False while another condition reports the installation",
      ["Ready=False ComponentsNotReady", "Installed=False Installing"],
      "progressing",
    ],
    ["Progressing=True is healthy where its reason says success", ["Progressing=True DeploySuccess"], "healthy"],
    ["Progressing=True is work where its reason denies success", ["Progressing=True NotAvailable"], "progressing"],
    [
      "Progressing=True is work where its reason waits for success",
      ["Progressing=True WaitingForRolloutComplete"],
      "progressing",
    ],
    ["a type that ends in -ing is work under way", ["Ready=True", "Resyncing=True"], "progressing"],
    ["a type that begins with Missing is a fault while True", ["MissingDependencies=True"], "degraded"],
    [
      "Running=True is work under way for a task",
      { conditions: ["Running=True Started"], kind: "Experiment" },
      "progressing",
    ],
    ["a condition that only says that the spec was read proves nothing", ["FolderSynced=True"], "unknown"],
    [
      "the phase Failed is a fault beside a good condition",
      { conditions: ["Ready=True"], status: { phase: "Failed" } },
      "degraded",
    ],
    [
      "an unknown phase is ignored beside a main condition that is True",
      { conditions: ["Ready=True"], status: { phase: "Gamma" } },
      "healthy",
    ],
    ["an Ansible operator is at work while its reason is Running", ["Running=True Running"], "progressing"],
    ["an Ansible operator is healthy while its reason is Successful", ["Running=True Successful"], "healthy"],
    [
      "a message that reports a fault is no work under way",
      ["Ready=False Creating: cannot unpack: denied"],
      "unavailable",
    ],
    ["a message with a count is work under way", ["Ready=False Creating: 2 of 3"], "progressing"],
    [
      "an agent that stopped posting its status is a fault",
      ["AgentReady=Unknown Lost: agent stopped posting status."],
      "degraded",
    ],
    [
      "a message that something else stopped is no fault",
      ["Ready=Unknown Off: We have stopped sending mails"],
      "unknown",
    ],
    [
      "a condition that is Unknown without such a message is unknown",
      ["AgentReady=Unknown Lost: no answer"],
      "unknown",
    ],
    ["the Pods of a young object are not ready yet", ["PodReady=False PodNotReady"], "progressing"],
    [
      "the Pods of an old object are at fault",
      { conditions: ["PodReady=False PodNotReady"], ageMinutes: 600 },
      "degraded",
    ],
    [
      "a young object with a failed phase is at fault",
      { conditions: ["Ready=False NotReady"], status: { phase: "Failed" } },
      "unavailable",
    ],
    ["Healthy=False beside a ready whole is a fault", ["Ready=True", "Healthy=False"], "degraded"],
    ["MembersUp is good while True", ["MembersUp=True"], "healthy"],
    ["MembersUp is a fault while False", ["MembersUp=False"], "degraded"],
    ["ScalingUp is not about members that are up", ["Ready=True", "ScalingUp=False"], "healthy"],
    ["a malformed configuration is a fault", ["ConfigMalformed=True"], "degraded"],
    ["a volume that is resized is at work", ["VolumeResizing=True"], "progressing"],
    ["status.condition is a condition", { status: { condition: { type: "Bound", status: "True" } } }, "healthy"],
    [
      "status.condition is a fault while False",
      { status: { condition: { type: "Bound", status: "False" } } },
      "degraded",
    ],
    ["status.condition without a status is no condition", { status: { condition: { type: "Bound" } } }, "unknown"],
    [
      "a failure is Unknown while the object is provisioned",
      ["Provisioned=False Provisioning", "ProvisionFailed=Unknown Initialized"],
      "progressing",
    ],
    [
      "a failure is Unknown without work under way",
      ["Provisioned=True", "ProvisionFailed=Unknown Initialized"],
      "unknown",
    ],
    [
      "a message that begins with an error is no work under way",
      ["Ready=False Reconciling: Error: 0 of 3 brokers up"],
      "unavailable",
    ],
    ["a rollout without nodes has not ended", ["Available=True", "Progressing=True NoNodesAvailable"], "progressing"],
    [
      "a rollout for which none is available has not ended",
      ["Available=True", "Progressing=True NoneAvailable"],
      "progressing",
    ],
    [
      "a rollout that partially succeeded has not ended",
      ["Available=True", "Progressing=True PartiallySucceeded"],
      "progressing",
    ],
    ["a rollout whose nodes are available has ended", ["Available=True", "Progressing=True NodesAvailable"], "healthy"],
    [
      "a critical condition of a node counts beside a warning of the object",
      {
        status: {
          conditions: [{ type: "Ready", status: "True" }, disk("Warn")],
          nodes: [{ conditions: [disk("Critical")] }],
        },
      },
      "degraded",
    ],
  ]);
});

describe("a condition that is Unknown is work only where something is under way", () => {
  testVerdicts([
    [
      "Ready is Unknown while a condition says that work is under way",
      ["Ready=Unknown", "Processing=True"],
      "progressing",
    ],
    ["Ready is Unknown without a reason on a young object", ["Ready=Unknown"], "progressing"],
    ["Ready is Unknown for a reason that is no work", ["Ready=Unknown NodeStatusUnknown"], "unknown"],
    [
      "every condition of an object is Unknown until the first reconciliation",
      ["Ready=Unknown Init", "Error=Unknown Init"],
      "progressing",
    ],
    ["the end of a run is Unknown until it ends", ["Succeeded=Unknown Created"], "progressing"],
    [
      "a condition that was not checked yet is ignored while the object is being deployed",
      ["Deployed=False Building", "Reachable=Unknown StatusUnknown"],
      "progressing",
    ],
    [
      "a fault that was not checked yet is ignored while the object is being deployed",
      ["Deployed=False Building", "Unreachable=Unknown ConditionInitialized"],
      "progressing",
    ],
    [
      "a condition that was not checked is Unknown where nothing is under way",
      ["Reachable=Unknown StatusUnknown"],
      "unknown",
    ],
    ["a run that lost its node is Unknown", ["Succeeded=Unknown NodeLost"], "unknown"],
  ]);
});

describe("a main condition that is False without a reason is work under way, for an hour at most", () => {
  testVerdicts([
    ["a main condition without a reason and a message is work under way", ["Ready=False"], "progressing"],
    ["a main condition that is False for three hours is a fault", ["Ready=False@180"], "unavailable"],
    ["a main condition with a message is a fault", ["Ready=False : no license"], "unavailable"],
    ["a condition of inferred polarity is a fault", ["DatabaseReady=False"], "degraded"],
    [
      "a condition of severity Info is work under way",
      { conditions: [parseCondition("Ready=False X: y", { severity: "Info" })] },
      "progressing",
    ],
    [
      "a condition of severity Error is a fault",
      { conditions: [parseCondition("Ready=False X: y", { severity: "Error" })] },
      "unavailable",
    ],
    [
      "a condition of category Critical is a fault while True",
      { conditions: [parseCondition("Whatever=True", { category: "Critical" })] },
      "degraded",
    ],
    [
      "PartiallyReady is ignored beside a main condition that is True",
      ["Ready=True", "PartiallyReady=True"],
      "healthy",
    ],
    ["PartiallyReady alone is a fault", ["PartiallyReady=True"], "degraded"],
  ]);

  test("a fault in a status of an older generation is progressing", () => {
    const conditions = ["Ready=False@180 NoLicense: buy one"];
    const root = evaluateCustomResource({ conditions, status: { observedGeneration: 1 }, generation: 2 });
    expect(root.verdict).toBe("progressing");
  });
});

describe("a part that a controller has not created yet is work under way, for an hour at most", () => {
  testVerdicts([
    ["a missing workload of a new object is work under way", [`Ready=False ${absent}`], "progressing"],
    [
      "a missing workload of an old object is work while a condition says so",
      { conditions: [`Ready=False ${absent}`, "Progressing=True"], ...old },
      "progressing",
    ],
    [
      "a workload that is missing for five hours is a fault",
      { conditions: [`Ready=False@300 ${absent}`, "Progressing=True"], ...old },
      "unavailable",
    ],
    [
      "a missing workload of an old object is a fault where no work is under way",
      { conditions: [`Ready=False ${absent}`], ...old },
      "unavailable",
    ],
    [
      "a missing Secret of a new object is a fault, since a user creates it",
      ["Ready=False SecretNotFound: secret w not found"],
      "unavailable",
    ],
    ["Pods of a new object may not be ready yet", ["Ready=False PodsNotReady: 0/3 pods ready"], "progressing"],
    ["failed Pods of a new object are a fault", ["Ready=False PodsNotReady: 3 of 3 pods failed"], "unavailable"],
    [
      "Pods of an old object that are not ready are a fault",
      { conditions: ["Ready=False PodsNotReady: 0/3 pods ready"], ...old },
      "unavailable",
    ],
    [
      "parts that are not ready for half an hour are work under way",
      { conditions: ["PartsReady=False@30 NotAllPodsReady: 2 of 3"], ...old },
      "progressing",
    ],
    [
      "parts that are not ready for an hour and a half are a fault",
      { conditions: ["PartsReady=False@90 NotAllPodsReady: 2 of 3"], ...old },
      "degraded",
    ],
    [
      "an old object without any ready part is at fault",
      { conditions: ["Ready=False NotAllPodsReady: 0 of 3"], ...old },
      "unavailable",
    ],
  ]);
});

describe("work that takes longer than an hour is a fault unless it may wait", () => {
  const kafka = { kind: "Kafka", group: "kafka.strimzi.io", ...old };
  testVerdicts([
    [
      "a Kafka in creation for half an hour is at work",
      { conditions: ["NotReady=True@30 Creating"], ...kafka },
      "progressing",
    ],
    [
      "a Kafka in creation for an hour and a half is at fault",
      { conditions: ["NotReady=True@90 Creating"], ...kafka },
      "degraded",
    ],
    [
      "a Workload may wait for its quota for any time",
      { conditions: ["QuotaReserved=False@90 Pending"], kind: "Workload", group: "kueue.x-k8s.io", ...old },
      "progressing",
    ],
    [
      "a Gateway without an address for an hour and a half is at fault",
      {
        conditions: ["Accepted=True", "Programmed=False@90 AddressNotAssigned"],
        kind: "Gateway",
        group: "gateway.networking.k8s.io",
        ...old,
      },
      "degraded",
    ],
  ]);
});

describe("the severity of a condition counts only where it is not as expected", () => {
  const severity = "Error";
  testVerdicts([
    [
      "the severity Error of a condition that is True is ignored",
      { conditions: [parseCondition("Ready=True", { severity }), parseCondition("Addressable=True", { severity })] },
      "healthy",
    ],
    [
      "the severity Error of a condition that is False is a fault of an available object",
      {
        conditions: [parseCondition("Available=True", { severity }), parseCondition("EtcdHealthy=False", { severity })],
      },
      "degraded",
    ],
  ]);
});

describe("conditions below a field or a list of the status count", () => {
  const route = { group: "gateway.networking.k8s.io", kind: "HTTPRoute" };
  testVerdicts([
    [
      "a route that its parent accepts is healthy",
      { ...route, status: { parents: [withConditions("Accepted=True")] } },
      "healthy",
    ],
    [
      "a route that one of two parents refuses is degraded",
      { ...route, status: { parents: [withConditions("Accepted=True"), withConditions("Accepted=False")] } },
      "degraded",
    ],
    [
      "a reference that cannot be resolved is a fault",
      { ...route, status: { ancestors: [withConditions("ResolvedRefs=False")] } },
      "degraded",
    ],
    [
      "a listener in conflict is a fault of a programmed gateway",
      { ...route, conditions: ["Programmed=True"], status: { listeners: [withConditions("Conflicted=True")] } },
      "degraded",
    ],
    [
      "a condition of a list item counts",
      { ...route, status: { disks: [withConditions("Ready=False")] } },
      "unavailable",
    ],
    [
      "a condition of a named item counts",
      { ...route, status: { diskStatus: { d1: withConditions("Ready=False") } } },
      "unavailable",
    ],
    [
      "a condition of a Pod below the status counts",
      { ...route, status: { currentState: "Ready", podStatus: withConditions("Ready=False") } },
      "unavailable",
    ],
  ]);
  test("a condition of an older generation is progressing", () => {
    const status = { ancestors: [{ conditions: [parseCondition("Accepted=True", { observedGeneration: 1 })] }] };
    const policy = { group: "gateway.networking.k8s.io", kind: "BackendTLSPolicy", status, generation: 2 };
    expect(evaluateCustomResource(policy).verdict).toBe("progressing");
  });
});

describe("conditions of unusual shapes are read", () => {
  const ready = { type: "Ready", status: "True" };
  const pools = (...conditions: readonly object[]) => ({
    conditions: [ready],
    pools: [{ name: "a", state: { conditions } }],
  });
  testVerdicts([
    [
      "a condition of a part without a type is unknown",
      { status: pools({ status: "False", message: "disk is dead" }) },
      "unknown",
    ],
    ["a selector rule of a part is no condition", { status: pools({ key: "zone", operator: "In" }) }, "healthy"],
    ['the status "true" is True', { status: { conditions: [{ ...ready, status: "true" }] } }, "healthy"],
    [
      'the status "true" of Degraded is a fault',
      { status: { conditions: [{ type: "Degraded", status: "true" }] } },
      "degraded",
    ],
    [
      'the status "false" of a part is False',
      { status: pools({ type: "DiskReady", status: "false", reason: "DiskFailed" }) },
      "degraded",
    ],
    [
      "the newest entry of a log of states counts",
      {
        status: {
          conditions: [
            { status: "Failed", lastTransitionTime: minutesAgo(9) },
            { status: "Running", lastTransitionTime: minutesAgo(3) },
          ],
        },
      },
      "healthy",
    ],
  ]);

  test('the status "true" is accepted and the status "yes" is reported', () => {
    const manifest = (status: string) => ({
      apiVersion: "acme.io/v1",
      kind: "Widget",
      metadata: { name: "w" },
      status: { conditions: [{ ...ready, status }] },
    });
    const codes = (status: string) => reportAbout(manifest(status)).findings.map(({ code }) => code);
    expect([codes("true"), codes("yes")]).toEqual([[], expect.arrayContaining(["odd-status"])]);
  });

  test.for([
    ["are read", "True", 1, "healthy"],
    ["are a fault while False", "False", 1, "degraded"],
    ["are unknown after three hours of silence", "True", 200, "unknown"],
  ] as const)("the agentConditions in the report of an agent %s", ([, status, minutes, verdict]) => {
    const agentReport = {
      apiVersion: "acme.io/v1",
      kind: "AgentInfo",
      metadata: { name: "w" },
      agentConditions: [{ type: "AgentHealthy", status, lastHeartbeatTime: minutesAgo(minutes) }],
    };
    expect(rootAbout(agentReport).verdict).toBe(verdict);
  });
});
