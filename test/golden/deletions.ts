/** Deletions that do not end by waiting. */
import { applyOne } from "../cluster/apply.ts";
import { event } from "../cluster/events.ts";
import { call } from "../cluster/http.ts";
import { servedName } from "../cluster/hyperconverged.ts";
import type { Stored } from "../cluster/manifest.ts";
import { pathOf } from "../cluster/resources.ts";
import { minutesAgo, type Case, type Stage } from "./case.ts";
import { applySituation } from "./situation.ts";

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

/** Puts an event of ten minutes later beside it, by which the ages of the case count. */
async function lookLater(stage: Stage, about: Stored): Promise<void> {
  const message = `the deletion in namespace ${servedName.namespace} is not complete`;
  const saying = { type: "Warning" as const, reason: "ReconcileError", message, at: minutesAgo(stage, -10) };
  await applyOne(stage.cluster, event(about, "kubevirt-hyperconverged", saying));
}
