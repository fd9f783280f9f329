import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { type Demand, onlyRoots } from "../../extension/places/demand.ts";
import type { ClusterPlace, Place } from "../../extension/places/place.ts";
import type { SourceDependencies } from "../../extension/places/place-source.ts";
import type { PlaceState } from "../../extension/places/place-state.ts";
import { SharedPlace } from "../../extension/places/shared-place.ts";
import { thisMachine } from "../../extension/platform/node-host.ts";
import { createSharedLogins } from "../../shared/io/auth/shared-logins.ts";
import { type DrivenClock, drivenClock } from "../io/watch/driven-clock.ts";
import { type ApiServer, apiServer, certificates, type Fault } from "../io/watch/scripted-server.ts";
import type { Given, Served } from "../io/watch/store.ts";

export const hyperConvergeds: Served = {
  plural: "hyperconvergeds.hco.kubevirt.io",
  kind: "HyperConverged",
  version: "v1",
  namespaced: true,
};
export const applications: Served = {
  plural: "applications.app.k8s.io",
  kind: "Application",
  version: "v1beta1",
  namespaced: true,
};
export const configMaps: Served = { plural: "configmaps", kind: "ConfigMap", version: "v1", namespaced: true };

/** Where the HyperConverged of a {@link cluster} lies. */
export const hyperConvergedNamespace = "kubevirt-hyperconverged";

/** The demand for the roots, and for what else is given. */
export const demand = (more: Partial<Demand> = {}): Demand => ({ ...onlyRoots, ...more });

/** A context of a kubeconfig: its cluster and its user. */
export interface ContextEntry {
  readonly server: string;
  /** Beside the server and its authority, or in place of those. */
  readonly cluster?: object;
  readonly user?: object;
}

/** A machine with a kubeconfig, a clock that the test advances, and places that are read on it. */
export interface PlaceRig {
  readonly folder: string;
  readonly clock: DrivenClock;
  readonly dependencies: SourceDependencies;
  /** Whether programs for logging in may be run. */
  mayLogIn: boolean;
  /** Whether the settings let logs be read. */
  mayReadLogs: boolean;
  /** What places reported after they were closed, and errors that no server caused. None when a test ends. */
  readonly bugs: readonly unknown[];
  /** Writes the kubeconfig. The first context is current unless another one is named. */
  write(contexts: Readonly<Record<string, ContextEntry>>, current?: string): void;
  /** Writes a text in place of the kubeconfig. */
  writeText(text: string): void;
  /** Creates a place that no surface shows yet. Without a file it follows current-context. */
  createPlace(place?: Partial<ClusterPlace> | Place): WatchedPlace;
  /** Creates a place whose roots a surface shows. */
  showPlace(place?: Partial<ClusterPlace> | Place): WatchedPlace;
  /** Advances the clock, and lets everything happen that is due. */
  advance(milliseconds: number): Promise<void>;
  /** Advances the clock until the condition is true. */
  until(isTrue: () => boolean, what?: string): Promise<void>;
}

/** A place that notes its states. */
export interface WatchedPlace extends SharedPlace {
  /** All states that were reported since the last call. */
  takeReported(): readonly PlaceState[];
}

/** A server with one HyperConverged of that name. Its own timers stand still, and so does its time unless `now` has it. */
export async function cluster(
  name: string,
  kinds: readonly Served[] = [hyperConvergeds],
  now?: () => number,
): Promise<ApiServer> {
  const server = await apiServer({ ...drivenClock(), ...(now && { now }) }, kinds);
  onTestFinished(() => server.down().catch(() => {}));
  script(server, () => undefined);
  server.store.put(hyperConvergeds, hyperConverged(name));
  return server;
}

/** Sets the faulty responses of a server. Where `fault` returns none for the discovery, that is truthful. */
export function script(server: ApiServer, fault: ApiServer["fault"]): void {
  server.fault = (asked) => fault(asked) ?? (asked.resource === "" ? discovered(server.served) : undefined);
}

/** A healthy HyperConverged that records these objects. */
export function hyperConverged(name: string, relatedObjects: readonly object[] = []): Given {
  const condition = { reason: "Test", message: "", lastTransitionTime: "2026-11-21T10:00:00Z", observedGeneration: 1 };
  const states = { Available: "True", ReconcileComplete: "True", Upgradeable: "True", Progressing: "False" };
  const conditions = Object.entries({ ...states, Degraded: "False" }).map(([type, status]) => ({
    ...condition,
    type,
    status,
  }));
  return { name, namespace: hyperConvergedNamespace, spec: {}, status: { conditions, relatedObjects } };
}

/** The aggregated discovery of a server (kubernetes, apidiscovery.k8s.io/v2). */
export function discovered(served: ReadonlySet<Served>): Extract<Fault, { says: string }> {
  const items = [...served].map(({ plural, kind, version, namespaced }) => {
    const [resource = "", ...rest] = plural.split(".");
    const group = rest.join(".");
    const scope = namespaced ? "Namespaced" : "Cluster";
    const verbs = ["get", "list", "watch"];
    const responseKind = { group, version, kind };
    return {
      metadata: { name: group },
      versions: [{ version, resources: [{ resource, responseKind, scope, verbs }] }],
    };
  });
  const document = { apiVersion: "apidiscovery.k8s.io/v2", kind: "APIGroupDiscoveryList", items };
  return { says: JSON.stringify(document), next: "end" };
}

export function placeRig(): PlaceRig {
  const folder = mkdtempSync(join(tmpdir(), "hco-status-place-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, "config");
  const clock = drivenClock();
  const bugs: unknown[] = [];
  const { signalGroup, platform, architecture, env } = thisMachine();
  const pluginTimeoutMs = 180_000;
  const logins = createSharedLogins(clock.now, { pluginTimeoutMs, ...(signalGroup && { signalGroup }) });
  const dependencies: SourceDependencies = {
    machine: { env: { PATH: env["PATH"], KUBECONFIG: path }, home: folder, platform, architecture },
    clock,
    logins,
    random: () => 0.5,
    log: () => {},
    memory: {},
    mayLogIn: () => rig.mayLogIn,
    mayReadLogs: () => rig.mayReadLogs,
    drawn: async () => {},
    failed: (bug) => bugs.push(bug),
  };

  async function advance(milliseconds: number): Promise<void> {
    const until = clock.elapsed() + milliseconds;
    do {
      await new Promise((resolve) => setTimeout(resolve, 2));
      // On a busy machine the timeout is one turn of the event loop. A response takes several.
      for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    } while (clock.next(until));
  }

  const rig: PlaceRig = {
    folder,
    clock,
    dependencies,
    bugs,
    advance,
    mayLogIn: false,
    mayReadLogs: true,
    write: (contexts, current = Object.keys(contexts)[0]) => rig.writeText(kubeconfigOf(contexts, current)),
    writeText: (text) => writeFileSync(path, text),
    createPlace(place = {}) {
      const reported: PlaceState[] = [];
      let isClosed = false;
      const whole: Place = place.kind === "files" ? place : { kind: "cluster", namespaces: [], ...place };
      // Each place remembers for itself.
      const shared = new SharedPlace(whole, { ...dependencies, memory: {} }, (shown) => {
        if (isClosed) bugs.push(`reported after it was closed: ${shown.phase}`);
        reported.push(shown);
      });
      const close = (): void => {
        SharedPlace.prototype.close.call(shared);
        isClosed = true;
      };
      onTestFinished(() => {
        close();
        expect(bugs).toEqual([]);
      });
      return Object.assign(shared, { close, takeReported: () => reported.splice(0) });
    },
    showPlace(place) {
      const shared = rig.createPlace(place);
      shared.setDemand(onlyRoots);
      return shared;
    },
    async until(isTrue, what = isTrue.toString()) {
      await expect.poll(() => advance(200).then(isTrue), { message: what }).toBe(true);
    },
  };
  return rig;
}

const authority = Buffer.from(certificates.authority).toString("base64");

function kubeconfigOf(contexts: Readonly<Record<string, ContextEntry>>, current: string | undefined): string {
  const entries = Object.entries(contexts);
  return JSON.stringify({
    apiVersion: "v1",
    kind: "Config",
    "current-context": current,
    clusters: entries.map(([name, { server, cluster: more }]) => ({
      name,
      cluster: { server, "certificate-authority-data": authority, ...more },
    })),
    users: entries.map(([name, { user = { token: "first" } }]) => ({ name, user })),
    contexts: entries.map(([name]) => ({ name, context: { cluster: name, user: name } })),
  });
}

/** The names of the shown roots; undefined where nothing was read. */
export function rootsOf({ report }: PlaceState): readonly string[] | undefined {
  return report?.roots.map(({ ref }) => ref.name).toSorted();
}

/** Whether a place shows these roots as they are now. */
export function isLive(shared: SharedPlace, ...roots: readonly string[]): boolean {
  const shown = shared.state();
  return shown.link.state === "live" && String(rootsOf(shown)) === String(roots);
}
