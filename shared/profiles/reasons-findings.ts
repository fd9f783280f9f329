import type {
  ApplicationFindingCode,
  ComponentFindingCode,
  GreenhouseFindingCode,
  OperatorFindingCode,
  ReadingFindingCode,
  ReasonTable,
} from "../model/explanation.ts";

const hyperconvergedController = "controllers/hyperconverged/hyperconverged_controller.go";
const operandHandler = "controllers/operandhandler/operandHandler.go";
const genericOperand = "controllers/operands/generic_operand.go";
const conditions = "shared/parse/conditions.ts";
const applicationController = "controllers/application_controller.go";
const status = "controllers/status.go";
const pluginpresetController = "internal/controller/plugin/pluginpreset_controller.go";

/** Every code of a finding: the compiler asks for those that are missing. */
export const findingsReasons: {
  readonly operatorFindings: ReasonTable<OperatorFindingCode>;
  readonly componentFindings: ReasonTable<ComponentFindingCode>;
  readonly readingFindings: ReasonTable<ReadingFindingCode>;
  readonly applicationFindings: ReasonTable<ApplicationFindingCode>;
  readonly greenhouseFindings: ReasonTable<GreenhouseFindingCode>;
} = {
  operatorFindings: {
    kind: "finding",
    source: "kubevirt/hyperconverged-cluster-operator",
    rows: {
      "operator-down": hyperconvergedController,
      "invalid-request": hyperconvergedController,
      "reconcile-failed": operandHandler,
      "status-unknown": hyperconvergedController,
      installing: hyperconvergedController,
      "not-yet-seen": hyperconvergedController,
      stale: "api/v1/hyperconverged_types.go",
      deleting: hyperconvergedController,
      "deletion-blocked": operandHandler,
      "upgrade-stall": genericOperand,
      "upgrade-stuck": hyperconvergedController,
      "operator-condition": "pkg/util/operatorcondition.go",
      "conversion-webhook": "controllers/webhooks/conversion-webhook-controller",
      tainted: hyperconvergedController,
      "injector-not-ready": "controllers/handlers/netresinjector/deployment.go",
      overwritten: "controllers/operands/operand.go",
      "health-disagrees": hyperconvergedController,
      "conditions-disagree": hyperconvergedController,
      drift: hyperconvergedController,
      "boot-image": "docs/cluster-configuration.md",
      "several-roots": hyperconvergedController,
      "related-object": "pkg/util/util.go",
    },
  },
  componentFindings: {
    kind: "finding",
    source: "kubevirt/hyperconverged-cluster-operator",
    rows: {
      "component-absent": operandHandler,
      "not-read": ["hco-status", "shared/aggregate/hco/findings/components.ts"],
      "no-conditions": genericOperand,
      "component-operator-down": ["hco-status", "shared/aggregate/hco/findings/silent.ts"],
      "component-new": genericOperand,
      "another-of-kind": ["kubevirt/kubevirt", "pkg/virt-operator/util/client.go"],
      "missing-condition": genericOperand,
      "unknown-condition": ["kubevirt/hyperconverged-cluster-operator", "controllers/operands/operand.go"],
      "hidden-offender": hyperconvergedController,
      "empty-message": ["kubevirt/controller-lifecycle-operator-sdk", "pkg/sdk/cr-status.go"],
      "blame-from-reasons": "controllers/operands/operand.go",
      "not-counted": operandHandler,
      "uncounted-workload": operandHandler,
      "outdated-workloads": ["kubevirt/kubevirt", "staging/src/kubevirt.io/api/core/v1/types.go"],
      orphan: ["hco-status", "shared/aggregate/snapshot-findings.ts"],
      "component-workload-down": ["hco-status", "shared/aggregate/hco/findings/silent.ts"],
      "workloads-not-found": ["hco-status", "shared/aggregate/hco/findings/unsought.ts"],
      "csv-failed": ["operator-framework/api", "pkg/operators/v1alpha1/clusterserviceversion_types.go"],
      "phase-failed": ["hco-status", "shared/aggregate/generic-root.ts"],
      restarting: ["hco-status", "shared/aggregate/restarting.ts"],
    },
  },
  readingFindings: {
    kind: "finding",
    source: "hco-status",
    rows: {
      "judged-by-file": "shared/aggregate/said.ts",
      "guessed-sense": "shared/profiles/senses.ts",
      "clock-ahead": "shared/aggregate/oddities.ts",
      "damaged-input": "shared/aggregate/snapshot-findings.ts",
      "reading-refused": "shared/aggregate/snapshot-findings.ts",
      "not-judged": "shared/aggregate/generic-root.ts",
      "odd-related": "shared/aggregate/related.ts",
      "owner-cycle": "shared/aggregate/generic/owned.ts",
      "owned-cut": "shared/aggregate/generic/owned.ts",
      "conditions-not-a-list": conditions,
      "condition-not-an-object": conditions,
      "condition-without-type": conditions,
      "duplicate-condition": conditions,
      "odd-status": conditions,
      "odd-time": conditions,
      "odd-text": conditions,
      "odd-generation": conditions,
    },
  },
  applicationFindings: {
    kind: "finding",
    source: "kubernetes-sigs/application",
    rows: {
      "nothing-selected": applicationController,
      "selects-everything": applicationController,
      "expressions-ignored": applicationController,
      "component-kind-missing": applicationController,
      "group-taken-for-version": "api/v1beta1/application_types.go",
      "component-kind-unread": applicationController,
      "component-kind-twice": applicationController,
      "selected-cluster-wide": applicationController,
      "selects-itself": applicationController,
      "selects-in-a-circle": applicationController,
      "nested-too-many": ["hco-status", "shared/aggregate/application/findings-composition.ts"],
      "assembly-phase": "api/v1beta1/application_types.go",
      "components-ready-differs": applicationController,
      "component-gone": applicationController,
      "component-unlisted": applicationController,
      "component-differs": status,
      "component-unreadable": status,
      "failed-job-ready": status,
      "hostname-only": status,
      "deadline-exceeded": status,
      "unknown-counted-ready": status,
      "error-counted-ready": status,
      "unwell-counted-ready": status,
      "owner-reference-missing": applicationController,
    },
  },
  greenhouseFindings: {
    kind: "finding",
    source: "cloudoperators/greenhouse",
    rows: {
      "not-gating": "internal/controller",
      suspended: "pkg/lifecycle/reconcile.go",
      "legacy-conditions": "internal/controller/plugin/util.go",
      "leftover-conditions": "internal/controller/plugin/util.go",
      "kubeconfig-incomplete": "internal/controller/cluster/kubeconfig_controller.go",
      "cluster-not-ready": "internal/controller/plugin/plugin_controller_flux.go",
      "release-missing": "internal/controller/plugin/plugin_controller_flux.go",
      "plugins-skipped": pluginpresetController,
      "no-clusters": pluginpresetController,
      "uncounted-plugins": pluginpresetController,
      "binding-contradicts": "internal/controller/teamrbac/teamrolebinding_controller.go",
      "unwell-members": "internal/controller/organization/organization_controller.go",
    },
  },
};
