import type { Report } from "../../shared/model/report.ts";
import {
  clusterMessage,
  component,
  condition,
  contribution,
  finding,
  minutesAgo,
  namespace,
  openGates,
  refOf,
  report,
  root,
  workloadBelow,
} from "./build.ts";
import { healthyRoot } from "./samples-ailing.ts";

const initializing = (type: string, letter: "T" | "F" | "U") =>
  condition(type, letter, 0.7, "Init", "Initializing HyperConverged cluster");

const installing = report(
  [
    root({
      ownVerdict: "progressing",
      verdict: "unavailable",
      facts: { expectedVersion: "1.20.0" },
      conditions: [
        initializing("ReconcileComplete", "U"),
        initializing("Available", "F"),
        initializing("Progressing", "T"),
        initializing("Degraded", "F"),
        initializing("Upgradeable", "U"),
      ],
      children: [
        component(
          "KubeVirt",
          "unavailable",
          "",
          {
            conditions: [
              condition(
                "Available",
                "F",
                0.5,
                "DeploymentInProgress",
                "Deploying version v1.9.0 with registry quay.io/kubevirt",
              ),
              condition(
                "Progressing",
                "T",
                0.5,
                "DeploymentInProgress",
                "Deploying version v1.9.0 with registry quay.io/kubevirt",
              ),
              condition("Degraded", "F", 0.5),
            ],
          },
          "v1.9.0",
        ),
        component("CDI", "unavailable", "", { conditions: [] }, "v1.66.0"),
        component("NetworkAddonsConfig", "unavailable", "", { outcome: "absent" }, "v0.102.0"),
      ],
      firstCause: {
        path: ["kubevirt-hyperconverged", "KubeVirt"],
        evidence: clusterMessage("Deploying version v1.9.0 with registry quay.io/kubevirt", "DeploymentInProgress"),
      },
      gates: {
        ...openGates,
        ready: { answer: "no", because: ["Init", "KubeVirt", "CDI"] },
        upgradeable: { answer: "no", because: ["Init", "KubeVirt"] },
      },
      driftHeld: "reconcile-error",
    }),
  ],
  {
    findings: [
      finding(
        "error",
        { code: "component-absent", component: "NetworkAddonsConfig", outcome: "absent" },
        refOf("NetworkAddonsConfig"),
      ),
      finding("error", { code: "no-conditions", component: "CDI" }, refOf("CDI")),
      finding("info", { code: "installing" }),
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

const downWhileUpgrading = report(
  [
    root({
      ownVerdict: "progressing",
      facts: { observedVersion: "1.19.2", expectedVersion: "1.20.0", systemHealthStatus: "healthy" },
      conditions: [
        condition("ReconcileComplete", "T", 22, "ReconcileCompleted", "Reconcile completed successfully"),
        condition("Available", "F", 5, "CDINotAvailable", "CDI is not available: "),
        condition("Progressing", "T", 22, "HCOUpgrading", "HCO is now upgrading to version 1.20.0"),
        condition("Degraded", "F", 4560, "ReconcileCompleted", "Reconcile completed successfully"),
      ],
      children: [
        component("KubeVirt", "healthy", "v1.9.0"),
        component(
          "CDI",
          "unavailable",
          "v1.63.0",
          {
            conditions: [
              condition("Available", "F", 5),
              condition("Progressing", "F", 5),
              condition("Degraded", "F", 5),
            ],
          },
          "v1.64.0",
        ),
      ],
      offenders: { Available: [contribution("CDI", true, "not-available")] },
      firstCause: { path: ["kubevirt-hyperconverged", "CDI"], evidence: [{ is: "state", state: "silent" }] },
      gates: {
        ready: { answer: "no", because: ["CDI"] },
        upgradeable: { answer: "no", because: ["AlreadyPerformingUpgrade"] },
        upgrade: { running: true, from: "1.19.2", to: "1.20.0", waitingFor: ["CDI"] },
      },
    }),
  ],
  {
    findings: [
      finding("warning", {
        code: "health-disagrees",
        why: "not-reported",
        reported: "healthy",
        evaluated: "unavailable",
      }),
      finding("info", { code: "empty-message", component: "CDI", type: "Available" }, refOf("CDI")),
    ],
  },
);

const operator = { group: "apps", kind: "Deployment", namespace, name: "hco-operator" };

const operatorDown = report(
  [
    root({
      ...healthyRoot,
      ownVerdict: "degraded",
      verdict: "degraded",
      children: [
        ...healthyRoot.children.slice(0, -1),
        workloadBelow("workload", "hco-operator", "unavailable", {
          ref: operator,
          facts: { ready: "0/1" },
          conditions: [
            condition(
              "Available",
              "F",
              31,
              "MinimumReplicasUnavailable",
              "Deployment does not have minimum availability.",
            ),
          ],
        }),
      ],
      gates: {
        ...openGates,
        ready: { answer: "unknown", because: ["hco-operator"] },
        upgradeable: { answer: "unknown", because: [] },
      },
      driftHeld: "operator-down",
    }),
  ],
  {
    findings: [
      finding(
        "error",
        { code: "operator-down", deployment: "hco-operator", ready: 0, wanted: 1, found: true },
        operator,
      ),
    ],
  },
);

const deleting = report(
  [
    root({
      ...healthyRoot,
      ownVerdict: "progressing",
      verdict: "progressing",
      deleting: true,
      children: healthyRoot.children.slice(0, 2),
      gates: {
        ...openGates,
        ready: { answer: "no", because: ["Deleting"] },
        upgradeable: { answer: "no", because: ["Deleting"] },
      },
      driftHeld: "deleting",
    }),
  ],
  {
    findings: [
      finding(
        "error",
        {
          code: "deletion-blocked",
          component: "KubeVirt",
          reason: "ErrVirtUninstall",
          message:
            'admission webhook "kubevirt-validator.kubevirt.io" denied the request: Rejecting the uninstall request, since there are still VMs present',
        },
        refOf("KubeVirt"),
      ),
      finding("warning", {
        code: "deleting",
        since: minutesAgo(12),
        finalizers: ["kubevirt.io/hyperconverged"],
        remaining: ["KubeVirt", "CDI"],
      }),
    ],
  },
);

const failedRepetition = report(
  [
    root({
      ownVerdict: "degraded",
      conditions: [
        condition(
          "ReconcileComplete",
          "F",
          41,
          "ReconcileFailed",
          'Error while reconciling: admission webhook "validation.ssp.kubevirt.io" denied the request: a\nb',
        ),
        condition("Available", "U", 41, "StatusUnknown", "Not all the components are available"),
        condition("Progressing", "U", 41, "StatusUnknown", "Not all the components are available"),
        condition("Degraded", "T", 41, "KubeVirtDegraded", "KubeVirt is degraded: boom"),
      ],
      children: [
        component("KubeVirt", "degraded", "v1.9.0", {
          conditions: [
            condition("Available", "T", 90),
            condition("Progressing", "F", 90),
            condition("Degraded", "T", 41, "Boom", "boom"),
          ],
        }),
        component("CDI", "healthy", "v1.66.0"),
      ],
      offenders: { Degraded: [contribution("KubeVirt", true, "degraded", "Boom", "boom")] },
      firstCause: { path: ["kubevirt-hyperconverged", "KubeVirt"], evidence: clusterMessage("", "Boom") },
      gates: {
        ...openGates,
        ready: { answer: "no", because: ["ReconcileFailed", "KubeVirt"] },
        upgradeable: { answer: "no", because: ["ReconcileFailed", "KubeVirt"] },
      },
      drift: [
        {
          type: "Available",
          what: "status",
          reported: { status: "Unknown", reason: "StatusUnknown", message: "" },
          expected: { status: "False", reason: "HCODegraded", message: "" },
        },
      ],
      driftHeld: "reconcile-error",
    }),
  ],
  {
    findings: [
      finding("error", {
        code: "reconcile-failed",
        message: 'Error while reconciling: admission webhook "validation.ssp.kubevirt.io" denied the request',
        seconds: 2460,
        transient: false,
      }),
    ],
  },
);

const drifting = report(
  [
    root({
      ...healthyRoot,
      verdict: "degraded",
      drift: [
        {
          type: "Degraded",
          what: "status",
          reported: { status: "False", reason: "ReconcileCompleted", message: "" },
          expected: { status: "True", reason: "CDIDegraded", message: "" },
        },
      ],
      children: [
        component("KubeVirt", "healthy", "v1.9.0"),
        component("CDI", "degraded", "v1.66.0", {
          conditions: [
            condition("Available", "T", 9),
            condition("Progressing", "F", 9),
            condition("Degraded", "T", 9, "Broken", "no storage class"),
          ],
        }),
      ],
      firstCause: { path: ["kubevirt-hyperconverged", "CDI"], evidence: clusterMessage("no storage class", "Broken") },
      gates: { ...openGates, ready: { answer: "no", because: ["CDI"] } },
    }),
  ],
  {
    findings: [
      finding("warning", {
        code: "drift",
        type: "Degraded",
        what: "status",
        reportedStatus: "False",
        reportedReason: "ReconcileCompleted",
        expectedStatus: "True",
        expectedReason: "CDIDegraded",
      }),
    ],
  },
);

export const changing: Readonly<Record<string, Report>> = {
  "a first install": installing,
  "an upgrade that waits for two components": upgrading,
  "a component that is down during an upgrade": downWhileUpgrading,
  "the operator is down": operatorDown,
  "a deletion that virtual machines block": deleting,
  "a round of the operator that failed": failedRepetition,
  "the CR says less than its components": drifting,
};
