import { setTimeout as sleep } from "node:timers/promises";
import { randomFrom } from "../random.ts";
import { call } from "./http.ts";
import { hyperConverged } from "./hyperconverged.ts";
import { aggregate, type ConditionWithoutTimes, type Reporter } from "./last-writer.ts";
import type { Stored } from "./manifest.ts";
import { pathOf } from "./resources.ts";
import type { Cluster } from "./server.ts";
import type { Release } from "./versions.ts";

/**
 * The operator's pace: milliseconds between a change of a component and the write of the CR as measured with the real
 * one.
 */
const pace = { least: 10, most: 600 };

/** The operator on the API server. */
export interface PacedOperator {
  /** Writes the conditions of a component, and the CR some time after it. Resolves after both. */
  change(component: Stored, conditions: Reporter["conditions"]): Promise<void>;
  /** Writes what the components call for now, without a pause. */
  reconcile(): Promise<void>;
  /** Takes away one component after the other, as for a CR that is being deleted, and then lets go of the CR. */
  uninstall(): Promise<void>;
}

/**
 * Plays the operator over these components, which are in its order and have its words for them as names. `upgradingTo`:
 * its own release, where the CR has another one.
 */
export function playOperator(
  cluster: Cluster,
  components: readonly { readonly name: string; readonly stored: Stored }[],
  seed: number,
  upgradingTo?: Release,
): PacedOperator {
  const random = randomFrom(seed);

  async function reconcile(): Promise<void> {
    const reporters = await Promise.all(
      components.map(async ({ name, stored }): Promise<Reporter> => {
        const { status } = await call<Stored>(cluster, "GET", pathOf(stored));
        return { name, conditions: (status?.["conditions"] ?? []) as Reporter["conditions"] };
      }),
    );
    const { conditions, systemHealthStatus } = aggregate(reporters, upgradingTo);
    const path = pathOf(hyperConverged());
    const { status } = await call<Stored>(cluster, "GET", path);
    const before = (status?.["conditions"] ?? []) as readonly Timed[];
    const own = new Set<string>(conditions.map(({ type }) => type));
    const now = [
      ...conditions.map((each) => withTransitionTime(each, before)),
      ...before.filter(({ type }) => !own.has(type)),
    ];
    await call(cluster, "PATCH", `${path}/status`, { status: { conditions: now, systemHealthStatus } });
  }

  const pause = (): Promise<void> => sleep(pace.least + random() * (pace.most - pace.least));

  return {
    reconcile,
    async change(component, conditions) {
      await call(cluster, "PATCH", pathOf(component), { status: { conditions } });
      await pause();
      await reconcile();
    },
    async uninstall() {
      for (const { stored } of components) {
        await call(cluster, "PATCH", pathOf(stored), { metadata: { finalizers: ["kubevirt.io/test"] } });
        await call(cluster, "DELETE", pathOf(stored));
        await pause();
        await call(cluster, "PATCH", pathOf(stored), { metadata: { finalizers: null } });
        await pause();
      }
      await call(cluster, "PATCH", pathOf(hyperConverged()), { metadata: { finalizers: null } });
    },
  };
}

type Timed = ConditionWithoutTimes & { readonly lastTransitionTime?: string };

function withTransitionTime(words: ConditionWithoutTimes, before: readonly Timed[]): Timed {
  const known = before.find(({ type }) => type === words.type);
  const now = new Date().toISOString().replace(/\.\d+/, "");
  const lastTransitionTime = known?.status === words.status ? (known.lastTransitionTime ?? now) : now;
  return { ...words, lastTransitionTime };
}
