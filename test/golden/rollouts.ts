/** The operator's Deployment is on the way to another release, while the one before leads. */
import { minutesBefore } from "../cluster/clock.ts";
import { readyStatus } from "../cluster/components.ts";
import { componentsOf } from "../cluster/inventory.ts";
import { type Rollout, rollOut } from "../cluster/operator-rollout.ts";
import { crashTrouble, missingImageTrouble, quotaTrouble } from "../cluster/troubles.ts";
import { minutesAgo, type Case, type Stage } from "./case.ts";
import { applySituation } from "./situation.ts";

const name = "hyperconverged-cluster-operator";
const leases = ["leases.coordination.k8s.io"];

export const rollouts: readonly Case[] = [
  {
    sentence: "the-operator-is-paused-before-its-new-release-and-the-old-one-leads",
    dumpedKinds: leases,
    prepare: (stage) => prepareBetween(stage, () => ({ isPaused: true })),
  },
  {
    sentence: "the-new-pod-of-the-operator-cannot-pull-its-image-and-the-old-one-leads",
    inAllFormats: true,
    dumpedKinds: leases,
    prepare: (stage) =>
      prepareBetween(stage, (since) => ({
        trouble: missingImageTrouble("quay.io/kubevirt/hyperconverged-cluster-operator:1.20.0", 0, since),
      })),
  },
  {
    sentence: "the-new-pod-of-the-operator-waits-for-the-lease-of-the-old-one",
    dumpedKinds: leases,
    prepare: (stage) => prepareBetween(stage, () => ({ isWaiting: true })),
  },
  {
    sentence: "a-quota-stops-the-new-pod-of-the-operator",
    dumpedKinds: leases,
    prepare: (stage) => prepareBetween(stage, (since) => ({ trouble: quotaTrouble(`${name}-`, 0, since) })),
  },
  {
    sentence: "the-new-pod-of-the-operator-crashes-and-the-old-one-leads",
    dumpedKinds: leases,
    prepare: (stage) => prepareBetween(stage, (since) => ({ trouble: crashTrouble(name, since) })),
  },
];

/** All is well in 1.19.0, and the Deployment of the operator has been on the way to 1.20.0 for 14 minutes. */
async function prepareBetween(stage: Stage, how: (since: string) => Partial<Rollout>): Promise<void> {
  // Objects are created at the server's time, so the case is read that much later.
  const moment = { ...stage, now: new Date(stage.now.getTime() + 16 * 60_000) };
  const made = componentsOf(stage.platform).filter((each) => each !== "AAQ");
  const components = Object.fromEntries(made.map((each) => [each, readyStatus(each, "1.19.0", minutesAgo(moment, 90))]));
  await applySituation(moment, { operatorVersion: "1.19.0", components, operator: "absent" });
  const since = minutesBefore(moment.now, 14);
  await rollOut(stage.cluster, { from: "1.19.0", to: "1.20.0", since, now: minutesAgo(moment, 0), ...how(since) });
}
