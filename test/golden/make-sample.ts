/**
 * Makes media/sample anew, the gather that README begins with: puts an HCO on a real API server (test/cluster) that is in
 * the middle of an upgrade, KubeVirt rolling out, while CDI's controller crashes, and writes what CNV's must-gather would
 * collect of it. Run by hand:
 *
 *     node test/golden/make-sample.ts
 */
import { rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { applyOne, wipe } from "../cluster/apply.ts";
import { minutesBefore } from "../cluster/clock.ts";
import { kubeVirt, lifecycle } from "../cluster/component-status.ts";
import { define } from "../cluster/crds.ts";
import { collectAll } from "../cluster/must-gather-layouts.ts";
import { servedName } from "../cluster/hyperconverged.ts";
import { install } from "../cluster/installation.ts";
import { type Cluster, startCluster } from "../cluster/server.ts";
import { crashTrouble } from "../cluster/troubles.ts";
import { versions } from "../cluster/versions.ts";
import { writeFolder } from "../io/must-gather-layouts/archives.ts";
import { wrapLayout, type Collected, type Layout, virtualization } from "../io/must-gather-layouts/layouts.ts";

const folder = fileURLToPath(new URL("../../media/sample", import.meta.url));
const now = new Date("2026-11-21T12:00:00Z");

/** What a report reads of a namespace. */
const wanted: readonly string[] = ["namespaces", "pods", "events", "deployments", "daemonsets", "replicasets"];

const { cluster, stop } = await startCluster();
try {
  await put(cluster);
  const kinds = (await collectAll(cluster)).filter(({ kind }) => wanted.includes(kind.plural) || kind.group.includes("."));
  const image = virtualization(kinds.map(stripManagedFields), servedName.namespace, "quay-io-kubevirt-must-gather-sha256-1c5d0e7a/");
  await rm(folder, { recursive: true, force: true });
  writeFolder(wrapLayout(withoutCopies(image), "", now.toISOString()), folder);
} finally {
  await stop();
}

async function put(on: Cluster): Promise<void> {
  await wipe(on);
  await define(on, { hyperConverged: "v1", platform: "kubernetes" });
  await applyOne(on, { apiVersion: "v1", kind: "Namespace", metadata: { name: servedName.namespace } });
  const since = minutesBefore(now, 14);
  const rolling = minutesBefore(now, 3);
  await install(on, {
    now,
    running: "1.20.0",
    recorded: "1.19.0",
    badSince: since,
    components: {
      KubeVirt: kubeVirt.updating(versions["1.19.0"].KubeVirt, versions["1.20.0"].KubeVirt, rolling),
      CDI: lifecycle.fallenOver(versions["1.20.0"].CDI, since),
    },
    troubles: {
      "cdi-deployment": crashTrouble("cdi-controller", since),
      "virt-handler": { since: rolling, ready: 2, waiting: { reason: "ContainerCreating", message: "" } },
    },
    containers: { "cdi-deployment": "cdi-controller" },
  });
}

/** managedFields are half of what inspect writes, and a CRD is nearly all schema. */
function stripManagedFields(each: Collected): Collected {
  const objects = each.objects.map(({ metadata: { managedFields: _, ...metadata }, ...object }) => ({
    ...object,
    metadata,
    ...(each.kind.plural === "customresourcedefinitions" && { spec: withoutSchemas(object["spec"]), status: {} }),
  }));
  return { ...each, objects: objects as unknown as Collected["objects"] };
}

function withoutSchemas(spec: unknown): unknown {
  const { versions: served, ...rest } = spec as { versions: readonly { readonly schema: unknown }[] };
  return { ...rest, versions: served.map(({ schema: _, ...version }) => version) };
}

/** Each Pod stands in the list of all, too, as HyperConverged and KubeVirt do in the lists of their kinds. */
function withoutCopies(layout: Layout): Layout {
  return new Map([...layout].filter(([path]) => !/\/(?:pods|crs\/(?:hyperconvergeds|kubevirts)\.[\w.]+)\//.test(path)));
}
