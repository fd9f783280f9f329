import type { Report, ReportNode, RootNode } from "../../shared/model/report.ts";
import {
  clusterMessage,
  component,
  condition,
  contribution,
  finding,
  minutesAgo,
  openGates,
  refOf,
  report,
  root,
  workloadBelow,
} from "./build.ts";

const completed = condition("ReconcileComplete", "T", 14, "ReconcileCompleted", "Reconcile completed successfully");

const healthyConditions = [
  condition("ReconcileComplete", "T", 4560, "ReconcileCompleted", "Reconcile completed successfully"),
  condition("Available", "T", 4560, "ReconcileCompleted", "Reconcile completed successfully"),
  condition("Progressing", "F", 4560, "ReconcileCompleted", "Reconcile completed successfully"),
  condition("Degraded", "F", 4560, "ReconcileCompleted", "Reconcile completed successfully"),
  condition("Upgradeable", "T", 4560, "ReconcileCompleted", "Reconcile completed successfully"),
  condition("VirtNetworkResourcesInjectorReady", "T", 4561, "DeploymentReady", "All replicas are ready"),
];

const healthyRest: readonly ReportNode[] = [
  component("NetworkAddonsConfig", "healthy", "v0.102.0"),
  component("FileRestoreOperator", "healthy", "v0.0.6"),
];

export const healthyRoot: RootNode = root({
  conditions: healthyConditions,
  meaning: "Application is 100% healthy and the Operator is idle",
  children: [
    component("KubeVirt", "healthy", "v1.9.0"),
    component("CDI", "healthy", "v1.66.0"),
    component("NetworkAddonsConfig", "healthy", "v0.102.0"),
    component("AAQ", "healthy", "v1.8.0"),
    component("MigController", "healthy", "v0.2.0"),
    component("FileRestoreOperator", "healthy", "v0.0.6"),
    workloadBelow("workload", "hyperconverged-cluster-operator", "healthy", { facts: { ready: "1/1" } }),
  ],
});

/** As a live cluster shows it: AAQ is being deployed, MigController cannot create its resources. */
const twoUnhealthyComponents = report(
  [
    root({
      conditions: [
        completed,
        condition("Available", "F", 14, "MigControllerNotAvailable", "MigController is not available: "),
        condition("Progressing", "T", 14, "MigControllerProgressing", "MigController is progressing: "),
        condition(
          "Degraded",
          "T",
          14,
          "MigControllerDegraded",
          "MigController is degraded: Unable to create all resources",
        ),
        condition("Upgradeable", "F", 14, "AAQProgressing", "AAQ is progressing: Started Deployment"),
        condition("VirtNetworkResourcesInjectorReady", "T", 14, "DeploymentReady", "All replicas are ready"),
      ],
      meaning: "Application is in a failed state and an operator is healing",
      children: [
        component("KubeVirt", "healthy", "v1.9.0"),
        component("CDI", "healthy", "v1.66.0"),
        component("AAQ", "unavailable", "v1.8.0", {
          conditions: [
            condition("Available", "F", 14),
            condition("Progressing", "T", 14, "DeployStarted", "Started Deployment"),
            condition("Degraded", "F", 14),
          ],
        }),
        component("MigController", "unavailable", "v0.2.0", {
          conditions: [
            condition("Available", "F", 14),
            condition("Progressing", "T", 14),
            condition("Degraded", "T", 14, "CreateResources", "Unable to create all resources"),
          ],
        }),
        ...healthyRest,
      ],
      offenders: {
        Available: [contribution("AAQ", false, "not-available"), contribution("MigController", true, "not-available")],
        Progressing: [
          contribution("AAQ", false, "progressing", "DeployStarted", "Started Deployment"),
          contribution("MigController", true, "progressing"),
        ],
        Degraded: [
          contribution("MigController", true, "degraded", "CreateResources", "Unable to create all resources"),
        ],
        Upgradeable: [contribution("AAQ", true, "progressing", "DeployStarted", "Started Deployment")],
      },
      firstCause: {
        path: ["kubevirt-hyperconverged", "MigController"],
        evidence: clusterMessage("Unable to create all resources", "CreateResources"),
      },
      gates: {
        ...openGates,
        ready: { answer: "no", because: ["AAQ", "MigController"] },
        upgradeable: { answer: "no", because: ["AAQ", "MigController"] },
      },
    }),
  ],
  {
    findings: [
      finding(
        "warning",
        { code: "hidden-offender", component: "AAQ", types: ["Available", "Progressing"], shown: ["MigController"] },
        refOf("AAQ"),
      ),
      finding(
        "info",
        {
          code: "empty-message",
          component: "AAQ",
          type: "Available",
          siblingType: "Progressing",
          siblingMessage: "Started Deployment",
        },
        refOf("AAQ"),
      ),
      finding(
        "info",
        {
          code: "empty-message",
          component: "MigController",
          type: "Available",
          siblingType: "Degraded",
          siblingMessage: "Unable to create all resources",
        },
        refOf("MigController"),
      ),
    ],
  },
);

/** The sketch of design/screens.md, down to the container that crashes. */
const crashing = report(
  [
    root({
      conditions: [
        completed,
        condition("Available", "F", 14, "CDINotAvailable", "CDI is not available: "),
        condition("Degraded", "T", 14, "CDIDegraded", "CDI is degraded: "),
        condition("Progressing", "T", 3, "SSPProgressing", "SSP is progressing: 2 SSP resources are not available"),
        condition(
          "Upgradeable",
          "F",
          3,
          "KubeVirtProgressing",
          "KubeVirt is progressing: Transitioning from previous version v1.8.0 with registry quay.io/kubevirt to target version v1.8.1 using registry quay.io/kubevirt",
        ),
        condition("Created", "T"),
      ],
      meaning: "Application is in a failed state and an operator is healing",
      children: [
        component(
          "KubeVirt",
          "progressing",
          "v1.8.0",
          {
            conditions: [
              condition("Available", "T", 4560, "AllComponentsReady", "All components are ready."),
              condition(
                "Progressing",
                "T",
                3,
                "UpdateInProgress",
                "Transitioning from previous version v1.8.0 with registry quay.io/kubevirt to target version v1.8.1 using registry quay.io/kubevirt",
              ),
              condition("Degraded", "F", 3),
            ],
          },
          "v1.8.1",
        ),
        component("CDI", "unavailable", "v1.64.0", {
          conditions: [
            condition("Available", "F", 14),
            condition("Progressing", "F", 14),
            condition("Degraded", "T", 14),
          ],
          children: [
            workloadBelow("workload", "cdi-deployment", "unavailable", {
              facts: { ready: "0/1" },
              conditions: [
                condition(
                  "Available",
                  "F",
                  14,
                  "MinimumReplicasUnavailable",
                  "Deployment does not have minimum availability.",
                ),
              ],
              children: [
                workloadBelow("replicaset", "cdi-deployment-7d9c5f6b8d", "unavailable", {
                  facts: { ready: "0/1" },
                  children: [
                    workloadBelow("pod", "cdi-deployment-7d9c5f6b8d-x2x4k", "unavailable", {
                      conditions: [
                        condition(
                          "Ready",
                          "F",
                          14,
                          "ContainersNotReady",
                          "containers with unready status: [cdi-controller]",
                        ),
                      ],
                      children: [
                        workloadBelow("container", "cdi-controller", "unavailable", {
                          facts: { waiting: "CrashLoopBackOff", exitCode: "1", restarts: "7" },
                          trouble: { reason: "CrashLoopBackOff", message: "back-off 5m0s", since: minutesAgo(14) },
                        }),
                      ],
                    }),
                  ],
                }),
              ],
            }),
            workloadBelow("workload", "cdi-apiserver", "healthy", { facts: { ready: "1/1" } }),
          ],
        }),
        component("NetworkAddonsConfig", "healthy", "v0.102.0"),
        component("MigController", "healthy", "v0.2.0"),
        component("FileRestoreOperator", "healthy", "v0.0.6"),
        component("SSP", "progressing", "v0.24.0", {
          conditions: [
            condition("Available", "T", 4560, "Available", "All SSP resources are available"),
            condition("Progressing", "T", 3, "Progressing", "2 SSP resources are not available"),
            condition("Degraded", "F", 3),
          ],
        }),
      ],
      offenders: {
        Available: [contribution("CDI", true, "not-available")],
        Progressing: [
          contribution("KubeVirt", false, "progressing", "UpdateInProgress"),
          contribution("SSP", true, "progressing"),
        ],
        Degraded: [contribution("CDI", true, "degraded")],
        Upgradeable: [
          contribution("KubeVirt", true, "progressing"),
          contribution("CDI", false, "degraded"),
          contribution("SSP", false, "progressing"),
        ],
      },
      firstCause: {
        path: [
          "kubevirt-hyperconverged",
          "CDI",
          "cdi-deployment",
          "cdi-deployment-7d9c5f6b8d",
          "cdi-deployment-7d9c5f6b8d-x2x4k",
          "cdi-controller",
        ],
        evidence: [
          { is: "workload", kind: "Deployment", name: "cdi-deployment", ready: "0/1" },
          {
            is: "container",
            name: "cdi-controller",
            verdict: "unavailable",
            facts: { waiting: "CrashLoopBackOff", exitCode: "1", restarts: "7" },
            trouble: { reason: "CrashLoopBackOff", message: "" },
          },
        ],
        since: minutesAgo(14),
        events: [
          {
            about: refOf("CDI"),
            reason: "BackOff",
            message: "Back-off restarting failed container cdi-controller in pod cdi-deployment-7d9c5f6b8d-x2x4k",
            count: 42,
            last: minutesAgo(1),
          },
        ],
      },
      gates: {
        ...openGates,
        ready: { answer: "no", because: ["CDI"] },
        upgradeable: { answer: "no", because: ["KubeVirt", "CDI", "SSP"] },
      },
      related: [
        {
          ref: refOf("CDI"),
          recorded: { uid: "a", resourceVersion: "1" },
          current: { uid: "a", resourceVersion: "1" },
          state: "same",
        },
        { ref: refOf("SSP"), recorded: { uid: "b", resourceVersion: "1" }, state: "gone" },
      ],
    }),
  ],
  {
    completeness: {
      asked: 44,
      found: 41,
      absent: 0,
      noSuchKind: 1,
      forbidden: 2,
      unread: 0,
      gaps: [
        {
          outcome: "forbidden",
          verb: "list",
          group: "",
          kind: "Pod",
          namespace: "openshift-cnv",
          cause: 'pods is forbidden: User "dev" cannot list resource "pods"',
          required: false,
        },
        {
          outcome: "forbidden",
          verb: "get",
          group: "operators.coreos.com",
          kind: "ClusterServiceVersion",
          namespace: "openshift-cnv",
          name: "hco.v1.20.0",
          required: false,
        },
        {
          outcome: "noSuchKind",
          verb: "get",
          group: "aaq.kubevirt.io",
          kind: "AAQ",
          name: "aaq-kubevirt-hyperconverged",
          required: false,
        },
      ],
    },
    findings: [
      finding(
        "warning",
        { code: "hidden-offender", component: "KubeVirt", types: ["Progressing"], shown: ["SSP"] },
        refOf("KubeVirt"),
      ),
      finding("warning", {
        code: "tainted",
        annotation: "kubevirt.kubevirt.io/jsonpatch",
        component: "KubeVirt",
        operations: 2,
      }),
      finding("info", { code: "empty-message", component: "CDI", type: "Available" }, refOf("CDI")),
      finding("info", {
        code: "overwritten",
        object: "ConfigMap kubevirt-storage-class-defaults",
        count: 12,
        last: minutesAgo(9),
      }),
    ],
  },
);

const upgrading = report(
  [
    root({
      ownVerdict: "progressing",
      facts: { observedVersion: "1.19.2", expectedVersion: "1.20.0" },
      conditions: [
        condition("ReconcileComplete", "T", 22, "ReconcileCompleted", "Reconcile completed successfully"),
        condition("Available", "T", 4560, "ReconcileCompleted", "Reconcile completed successfully"),
        condition("Progressing", "T", 22, "HCOUpgrading", "HCO is now upgrading to version 1.20.0"),
        condition("Degraded", "F", 4560, "ReconcileCompleted", "Reconcile completed successfully"),
        condition("Upgradeable", "T", 4560, "ReconcileCompleted", "Reconcile completed successfully"),
      ],
      meaning: "Application is functional but, either upgrading or healing",
      children: [
        component("KubeVirt", "healthy", "v1.9.0"),
        component("CDI", "healthy", "v1.63.0", {}, "v1.64.0"),
        component("SSP", "healthy", "v0.24.0"),
      ],
      offenders: {
        UpgradeStall: [
          { ...contribution("CDI", false, "version"), observedVersion: "v1.63.0", expectedVersion: "v1.64.0" },
        ],
      },
      gates: {
        ready: { answer: "yes", because: [] },
        upgradeable: { answer: "no", because: ["AlreadyPerformingUpgrade"] },
        upgrade: { running: true, from: "1.19.2", to: "1.20.0", waitingFor: ["CDI", "SSP"] },
      },
      driftHeld: "upgrading",
    }),
  ],
  {
    findings: [
      finding(
        "warning",
        { code: "upgrade-stall", component: "CDI", observedVersion: "v1.63.0", expectedVersion: "v1.64.0" },
        refOf("CDI"),
      ),
      finding("warning", { code: "upgrade-stall", component: "SSP", missing: ["Degraded"] }, refOf("SSP")),
    ],
  },
);

export const ailing: Readonly<Record<string, Report>> = {
  "healthy is short": report([healthyRoot]),
  "two culprits and the CR names one": twoUnhealthyComponents,
  "a crashing container below CDI": crashing,
  "an upgrade that waits for two components": upgrading,
};
