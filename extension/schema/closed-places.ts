import { contextIdentity } from "../../shared/io/kubeconfig/context-fingerprint.ts";
import { readContextChoice } from "../places/choose-context.ts";
import { type ClusterPlace, placeKey } from "../places/place.ts";
import type { HostMachine } from "../platform/node-host.ts";

/** The cluster to which the kubeconfig of a place leads. */
interface ClosedCluster {
  /** As `contextIdentity` returns it. */
  readonly identity: string;
  readonly context: string;
}

/** The clusters of places that are not open, as without trust or consent. No request is sent and no program run. */
export interface ClosedPlaces {
  /** Returns what the kubeconfig said last, and begins to read it again where that is a while ago. */
  look(place: ClusterPlace): ClosedCluster | undefined;
}

/** Milliseconds until the kubeconfig of a place is read again. */
const lifetime = 10_000;

/** The most places that are remembered. */
const most = 20;

interface Entry {
  readonly at: number;
  readonly cluster: ClosedCluster | undefined;
}

/**
 * @param now milliseconds.
 * @param changed is called when a place leads to another cluster than before.
 */
export function createClosedPlaces(
  machine: HostMachine,
  now: () => number,
  changed: () => void,
  failed: (bug: unknown) => void,
): ClosedPlaces {
  const entries = new Map<string, Entry>();

  async function read(place: ClusterPlace, key: string): Promise<void> {
    const choice = await readContextChoice(place, machine);
    const cluster =
      "chosen" in choice ? { identity: contextIdentity(choice.chosen), context: choice.chosen.contextName } : undefined;
    const before = entries.get(key)?.cluster;
    entries.delete(key);
    entries.set(key, { at: now(), cluster });
    for (const oldest of [...entries.keys()].slice(0, -most)) entries.delete(oldest);
    if (before?.identity !== cluster?.identity) changed();
  }

  return {
    look(place) {
      const key = placeKey(place);
      const known = entries.get(key);
      if (known === undefined || Math.abs(now() - known.at) >= lifetime) {
        entries.set(key, { at: now(), cluster: known?.cluster });
        read(place, key).catch(failed);
      }
      return known?.cluster;
    },
  };
}
