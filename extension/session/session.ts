import {
  type ConfigurationChangeEvent,
  Disposable,
  EventEmitter,
  type ExtensionContext,
  type Uri,
  window,
  workspace,
} from "vscode";
import { createSharedLogins } from "../../shared/io/auth/shared-logins.ts";
import { systemClock } from "../../shared/io/watch/clock.ts";
import type { PlacePhase } from "../../shared/model/connection-phase.ts";
import { definedFields } from "../../shared/model/defined-fields.ts";
import { placeFor } from "../places/folder-place.ts";
import { type Place, placeKey } from "../places/place.ts";
import { createPlaceCache } from "../places/place-cache.ts";
import type { SourceDependencies } from "../places/place-source.ts";
import type { PlaceState } from "../places/place-state.ts";
import { SharedPlace } from "../places/shared-place.ts";
import { type HostMachine, thisMachine } from "../platform/node-host.ts";
import type { OutputLog } from "../platform/output-log.ts";
import { isOfPlace, isOurs, readSettings } from "../platform/settings.ts";
import { type ConsentRegistry, createConsentRegistry } from "./consent.ts";
import { createAllContexts } from "./contexts/all-contexts.ts";
import { SessionDemands } from "./demands.ts";
import { createOpenManifests } from "./manifest-documents.ts";
import { placeControl } from "./place-control.ts";
import { createSelection } from "./selection.ts";
import type { ExtensionSession } from "./session-parts.ts";
import { createViewDrawn } from "./view-drawn.ts";
import { KubeconfigWatch } from "./watch-kubeconfig.ts";

type SharedLogins = ReturnType<typeof createSharedLogins>;

/** The objects that a document names are read this long after the last keystroke. */
const typingPauseMs = 800;

/** A program for logging in may wait this long for the user, who may have to respond in a browser. */
const loginTimeoutMs = 180_000;

/** Creates the session. Nothing is read, requested or started before a surface or a visible manifest needs it. */
export function createSession(context: ExtensionContext, log: OutputLog): ExtensionSession {
  const parts = createParts(context, log);
  const { places, selection, contexts, consent, manifests, demands, events, placeOf, announceSwitch } = parts;
  return {
    context,
    log,
    get sidebar() {
      return places.getOrCreate(selection.place).state();
    },
    get contexts() {
      return contexts.states;
    },
    get settings() {
      return parts.settings;
    },
    at: (uri) => places.getOrCreate(placeOf(uri)).state(),
    onDidChangePlace: events.placeChanged.event,
    onDidSwitchPlace: events.placeSwitched.event,
    onDidChangeSettings: events.settingsChanged.event,
    getOrParseManifest: manifests.getOrParseManifest,
    isParsing: manifests.isParsing,
    onDidParse: manifests.onDidParse,
    hasKnownKind: manifests.hasKnownKind,
    hasAgreed: consent.hasAgreed,
    ...placeControl({ places, selection, contexts, consent, demands, announceSwitch }),
    setViewVisibility(isVisible, related) {
      demands.setSidebarVisible(isVisible);
      if (related !== undefined) demands.setRelatedRow(related);
      demands.update();
    },
    viewDrawn: parts.drawn.report,
    liveCluster: (place) => places.getOrCreate(place).source?.liveCluster(),
    collected: (place) => places.getOrCreate(place).source?.collected(),
    followObject: demands.followRequests.object,
    followRoots: demands.followRequests.roots,
    readDefinition: async (place, kind) => places.entries().get(placeKey(place))?.source?.readDefinition(kind),
    dispose() {
      contexts.hide();
      demands.end();
      places.close();
      parts.logins.close();
      for (const subscription of parts.subscriptions) subscription.dispose();
    },
  };
}

/** Creates what the session consists of, and follows what the user changes. */
function createParts(context: ExtensionContext, log: OutputLog) {
  const placeChanged = new EventEmitter<PlaceState>();
  const placeSwitched = new EventEmitter<void>();
  const settingsChanged = new EventEmitter<void>();
  let settings = readSettings();

  // What the user has chosen and allowed.
  const selection = createSelection(context.workspaceState, log.failed);
  const consent = createConsentRegistry(() => settings);

  // The places, and what each of them must read for the sidebar, the manifests and the other surfaces.
  const machine = thisMachine();
  const logins = createLogins(machine);
  const drawn = createViewDrawn(systemClock);
  const dependencies = { machine, logins, consent, log, mayReadLogs: () => settings.logs, drawn: drawn.next };
  const places = createPlaceCache(
    (place) => new SharedPlace(place, buildDependencies(place, dependencies), (state) => placeChanged.fire(state)),
  );
  const manifests = createOpenManifests(log.failed);
  const updateDemands = (): void => demands.update();
  const contexts = createAllContexts({
    places,
    selection,
    machine,
    failed: log.failed,
    isAllowed: (place) => findBarrier(place, consent) === undefined,
    changed: () => announceSwitch(),
    advanced: updateDemands,
  });
  const kubeconfig = new KubeconfigWatch({
    places,
    selection,
    machine,
    changed: contexts.reread,
    failed: log.failed,
  });
  const placeOf = (uri: Uri): Place => placeFor(uri, context.workspaceState, selection.place);
  const demands = new SessionDemands({
    places,
    listSidebarPlaces: contexts.listSidebarPlaces,
    manifests,
    kubeconfig,
    placeOf,
    whyBarred: (place) => findBarrier(place, consent),
  });

  /** Announces that another place may apply to the sidebar or to a folder. */
  function announceSwitch(): void {
    placeSwitched.fire();
    demands.update();
  }

  function applySettings(change: ConfigurationChangeEvent): void {
    if (!isOurs(change)) return;
    const before = settings;
    settings = readSettings();
    if (settings.logs !== before.logs) refreshShownPlaces();
    selection.applySettings(isOfPlace(change));
    contexts.reread();
    settingsChanged.fire();
    announceSwitch();
  }

  /** Reads the shown places again, because the lines of logs in their Reports are to appear or to go. */
  function refreshShownPlaces(): void {
    for (const place of places.entries().values()) {
      if (place.state().phase === "shown") place.refresh();
    }
  }

  const subscriptions: readonly Disposable[] = [
    onVisibleDocuments(updateDemands),
    manifests.onDidParse(updateDemands),
    workspace.onDidGrantWorkspaceTrust(updateDemands),
    workspace.onDidChangeWorkspaceFolders(announceSwitch),
    workspace.onDidChangeConfiguration(applySettings),
    placeChanged.event(contexts.advance),
    placeChanged,
    placeSwitched,
    settingsChanged,
    manifests,
    kubeconfig,
  ];
  if (window.visibleTextEditors.length > 0) queueMicrotask(updateDemands);

  return {
    places,
    selection,
    contexts,
    consent,
    manifests,
    demands,
    logins,
    drawn,
    placeOf,
    announceSwitch,
    subscriptions,
    events: { placeChanged, placeSwitched, settingsChanged },
    get settings() {
      return settings;
    },
  };
}

/**
 * Calls `changed` when other documents become visible, and when visible documents may name other objects. The second
 * case waits for a pause in typing.
 */
function onVisibleDocuments(changed: () => void): Disposable {
  let cancelTimer: (() => void) | undefined;
  return Disposable.from(
    window.onDidChangeVisibleTextEditors(changed),
    workspace.onDidChangeTextDocument(({ document }) => {
      if (!window.visibleTextEditors.some((editor) => editor.document === document)) return;
      cancelTimer?.();
      cancelTimer = systemClock.after(typingPauseMs, changed);
    }),
    new Disposable(() => cancelTimer?.()),
  );
}

function createLogins({ signalGroup }: HostMachine): SharedLogins {
  return createSharedLogins(systemClock.now, { pluginTimeoutMs: loginTimeoutMs, ...definedFields({ signalGroup }) });
}

/** What all places depend on. */
interface SharedDependencies {
  readonly machine: HostMachine;
  readonly logins: SharedLogins;
  readonly consent: ConsentRegistry;
  readonly log: OutputLog;
  readonly mayReadLogs: () => boolean;
  readonly drawn: () => Promise<void>;
}

function buildDependencies(
  place: Place,
  { machine, logins, consent, log, mayReadLogs, drawn }: SharedDependencies,
): SourceDependencies {
  return {
    machine,
    logins,
    clock: systemClock,
    random: Math.random,
    memory: {},
    log: log.request,
    mayReadLogs,
    drawn,
    failed: log.failed,
    mayLogIn: (login) => consent.mayLogIn(place, login),
  };
}

/** Returns why no request may be sent to a place; undefined where requests are allowed. */
function findBarrier(place: Place, consent: ConsentRegistry): PlacePhase | undefined {
  if (place.kind === "files") return undefined;
  if (!workspace.isTrusted) return "untrusted";
  return consent.mayConnect(place) ? undefined : "paused";
}
