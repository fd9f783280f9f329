/** Deletions that do not end by waiting. */
import { applyOne, erase } from "../cluster/apply.ts";
import { lifecycle } from "../cluster/component-status.ts";
import { event } from "../cluster/events.ts";
import { call } from "../cluster/http.ts";
import { servedName } from "../cluster/hyperconverged.ts";
import type { Stored } from "../cluster/manifest.ts";
import { pathOf } from "../cluster/resources.ts";
import { versions } from "../cluster/versions.ts";
import { minutesAgo, type Case, type Stage } from "./case.ts";
import { applySituation, minimalComponent } from "./situation.ts";

const now = versions["1.20.0"];

export const deletions: readonly Case[] = [
  {
    sentence: "the-deletion-of-cdi-waits-for-an-operator-that-does-not-exist",
    readBy: "admin",
    prepare: async (stage) => {
      const { components, hyperConverged } = await applySituation(stage, { absentWorkloads: ["cdi-operator"] });
      await deleteWith(stage, components.get("CDI"), "operator.cdi.kubevirt.io");
      await lookLater(stage, hyperConverged);
    },
  },
  {
    sentence: "the-deletion-of-cdi-is-under-way",
    readBy: "admin",
    prepare: async (stage) => {
      const { components, hyperConverged } = await applySituation(stage);
      await deleteWith(stage, components.get("CDI"), "operator.cdi.kubevirt.io");
      await lookLater(stage, hyperConverged);
    },
  },
  {
    sentence: "the-deletion-of-cdi-has-lasted-for-three-hours",
    prepare: async (stage) => {
      const { components, hyperConverged } = await applySituation(stage);
      await deleteWith(stage, components.get("CDI"), "operator.cdi.kubevirt.io");
      await lookLater(stage, hyperConverged, 180);
    },
  },
  {
    sentence: "a-hyperconverged-that-is-being-deleted-has-waited-for-cdi-for-three-hours",
    prepare: async (stage) => {
      const { components, hyperConverged } = await applySituation(stage);
      await deleteWith(stage, components.get("CDI"), "operator.cdi.kubevirt.io");
      await deleteWith(stage, hyperConverged, "kubevirt.io/hyperconverged");
      await lookLater(stage, hyperConverged, 180);
    },
  },
  {
    sentence: "cdi-without-a-hyperconverged-has-been-deleted-for-three-hours",
    prepare: async (stage) => {
      const { hyperConverged } = await applySituation(stage, { operator: "absent", createdComponents: [] });
      await erase(stage.cluster, hyperConverged);
      const healthy = lifecycle.deployed(now.CDI, minutesAgo(stage, 90));
      const manifest = { ...minimalComponent("CDI", hyperConverged, healthy), metadata: { name: "cdi" } };
      const cdi = await applyOne(stage.cluster, manifest);
      await deleteWith(stage, cdi, "operator.cdi.kubevirt.io");
      await lookLater(stage, cdi, 180);
    },
  },
  {
    sentence: "a-hyperconverged-is-being-deleted-and-its-operator-does-not-exist",
    readBy: "admin",
    prepare: async (stage) => {
      const { hyperConverged } = await applySituation(stage, { operator: "absent" });
      await deleteWith(stage, hyperConverged, "kubevirt.io/hyperconverged");
      await lookLater(stage, hyperConverged);
    },
  },
];

/** Requests the deletion of an object that a finalizer holds. */
async function deleteWith({ cluster }: Stage, object: Stored | undefined, finalizer: string): Promise<void> {
  if (object === undefined) throw new Error("there is no such object");
  await call(cluster, "PATCH", pathOf(object), { metadata: { finalizers: [finalizer] } });
  await call(cluster, "DELETE", pathOf(object));
}

/** Puts an event of so many minutes later beside it, by which the ages of the case count. */
async function lookLater(stage: Stage, about: Stored, minutes = 10): Promise<void> {
  const message = `the deletion in namespace ${servedName.namespace} is not complete`;
  const saying = { type: "Warning" as const, reason: "ReconcileError", message, at: minutesAgo(stage, -minutes) };
  await applyOne(stage.cluster, event(about, "kubevirt-hyperconverged", saying));
}
