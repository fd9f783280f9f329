/**
 * Situations of an HCO. Each is a function that wipes the cluster, creates the CRDs that it needs and writes every object
 * as the real operators would have left it. `now` is the time at which the test reads the cluster: all times in conditions
 * and events lie before it.
 */
import { apply, applyOne, erase, wipe } from "./apply.ts";
import { minutesBefore } from "./clock.ts";
import { kubeVirt, lifecycle, ssp } from "./component-status.ts";
import { readyStatus } from "./components.ts";
import { type Definitions, define } from "./crds.ts";
import { type EventFields, event } from "./events.ts";
import { call } from "./http.ts";
import { hyperConverged, refusedStatus, servedName } from "./hyperconverged.ts";
import { type Installation, install, installFresh, installWorkloads, writeOperatorEvents } from "./installation.ts";
import { operatorNames, operatorWorkloads } from "./inventory.ts";
import { refuse } from "./last-writer.ts";
import { clusterServiceVersion, operatorCondition } from "./lifecycle-manager.ts";
import type { Manifest } from "./manifest.ts";
import { pathOf } from "./resources.ts";
import type { Cluster } from "./server.ts";
import { crashTrouble, missingImageTrouble } from "./troubles.ts";
import { versions } from "./versions.ts";
import type { Trouble } from "./workloads.ts";

/** Puts one situation on the cluster and removes the one before it. */
export type Scenario = (cluster: Cluster, now: Date) => Promise<void>;

/** HCO 1.20.0 on plain Kubernetes with six components, all of them healthy. */
const healthy: Scenario = async (cluster, now) => {
  await resetCluster(cluster);
  await install(cluster, { now });
};

/**
 * AAQ is being deployed (an image cannot be pulled) and MigController cannot create all its resources. The
 * HyperConverged names MigController in three conditions and AAQ in Upgradeable only.
 */
const twoUnhealthyComponents: Scenario = async (cluster, now) => {
  const since = minutesBefore(now, 8);
  await resetCluster(cluster);
  const { components } = await install(cluster, {
    now,
    badSince: since,
    components: {
      AAQ: lifecycle.deploying(versions["1.20.0"].AAQ, since),
      MigController: lifecycle.unableToCreate(versions["1.20.0"].MigController, since),
    },
    troubles: { "aaq-server": missingImageTrouble("quay.io/kubevirt/aaq-server:1.20.0", 0, since) },
    without: ["kubevirt-migration-controller"],
    operatorEvents: [notAllReady(since)],
  });
  const refusal = {
    type: "Warning",
    reason: "CreateResources",
    message: "Unable to create all resources",
    at: since,
  } as const;
  const about = [...components].filter(([name]) => name === "MigController");
  await apply(
    cluster,
    about.map(([, controller]) => event(controller, "kubevirt-migration-operator", refusal)),
  );
};

/** The first reconciliation of a new HyperConverged: five conditions have the reason Init, the component CRs have no status. */
const installing: Scenario = async (cluster, now) => {
  await resetCluster(cluster);
  await installFresh(cluster, now);
};

/** An upgrade from 1.19.0 to 1.20.0 that rolls out KubeVirt, which reports all its conditions as True meanwhile. */
const upgrading: Scenario = async (cluster, now) => {
  const since = minutesBefore(now, 4);
  await resetCluster(cluster);
  await install(cluster, {
    ...upgrade(now),
    badSince: since,
    components: { KubeVirt: kubeVirt.updating(versions["1.19.0"].KubeVirt, versions["1.20.0"].KubeVirt, since) },
    troubles: { "virt-handler": { since, ready: 2, waiting: { reason: "ContainerCreating", message: "" } } },
  });
};

/** The same upgrade, stuck: every component reports healthy, but CDI still observes its old version. */
const stalledUpgrade: Scenario = async (cluster, now) => {
  await resetCluster(cluster);
  await install(cluster, {
    ...upgrade(now),
    badSince: minutesBefore(now, 50),
    components: { CDI: readyStatus("CDI", "1.19.0", minutesBefore(now, 90)) },
  });
};

/** The operators run and no HyperConverged exists. */
const noCR: Scenario = async (cluster, now) => {
  await resetCluster(cluster);
  await installWorkloads(cluster, operatorWorkloads("kubernetes", "1.20.0"), {
    namespace: servedName.namespace,
    release: "1.20.0",
    since: minutesBefore(now, 60),
  });
};

/** A cluster without the CRD of HyperConverged. */
const noCRD: Scenario = async (cluster) => {
  await resetCluster(cluster, { hyperConverged: "absent" });
};

/**
 * CDI is degraded because its controller crashes, and AAQ was never available because its image cannot be pulled. The
 * HyperConverged reads AAQ after CDI, so AAQ gives the reasons of Available and Progressing. CDI is named in Degraded
 * alone, without a reason.
 */
const crashAndPull: Scenario = async (cluster, now) => {
  const since = minutesBefore(now, 8);
  await resetCluster(cluster);
  await install(cluster, {
    now,
    badSince: since,
    components: {
      CDI: lifecycle.fallenOver(versions["1.20.0"].CDI, since),
      AAQ: lifecycle.deploying(versions["1.20.0"].AAQ, since),
    },
    troubles: {
      "cdi-deployment": crashTrouble("cdi-controller", since),
      "aaq-server": missingImageTrouble("quay.io/kubevirt/aaq-server:1.20.0", 0, since),
    },
    containers: { "cdi-deployment": "cdi-controller" },
    operatorEvents: [notAllReady(since)],
  });
};

/**
 * The HyperConverged is deleted while virtual machines exist: most components are deleted, and KubeVirt refuses its
 * deletion. The conditions are those from before the deletion, since a reconciliation that is refused writes no status.
 */
const deleting: Scenario = async (cluster, now) => {
  await resetCluster(cluster);
  const { hyperConverged: served, components, workloads } = await install(cluster, { now });
  const deleted = [...components].filter(([name]) => name !== "KubeVirt").map(([, stored]) => stored);
  await Promise.all(deleted.map((stored) => erase(cluster, stored)));
  await call(cluster, "DELETE", pathOf(served));
  const at = minutesBefore(now, 0);
  await writeOperatorEvents(cluster, "kubernetes", served, workloads, [
    {
      type: "Warning",
      reason: "ErrVirtUninstall",
      message: `The uninstall request failed on virt component: ${uninstallRefusal}`,
      at,
      count: 3,
    },
    { type: "Warning", reason: "ReconcileError", message: uninstallRefusal, at, count: 3 },
  ]);
};

const uninstallRefusal =
  'admission webhook "kubevirt-validator.kubevirt.io" denied the request: Rejecting the uninstall request, since there ' +
  "are still Virtual Machine Instances present. Either delete all KubeVirt related workloads or change the uninstall " +
  "strategy before uninstalling KubeVirt.";

/** The operator has been crashing for twenty minutes, and the HyperConverged still reports healthy. */
const operatorDown: Scenario = async (cluster, now) => {
  await resetCluster(cluster);
  await install(cluster, {
    now,
    troubles: {
      "hyperconverged-cluster-operator": crashTrouble("hyperconverged-cluster-operator", minutesBefore(now, 20)),
    },
  });
};

/**
 * OpenShift with the Operator Lifecycle Manager: one Pod of the template validator is missing, so SSP is degraded, and CDI
 * is degraded without a reason. The HyperConverged reads SSP last and shows its reason alone. The OperatorCondition allows
 * upgrades.
 */
const openshift: Scenario = async (cluster, now) => {
  const since = minutesBefore(now, 12);
  await resetCluster(cluster, { platform: "openshift" });
  await install(cluster, {
    now,
    platform: "openshift",
    badSince: since,
    components: {
      CDI: lifecycle.degradedWithoutAWord(versions["1.20.0"].CDI, since),
      SSP: ssp.validatorShort(versions["1.20.0"].SSP, 1, 2, since),
    },
    troubles: {
      "cdi-deployment": crashTrouble("cdi-deployment", since),
      "virt-template-validator": missingImageTrouble("quay.io/kubevirt/virt-template-validator:1.20.0", 1, since),
    },
    operatorEvents: [notAllReady(since)],
  });
  const installed = minutesBefore(now, 90);
  await apply(cluster, [clusterServiceVersion("1.20.0", installed), operatorCondition("1.20.0", installed)]);
};

/** A healthy HCO, and a second HyperConverged in a namespace that the operator does not serve. */
const wrongNamespace: Scenario = async (cluster, now) => {
  await healthy(cluster, now);
  const namespace = "virtualization";
  await applyOne(cluster, namespaceOf(namespace));
  const status = refusedStatus(refuse(servedName), minutesBefore(now, 30));
  await applyOne(cluster, { ...hyperConverged("v1", namespace), status });
};

/** The conversion webhook is down and v1 is stored: v1 can be read, v1beta1 cannot. */
const webhookDown: Scenario = async (cluster, now) => {
  await resetCluster(cluster, { hyperConverged: "v1-webhook-down" });
  await install(cluster, { now, troubles: webhookTrouble(now) });
};

/** The conversion webhook is down and v1beta1 is stored, as on a cluster that was upgraded from 1.18: v1 cannot be read. */
const webhookDownOlderStored: Scenario = async (cluster, now) => {
  await resetCluster(cluster, { hyperConverged: "v1beta1-webhook-down" });
  await install(cluster, { now, apiVersion: "v1beta1", troubles: webhookTrouble(now) });
};

export type ScenarioName =
  | "healthy"
  | "twoUnhealthyComponents"
  | "crashAndPull"
  | "installing"
  | "upgrading"
  | "stalledUpgrade"
  | "noCR"
  | "noCRD"
  | "deleting"
  | "operatorDown"
  | "openshift"
  | "wrongNamespace"
  | "webhookDown"
  | "webhookDownOlderStored";

/** The scenarios by name. The comment of each stands at its definition above. */
export const scenarios: Readonly<Record<ScenarioName, Scenario>> = {
  healthy,
  twoUnhealthyComponents,
  crashAndPull,
  installing,
  upgrading,
  stalledUpgrade,
  noCR,
  noCRD,
  deleting,
  operatorDown,
  openshift,
  wrongNamespace,
  webhookDown,
  webhookDownOlderStored,
};

/** Empties the cluster, and creates the CRDs and the namespace of the operator. */
async function resetCluster(cluster: Cluster, definitions: Partial<Definitions> = {}): Promise<void> {
  await wipe(cluster);
  await define(cluster, { hyperConverged: "v1", platform: "kubernetes", ...definitions });
  await applyOne(cluster, namespaceOf(servedName.namespace));
}

/** An upgrade from 1.19.0 that began five minutes ago: the operators are new, and the status has the old version. */
function upgrade(now: Date): Installation {
  const message = "Upgrading the HyperConverged to version 1.20.0";
  const operatorEvents = [{ type: "Normal", reason: "UpgradeHCO", message, at: minutesBefore(now, 5) }] as const;
  return { now, running: "1.20.0", recorded: "1.19.0", operatorEvents };
}

/** The event that HCO writes when it becomes unavailable, outside of upgrades. */
function notAllReady(at: string): EventFields {
  return { type: "Warning", reason: "ReconcileHCO", message: "Not all the operators are ready", at };
}

function webhookTrouble(now: Date): Readonly<Record<string, Trouble>> {
  const name = operatorNames.kubernetes.webhook;
  return { [name]: crashTrouble(name, minutesBefore(now, 15)) };
}

function namespaceOf(name: string): Manifest {
  return { apiVersion: "v1", kind: "Namespace", metadata: { name } };
}
