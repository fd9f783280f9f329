import {
  type HyperConvergedState,
  readHyperConvergedState,
} from "../../../shared/aggregate/hco/hyperconverged-state.ts";
import { indexSnapshot } from "../../../shared/aggregate/snapshot/object-index.ts";
import { snapshotOf } from "../../../shared/aggregate/snapshot-of-objects.ts";
import type { Condition } from "../../../shared/model/condition.ts";
import { toObject } from "../../../shared/parse/kube-object.ts";
import { namespace } from "../../render/build.ts";
import { condition, type Short } from "../component.ts";

const completed = ["ReconcileCompleted", ""] as const;

/** What a HyperConverged says that is well. */
const said: Readonly<Record<string, Short>> = {
  ReconcileComplete: ["T", ...completed],
  Available: ["T", ...completed],
  Progressing: ["F", ...completed],
  Degraded: ["F", ...completed],
  Upgradeable: ["T", ...completed],
};

const hyperConverged = {
  apiVersion: "hco.kubevirt.io/v1",
  kind: "HyperConverged",
  metadata: { name: "kubevirt-hyperconverged", namespace },
  status: { conditions: [], versions: [{ name: "operator", version: "1.20.0" }] },
};
const operator = {
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: { name: "hco-operator", namespace },
  spec: {
    replicas: 1,
    template: { spec: { containers: [{ name: "x", env: [{ name: "HCO_KV_IO_VERSION", value: "1.20.0" }] }] } },
  },
  status: { readyReplicas: 1 },
};

/** A HyperConverged that is well, but for `part`; `says` are its conditions by type, undefined for one that is not there. */
export function healthyStateWith(
  part: Partial<HyperConvergedState> = {},
  says: Readonly<Record<string, Short | Condition | undefined>> = {},
): HyperConvergedState {
  const index = indexSnapshot(snapshotOf([hyperConverged, operator], { takenAt: "2026-11-21T12:00:00Z", source: "x" }));
  const conditions = Object.entries({ ...said, ...says }).flatMap(([type, short]): readonly Condition[] => {
    if (short === undefined) return [];
    return typeof short === "object" && "type" in short ? [short] : [condition(type, short)];
  });
  return {
    ...readHyperConvergedState(toObject(hyperConverged), index),
    conditions,
    isUnobserved: false,
    upgradeMode: false,
    ...part,
  };
}

/** The same with an operator that runs, does not run, or of which that is not known. */
export function withOperator(running: boolean | null): Partial<HyperConvergedState> {
  return { operator: { ...healthyStateWith().operator, running } };
}
