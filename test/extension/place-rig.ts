import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import type { Demand } from "../../extension/places/demand.ts";
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

/** The roots are read, and what else is given. */
export const demand = (more: Partial<Demand> = {}): Demand => ({
  related: false,
  named: [],
  objects: [],
  ...more,
});

/** How a context leads to its cluster. */
export interface Way {
  readonly server: string;
  /** Beside the server and its authority, or in place of those. */
  readonly cluster?: object;
  readonly user?: object;
}

/** A machine with a kubeconfig, a clock in the hands of the test, and places that are looked at on it. */
export interface PlaceRig {
  readonly folder: string;
  readonly clock: DrivenClock;
  readonly dependencies: SourceDependencies;
  /** Whether programs for logging in may be run. */
  may: boolean;
  /** Whether the settings let logs be read. */
  mayReadLogs: boolean;
  /** What all places reported after they were closed, and errors that no server caused. */
  readonly bugs: readonly unknown[];
  /** Writes the kubeconfig. */
  write(contexts: Readonly<Record<string, Way>>, current?: string): void;
  /** Writes this in its place. */
  scribble(text: string): void;
  hold(place?: Partial<ClusterPlace> | Place): Held;
  /** So much time goes by, and what comes of it happens. */
  go(milliseconds: number): Promise<void>;
  /** Waits until the condition is true, while the clock advances. */
  until(isSo: () => boolean, what?: string): Promise<void>;
}

export interface Held extends SharedPlace {
  /** All states that were reported since the last call. */
  takeReported(): readonly PlaceState[];
}

/**
 * A cluster with one HyperConverged of that name. Its own timers stand still. `now`: the time that it says; without it
 * that stands still too.
 */
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

/** What it says in place of what is so; what it serves, it says truthfully. */
export function script(server: ApiServer, fault: ApiServer["fault"]): void {
  server.fault = (asked) => fault(asked) ?? (asked.resource === "" ? discovered(server.served) : undefined);
}

/** A HyperConverged that is well and records these objects. */
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
    mayLogIn: () => rig.may,
    mayReadLogs: () => rig.mayReadLogs,
    drawn: async () => {},
    failed: (bug) => bugs.push(bug),
  };

  async function go(milliseconds: number): Promise<void> {
    const until = clock.elapsed() + milliseconds;
    do {
      await new Promise((resolve) => setTimeout(resolve, 2));
      // On a busy machine that is one turn; an answer takes some.
      for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    } while (clock.next(until));
  }

  const rig: PlaceRig = {
    folder,
    clock,
    dependencies,
    bugs,
    go,
    may: false,
    mayReadLogs: true,
    write: (contexts, current = Object.keys(contexts)[0]) => rig.scribble(kubeconfigOf(contexts, current)),
    scribble: (text) => writeFileSync(path, text),
    hold(place = {}) {
      const reported: PlaceState[] = [];
      let isClosed = false;
      const whole: Place = place.kind === "files" ? place : { kind: "cluster", namespaces: [], ...place };
      // Each place remembers for itself.
      const shared = new SharedPlace(whole, { ...dependencies, memory: {} }, (shown) => {
        if (isClosed) bugs.push(`told after the end: ${shown.phase}`);
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
    async until(isSo, what = isSo.toString()) {
      await expect.poll(() => go(200).then(isSo), { message: what }).toBe(true);
    },
  };
  return rig;
}

const authority = Buffer.from(certificates.authority).toString("base64");

function kubeconfigOf(contexts: Readonly<Record<string, Way>>, current: string | undefined): string {
  const ways = Object.entries(contexts);
  return JSON.stringify({
    apiVersion: "v1",
    kind: "Config",
    "current-context": current,
    clusters: ways.map(([name, { server, cluster: more }]) => ({
      name,
      cluster: { server, "certificate-authority-data": authority, ...more },
    })),
    users: ways.map(([name, { user = { token: "first" } }]) => ({ name, user })),
    contexts: ways.map(([name]) => ({ name, context: { cluster: name, user: name } })),
  });
}

/** Names of the roots that are shown; undefined: nothing was read. */
export function rootsOf({ report }: PlaceState): readonly string[] | undefined {
  return report?.roots.map(({ ref }) => ref.name).toSorted();
}

/** What is shown is of this, and it is so now. */
export function isLive(held: SharedPlace, ...roots: readonly string[]): boolean {
  const shown = held.state();
  return shown.link.state === "live" && String(rootsOf(shown)) === String(roots);
}
