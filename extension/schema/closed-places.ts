import { contextIdentity } from "../../shared/io/kubeconfig/context-fingerprint.ts";
import { readContextChoice } from "../places/choose-context.ts";
import { type ClusterPlace, placeKey } from "../places/place.ts";
import { setNewest } from "../platform/newest-entries.ts";
import type { HostMachine } from "../platform/node-host.ts";

/** The cluster to which the kubeconfig of a place leads. */
interface ClosedCluster {
  /** As `contextIdentity` returns it. */
  readonly identity: string;
  readonly context: string;
}

/**
 * The clusters of places that are not open, because the user has not trusted the workspace or agreed to connect. Their
 * kubeconfig is read, no request is sent, and no program is run.
 */
export interface ClosedPlaces {
  /** Returns the cluster as last read, and begins to read the kubeconfig again where that was over 10 seconds ago. */
  lookUp(place: ClusterPlace): ClosedCluster | undefined;
}

/** Milliseconds until the kubeconfig of a place is read again. */
const lifetimeMs = 10_000;

const maxPlaces = 20;

interface Entry {
  readonly readAtMs: number;
  readonly cluster: ClosedCluster | undefined;
}

/**
 * @param nowMs returns the time.
 * @param changed is called when a place leads to another cluster than before.
 */
export function createClosedPlaces(
  machine: HostMachine,
  nowMs: () => number,
  changed: () => void,
  failed: (bug: unknown) => void,
): ClosedPlaces {
  const entries = new Map<string, Entry>();

  async function read(place: ClusterPlace, key: string): Promise<void> {
    const choice = await readContextChoice(place, machine);
    const cluster =
      "chosen" in choice ? { identity: contextIdentity(choice.chosen), context: choice.chosen.contextName } : undefined;
    const before = entries.get(key)?.cluster;
    setNewest(entries, key, { readAtMs: nowMs(), cluster }, maxPlaces);
    if (before?.identity !== cluster?.identity) changed();
  }

  return {
    lookUp(place) {
      const key = placeKey(place);
      const known = entries.get(key);
      if (known === undefined || Math.abs(nowMs() - known.readAtMs) >= lifetimeMs) {
        entries.set(key, { readAtMs: nowMs(), cluster: known?.cluster });
        read(place, key).catch(failed);
      }
      return known?.cluster;
    },
  };
}
