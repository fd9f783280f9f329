import { type Disposable, EventEmitter, type ExtensionContext, type Uri, window, workspace } from "vscode";
import { createSharedLogins } from "../../shared/io/auth/shared-logins.ts";
import { systemClock } from "../../shared/io/watch/clock.ts";
import type { PlacePhase } from "../../shared/model/connection-phase.ts";
import { placeFor } from "../places/folder-place.ts";
import type { Place } from "../places/place.ts";
import { placeCache } from "../places/place-cache.ts";
import type { SourceDependencies } from "../places/place-source.ts";
import type { PlaceState } from "../places/place-state.ts";
import { type HeldPlace, holdPlace } from "../places/shared-place.ts";
import { type HostMachine, thisMachine } from "../platform/node-host.ts";
import type { OutputLog } from "../platform/output-log.ts";
import { isOfPlace, isOurs, settingsNow } from "../platform/settings.ts";
import { type ConsentRegistry, createConsentRegistry } from "./consent.ts";
import { createDemands } from "./demands.ts";
import { openManifests } from "./manifest-documents.ts";
import { placeControl } from "./place-control.ts";
import { createSelection } from "./selection.ts";
import type {
  ExtensionHost,
  FollowSurface,
  ManifestDocuments,
  PlaceControl,
  PlaceStates,
  SettingsSource,
  ViewDemand,
} from "./session-parts.ts";
import { watchKubeconfig } from "./watch-kubeconfig.ts";
import { onVisibleDocuments } from "./workspace-changes.ts";

/** Everything that the surfaces share; only extension.ts uses the whole of it. */
export interface ExtensionSession
  extends Disposable,
    ExtensionHost,
    PlaceStates,
    PlaceControl,
    ViewDemand,
    FollowSurface,
    ManifestDocuments,
    SettingsSource {}

/** Milliseconds until a program for logging in times out. The user may have to respond in a browser. */
const patience = 180_000;

/** Creates the session. Nothing is read, requested or started before a surface or a visible manifest needs it. */
export function createSession(context: ExtensionContext, log: OutputLog): ExtensionSession {
  const changed = new EventEmitter<PlaceState>();
  const [moved, settled] = [new EventEmitter<void>(), new EventEmitter<void>()];
  let settings = settingsNow();
  const agreements = createConsentRegistry(() => settings);
  const manifests = openManifests(log.failed);
  const selection = createSelection(context.workspaceState, log.failed);
  const machine = thisMachine();
  const { signalGroup } = machine;
  const logins = createSharedLogins(systemClock.now, { patience, ...(signalGroup && { signalGroup }) });
  const places = placeCache((place) =>
    holdPlace(place, surroundings({ machine, logins, agreements, log }, place), (shown) => changed.fire(shown)),
  );
  const held = (place: Place = selection.place): HeldPlace => places.getOrCreate(place);
  const placeOf = (uri: Uri): Place => placeFor(uri, context.workspaceState, selection.place);
  const known = (): readonly HeldPlace[] => [...places.entries().values()];
  const kubeconfig = watchKubeconfig(
    machine,
    () => [selection.place, ...known().map((one) => one.shown().place)],
    () => known().forEach((one) => void one.reconsider()),
  );
  const demands = createDemands({
    ...{ places, placeOf, manifests, viewed: () => selection.place },
    barred: (place) => barredBy(agreements, place),
    beforeOpening: kubeconfig.again,
  });

  /** Announces that the sidebar shows, or may show, another place. */
  function move(): void {
    moved.fire();
    demands.update();
  }

  const subscriptions: readonly Disposable[] = [
    onVisibleDocuments(demands.update),
    manifests.onDidParse(demands.update),
    workspace.onDidGrantWorkspaceTrust(demands.update),
    workspace.onDidChangeWorkspaceFolders(move),
    workspace.onDidChangeConfiguration((change) => {
      if (!isOurs(change)) return;
      settings = settingsNow();
      selection.settle(isOfPlace(change));
      settled.fire();
      move();
    }),
    ...[changed, moved, settled, manifests, kubeconfig],
  ];
  if (window.visibleTextEditors.length > 0) queueMicrotask(demands.update);

  return {
    context,
    log,
    get view() {
      return held().shown();
    },
    get settings() {
      return settings;
    },
    onDidChange: changed.event,
    onDidMove: moved.event,
    onDidParse: manifests.onDidParse,
    onDidChangeSettings: settled.event,
    at: (uri) => held(placeOf(uri)).shown(),
    manifest: manifests.of,
    isReading: manifests.isReading,
    ...placeControl({ selection, agreements, demands, held, move }),
    lookAtView(isVisible, isAtRelated) {
      demands.setView({ isVisible, ...(isAtRelated !== undefined && { isAtRelated }) });
      demands.update();
    },
    follow: demands.follows.object,
    followRoots: demands.follows.roots,
    dispose() {
      demands.end();
      places.close();
      logins.close();
      for (const one of subscriptions) one.dispose();
    },
  };
}

/** Returns why no request may be sent to a place; undefined where requests are allowed. */
function barredBy(agreements: ConsentRegistry, place: Place): PlacePhase | undefined {
  if (place.kind === "files") return undefined;
  if (!workspace.isTrusted) return "untrusted";
  return agreements.mayConnect(place) ? undefined : "paused";
}

/** What all places share. */
interface Shared {
  readonly machine: HostMachine;
  readonly logins: ReturnType<typeof createSharedLogins>;
  readonly agreements: ConsentRegistry;
  readonly log: OutputLog;
}

function surroundings({ machine, logins, agreements, log }: Shared, place: Place): SourceDependencies {
  return {
    ...{ machine, logins, clock: systemClock, random: Math.random, memory: {} },
    ...{ log: log.asked, failed: log.failed },
    mayLogIn: (identity) => agreements.mayLogIn(place, identity),
  };
}
