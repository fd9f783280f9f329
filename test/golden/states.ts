/** The states of a HyperConverged that a person must be able to tell apart (facts: hco.md 11A, "States to tell apart"). */
import { erase } from "../cluster/apply.ts";
import { type ComponentStatus, lifecycle } from "../cluster/component-status.ts";
import { event } from "../cluster/events.ts";
import { readyStatus } from "../cluster/components.ts";
import { call } from "../cluster/http.ts";
import { componentsOf } from "../cluster/inventory.ts";
import { initialize } from "../cluster/last-writer.ts";
import { pathOf } from "../cluster/resources.ts";
import { type ComponentName, versions } from "../cluster/versions.ts";
import { ago, type Case, type Stage } from "./case.ts";
import { deployment, five, stopped } from "./pieces.ts";
import { put } from "./situation.ts";
import { but } from "./statuses.ts";

const now = versions["1.20.0"];
const withQuota = { deployment: { applicationAwareConfig: { enable: true } } };

/** All of them as their own operators have not seen them yet, or not there at all. */
function all(stage: Stage, seen: "new" | "absent"): Partial<Record<ComponentName, "new" | "absent">> {
  return Object.fromEntries(componentsOf(stage.platform).map((name) => [name, seen]));
}

export const states: readonly Case[] = [
  {
    sentence: "no-hyperconverged-anywhere",
    inAllFormats: true,
    readBy: "admin",
    put: async () => {},
  },
  {
    sentence: "the-cluster-does-not-know-the-kind-hyperconverged",
    served: "absent",
    readBy: "admin",
    put: async () => {},
  },
  {
    sentence: "nobody-may-list-hyperconvergeds",
    readBy: "nobody-much",
    put: (stage) => put(stage),
  },
  {
    sentence: "a-hyperconverged-whose-components-may-not-be-read-shows-its-last-writer",
    readBy: "viewer-no-components",
    put: (stage) => put(stage, twoCulprits(stage)),
  },
  {
    sentence: "only-the-operators-namespace-may-be-read",
    readBy: "namespace-viewer",
    put: (stage) => put(stage, twoCulprits(stage)),
  },
  {
    sentence: "virtual-machines-hold-up-the-deletion",
    readBy: "admin",
    put: async (stage) => {
      const { hyperConverged, components } = await put(stage);
      const gone = [...components].filter(([name]) => name !== "KubeVirt" && name !== "CDI");
      await Promise.all(gone.map(([, stored]) => erase(stage.cluster, stored)));
      await call(stage.cluster, "DELETE", pathOf(hyperConverged));
      await refuseDeletion(stage, hyperConverged);
    },
  },
  {
    sentence: "the-operator-crashes-and-the-cr-goes-on-saying-all-is-well",
    put: (stage) => put(stage, { operator: { replicas: 1, ready: 0 } }),
  },
  {
    sentence: "nobody-has-looked-at-a-new-hyperconverged",
    readBy: "admin",
    put: (stage) => put(stage, { wrote: "nothing", components: all(stage, "absent") }),
  },
  {
    sentence: "a-new-hyperconverged-has-no-components-because-no-operator-is-there",
    readBy: "admin",
    put: (stage) => put(stage, { wrote: "nothing", components: all(stage, "absent"), operator: "absent" }),
  },
  {
    sentence: "a-new-hyperconverged-has-no-components-because-its-operator-is-not-ready",
    readBy: "admin",
    put: (stage) =>
      put(stage, { wrote: "nothing", components: all(stage, "absent"), operator: { replicas: 1, ready: 0 } }),
  },
  {
    sentence: "a-fresh-install-says-init-five-times",
    put: (stage) => {
      const at = ago(stage, 0.2);
      return put(stage, {
        wrote: initialize(),
        components: all(stage, "new"),
        goodSince: at,
        badSince: at,
        injector: false,
        status: ({ relatedObjects: _none, ...rest }) => rest,
      });
    },
  },
  {
    sentence: "in-the-first-minute-of-an-installation-components-deploy-or-lack-conditions",
    put: (stage) => put(stage, installing(stage, {
          MigController: lifecycle.deploying(now.MigController, ago(stage, 0.5)),
          FileRestoreOperator: readyStatus("FileRestoreOperator", "1.20.0", ago(stage, 0.1)),
        })),
  },
  {
    sentence: "an-installation-in-which-cdi-cannot-create-its-resources-is-broken",
    put: (stage) => put(stage, installing(stage, { CDI: lifecycle.unableToCreate(now.CDI, ago(stage, 0.5)) })),
  },
  {
    sentence: "an-old-reconcile-error-is-no-passing-conflict",
    put: (stage) =>
      put(stage, {
        badSince: ago(stage, 14),
        wrote: stopped('Internal error occurred: failed calling webhook "cdi-api-validate.cdi.kubevirt.io"', "error"),
      }),
  },
  {
    sentence: "all-unknown-for-a-moment-as-an-upgrade-begins",
    put: (stage) =>
      put(stage, { running: "1.20.0", recorded: "1.19.0", badSince: ago(stage, 0.3), wrote: five({}, "warning") }),
  },
  {
    sentence: "all-unknown-for-a-quarter-of-an-hour",
    put: (stage) => put(stage, { badSince: ago(stage, 15), wrote: five({}, "error") }),
  },
  {
    sentence: "aaq-deploys-while-migcontroller-cannot-create-and-takes-the-words",
    put: (stage) => put(stage, twoCulprits(stage)),
  },
  {
    sentence: "cdi-says-degraded-because-it-is-being-upgraded",
    put: (stage) => {
      const at = ago(stage, 3);
      const { conditions, ...old } = lifecycle.deployed(versions["1.19.0"].CDI, ago(stage, 90));
      const started = {
        status: "True",
        reason: "UpgradeStarted",
        message: `Started upgrade to version ${now.CDI}`,
      } as const;
      const changes = { Progressing: { status: "True" }, Degraded: started } as const;
      return put(stage, {
        running: "1.20.0",
        recorded: "1.19.0",
        badSince: at,
        components: {
          CDI: { ...but({ conditions }, at, changes), ...old, phase: "Upgrading", targetVersion: now.CDI },
        },
      });
    },
  },
  {
    sentence: "everything-is-well-with-all-six-components",
    put: (stage) => put(stage, { spec: withQuota, made: componentsOf(stage.platform) }),
  },
];

/** Half a minute after the first reconcile. The components that have not said anything yet have no conditions. */
function installing(
  stage: Stage,
  seen: Partial<Record<ComponentName, ComponentStatus>>,
): NonNullable<Parameters<typeof put>[1]> {
  const at = ago(stage, 0.5);
  return { components: { ...all(stage, "new"), ...seen }, goodSince: at, badSince: at, injector: false };
}

/** AAQ is being deployed, MigController cannot create its resources; the CR names MigController three times, AAQ once. */
function twoCulprits(stage: Stage): Parameters<typeof put>[1] {
  const at = ago(stage, 14);
  return {
    spec: withQuota,
    made: componentsOf(stage.platform),
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
  const at = ago(stage, 1);
  const manifest = event(about, "kubevirt-hyperconverged", {
    type: "Warning",
    reason: "ErrVirtUninstall",
    message,
    at,
    count: 3,
  });
  await call(stage.cluster, "POST", `/api/v1/namespaces/${manifest.metadata.namespace}/events`, manifest);
}
