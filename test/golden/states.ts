/** The states of a HyperConverged that a person must be able to tell apart. */
import { erase } from "../cluster/apply.ts";
import { type ComponentStatus, lifecycle } from "../cluster/component-status.ts";
import { event } from "../cluster/events.ts";
import { readyStatus } from "../cluster/components.ts";
import { call } from "../cluster/http.ts";
import { componentsOf } from "../cluster/inventory.ts";
import { initialize } from "../cluster/last-writer.ts";
import { pathOf } from "../cluster/resources.ts";
import { type ComponentName, versions } from "../cluster/versions.ts";
import { minutesAgo, type Case, type Stage } from "./case.ts";
import { deployment, allFiveConditions, failedReconcile } from "./pieces.ts";
import { applySituation } from "./situation.ts";
import { withChangedConditions } from "./statuses.ts";

const now = versions["1.20.0"];
const withQuota = { deployment: { applicationAwareConfig: { enable: true } } };

/** All of them as their own operators have not seen them yet, or not there at all. */
function statesOfAll(stage: Stage, seen: "new" | "absent"): Partial<Record<ComponentName, "new" | "absent">> {
  return Object.fromEntries(componentsOf(stage.platform).map((name) => [name, seen]));
}

export const states: readonly Case[] = [
  {
    sentence: "no-hyperconverged-exists",
    inAllFormats: true,
    readBy: "admin",
    prepare: async () => {},
  },
  {
    sentence: "the-crd-of-hyperconverged-is-not-installed",
    served: "absent",
    readBy: "admin",
    prepare: async () => {},
  },
  {
    sentence: "listing-hyperconvergeds-is-forbidden",
    readBy: "nobody-much",
    prepare: (stage) => applySituation(stage),
  },
  {
    sentence: "components-are-forbidden-and-the-cr-names-its-last-writer",
    readBy: "viewer-no-components",
    prepare: (stage) => applySituation(stage, twoUnhealthyComponents(stage)),
  },
  {
    sentence: "only-the-operators-namespace-can-be-read",
    readBy: "namespace-viewer",
    prepare: (stage) => applySituation(stage, twoUnhealthyComponents(stage)),
  },
  {
    sentence: "virtual-machines-block-the-deletion",
    readBy: "admin",
    prepare: async (stage) => {
      const { hyperConverged, components } = await applySituation(stage);
      const gone = [...components].filter(([name]) => name !== "KubeVirt" && name !== "CDI");
      await Promise.all(gone.map(([, stored]) => erase(stage.cluster, stored)));
      await call(stage.cluster, "DELETE", pathOf(hyperConverged));
      await refuseDeletion(stage, hyperConverged);
    },
  },
  {
    sentence: "the-operator-crashes-and-the-cr-reports-healthy",
    prepare: (stage) => applySituation(stage, { operator: { replicas: 1, ready: 0 } }),
  },
  {
    sentence: "the-operator-has-not-reconciled-a-new-hyperconverged",
    readBy: "admin",
    prepare: (stage) => applySituation(stage, { writtenOutcome: "nothing", components: statesOfAll(stage, "absent") }),
  },
  {
    sentence: "a-new-hyperconverged-has-no-components-because-its-operator-does-not-exist",
    readBy: "admin",
    prepare: (stage) => applySituation(stage, { writtenOutcome: "nothing", components: statesOfAll(stage, "absent"), operator: "absent" }),
  },
  {
    sentence: "a-new-hyperconverged-has-no-components-because-its-operator-is-not-ready",
    readBy: "admin",
    prepare: (stage) =>
      applySituation(stage, { writtenOutcome: "nothing", components: statesOfAll(stage, "absent"), operator: { replicas: 1, ready: 0 } }),
  },
  {
    sentence: "a-new-installation-reports-init-in-five-conditions",
    prepare: (stage) => {
      const at = minutesAgo(stage, 0.2);
      return applySituation(stage, {
        writtenOutcome: initialize(),
        components: statesOfAll(stage, "new"),
        healthySince: at,
        unhealthySince: at,
        hasInjectorCondition: false,
        editStatus: ({ relatedObjects: _none, ...rest }) => rest,
      });
    },
  },
  {
    sentence: "components-lack-conditions-in-the-first-minute-of-an-installation",
    prepare: (stage) => applySituation(stage, installing(stage, {
          MigController: lifecycle.deploying(now.MigController, minutesAgo(stage, 0.5)),
          FileRestoreOperator: readyStatus("FileRestoreOperator", "1.20.0", minutesAgo(stage, 0.1)),
        })),
  },
  {
    sentence: "cdi-cannot-create-its-resources-during-an-installation",
    prepare: (stage) => applySituation(stage, installing(stage, { CDI: lifecycle.unableToCreate(now.CDI, minutesAgo(stage, 0.5)) })),
  },
  {
    sentence: "an-old-reconcile-error-is-a-fault",
    prepare: (stage) =>
      applySituation(stage, {
        unhealthySince: minutesAgo(stage, 14),
        writtenOutcome: failedReconcile('Internal error occurred: failed calling webhook "cdi-api-validate.cdi.kubevirt.io"', "error"),
      }),
  },
  {
    sentence: "all-conditions-are-unknown-as-an-upgrade-begins",
    prepare: (stage) =>
      applySituation(stage, { operatorVersion: "1.20.0", reportedVersion: "1.19.0", unhealthySince: minutesAgo(stage, 0.3), writtenOutcome: allFiveConditions({}, "warning") }),
  },
  {
    sentence: "all-conditions-are-unknown-for-15-minutes",
    prepare: (stage) => applySituation(stage, { unhealthySince: minutesAgo(stage, 15), writtenOutcome: allFiveConditions({}, "error") }),
  },
  {
    sentence: "aaq-and-migcontroller-are-unavailable-and-the-cr-names-only-one",
    prepare: (stage) => applySituation(stage, twoUnhealthyComponents(stage)),
  },
  {
    sentence: "cdi-reports-degraded-because-it-is-being-upgraded",
    prepare: (stage) => {
      const at = minutesAgo(stage, 3);
      const { conditions, ...old } = lifecycle.deployed(versions["1.19.0"].CDI, minutesAgo(stage, 90));
      const started = {
        status: "True",
        reason: "UpgradeStarted",
        message: `Started upgrade to version ${now.CDI}`,
      } as const;
      const changes = { Progressing: { status: "True" }, Degraded: started } as const;
      return applySituation(stage, {
        operatorVersion: "1.20.0",
        reportedVersion: "1.19.0",
        unhealthySince: at,
        components: {
          CDI: { ...withChangedConditions({ conditions }, at, changes), ...old, phase: "Upgrading", targetVersion: now.CDI },
        },
      });
    },
  },
  {
    sentence: "all-six-components-are-healthy",
    prepare: (stage) => applySituation(stage, { spec: withQuota, createdComponents: componentsOf(stage.platform) }),
  },
];

/** Half a minute after the first reconcile. The components that have not said anything yet have no conditions. */
function installing(
  stage: Stage,
  seen: Partial<Record<ComponentName, ComponentStatus>>,
): NonNullable<Parameters<typeof applySituation>[1]> {
  const at = minutesAgo(stage, 0.5);
  return { components: { ...statesOfAll(stage, "new"), ...seen }, healthySince: at, unhealthySince: at, hasInjectorCondition: false };
}

/**
 * AAQ is being deployed, MigController cannot create its resources; the CR names MigController three times, AAQ once.
 */
function twoUnhealthyComponents(stage: Stage): Parameters<typeof applySituation>[1] {
  const at = minutesAgo(stage, 14);
  return {
    spec: withQuota,
    createdComponents: componentsOf(stage.platform),
    components: {
      AAQ: lifecycle.deploying(now.AAQ, at),
      MigController: lifecycle.unableToCreate(now.MigController, at),
    },
    workloads: [deployment("aaq-server", "quota-management", { ready: 0, since: at, replicas: 2 })],
  };
}

async function refuseDeletion(stage: Stage, about: Parameters<typeof event>[0]): Promise<void> {
  const refusal =
    'admission webhook "kubevirt-validator.kubevirt.io" denied the request: Rejecting the uninstall request, since there are still ' +
    "Virtual Machine Instances present. Either delete all KubeVirt related workloads or change the uninstall strategy before uninstalling KubeVirt.";
  const message = `The uninstall request failed on virt component: ${refusal}`;
  const at = minutesAgo(stage, 1);
  const manifest = event(about, "kubevirt-hyperconverged", {
    type: "Warning",
    reason: "ErrVirtUninstall",
    message,
    at,
    count: 3,
  });
  await call(stage.cluster, "POST", `/api/v1/namespaces/${manifest.metadata.namespace}/events`, manifest);
}
