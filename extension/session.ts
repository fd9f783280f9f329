import {
  type Disposable,
  type Event,
  EventEmitter,
  type ExtensionContext,
  type TextDocument,
  type Uri,
  window,
  workspace,
} from "vscode";
import { loginsOf } from "../shared/io/logins.ts";
import { systemClock } from "../shared/io/watch/clock.ts";
import type { Manifest } from "../shared/model/manifest.ts";
import type { Ref } from "../shared/model/object.ts";
import type { Phase } from "../shared/model/phase.ts";
import { agreementsOf } from "./agreements.ts";
import { documentWishes } from "./document-wishes.ts";
import { type FollowedObject, type FollowedRoots, followed } from "./followed.ts";
import { type HeldPlace, holdPlace } from "./held-place.ts";
import { watchKubeconfig } from "./kubeconfig-watch.ts";
import type { Log } from "./log.ts";
import { thisMachine } from "./machine.ts";
import { openManifests } from "./open-manifests.ts";
import type { Around } from "./opened.ts";
import { keyOfPlace, type Place } from "./place.ts";
import { chosenPlace, isPlace, lastCluster, placeFor } from "./place-of-folder.ts";
import { isOfPlace, isOurs, type Settings, settingsNow } from "./settings.ts";
import type { Shown } from "./shown.ts";
import { type Wish, wishedFor } from "./wanted-places.ts";

/** The only mutable state: where we look, what is known of it, what the person has set. Surfaces show it and ask for more. */
export interface Session extends Disposable {
  /** What the sidebar shows. */
  readonly view: Shown;
  /** One place has news; surfaces put together by themselves what comes close together. */
  readonly onDidChange: Event<Shown>;
  /** The sidebar shows another place, or a folder counts for another. */
  readonly onDidMove: Event<void>;
  /** What counts for a file: its folder's pin, else what the sidebar shows. */
  at(uri: Uri): Shown;
  manifest(document: TextDocument): Manifest | undefined;
  readonly onDidParse: Event<Uri>;
  readonly settings: Settings;
  readonly onDidChangeSettings: Event<void>;
  readonly context: ExtensionContext;
  readonly log: Log;
  /** A person asks for it: programs for logging in may be run for it from now on. */
  connect(place?: Place): void;
  refresh(): void;
  /** The sidebar shows this from now on, in this workspace. */
  use(place: Place): void;
  /** From what was read of files back to the cluster. */
  useCluster(): void;
  /** The settings of a folder say another context now. */
  moved(): void;
  /** Of the cluster that the sidebar shows; undefined where they may not be listed, or it is not connected. */
  namespaces(): Promise<readonly string[] | undefined>;
  /** Whether somebody can see the sidebar's view, and in it what roots record. */
  lookAtView(isVisible: boolean, isAtRelated?: boolean): void;
  /** One whole object for as long as it is not disposed of. */
  follow(ref: Ref, place: Place): FollowedObject;
  /** The roots of a place for as long as it is not disposed of, whether or not somebody sees the sidebar. */
  followRoots(place: Place): FollowedRoots;
}

/** Milliseconds that a program for logging in has; a person may have to answer it in a browser. */
const patience = 180_000;

/** Places that nobody looks at. */
const mostIdle = 4;

/** Milliseconds after a keystroke until what a document names is asked for. */
const typing = 800;

export function sessionOf(context: ExtensionContext, log: Log): Session {
  const changed = new EventEmitter<Shown>();
  const moved = new EventEmitter<void>();
  const settled = new EventEmitter<void>();
  const places = new Map<string, HeldPlace>();
  const agreements = agreementsOf(() => settings);
  const manifests = openManifests(log.failed);
  let settings = settingsNow();
  let view = placeFor(undefined, context.workspaceState);
  let isViewVisible = false;
  let isAtRelated = false;
  let isDisposed = false;
  const machine = thisMachine();
  const { signalGroup } = machine;
  const logins = loginsOf(systemClock.now, { patience, ...(signalGroup && { signalGroup }) });
  let forgetTyping: (() => void) | undefined;

  function held(place: Place): HeldPlace {
    const key = keyOfPlace(place);
    const known = places.get(key);
    if (known !== undefined) return known;
    const around: Around = {
      machine,
      logins,
      clock: systemClock,
      random: Math.random,
      log: log.asked,
      memory: {},
      mayLogIn: (identity) => agreements.mayLogIn(place, identity),
      failed: log.failed,
    };
    const next = holdPlace(place, around, (shown) => changed.fire(shown));
    places.set(key, next);
    return next;
  }

  function barred(place: Place): Phase | undefined {
    if (place.kind === "files") return undefined;
    if (!workspace.isTrusted) return "untrusted";
    return agreements.mayConnect(place) ? undefined : "paused";
  }

  /** Tells every place what is looked at there now. */
  function look(): void {
    if (isDisposed) return;
    const viewed: readonly Wish[] = isViewVisible
      ? [{ place: view, wants: { roots: true, related: isAtRelated } }]
      : [];
    const isLookedAt = (place: Place): boolean => isViewVisible && keyOfPlace(place) === keyOfPlace(view);
    const written = documentWishes(manifests, (uri) => held(placeOf(uri)).shown(), isLookedAt);
    const wishes = wishedFor([...viewed, ...follows.wishes, ...written]);
    if (wishes.size > 0) kubeconfig.again();
    for (const { place } of wishes.values()) held(place);
    for (const [key, place] of places) place.look(wishes.get(key)?.wants, barred(place.shown().place));
    forgetSome(wishes);
  }

  /** Of what nobody looks at any more the last few are kept. */
  function forgetSome(wishes: ReadonlyMap<string, unknown>): void {
    const idle = [...places].filter(([key]) => !wishes.has(key) && key !== keyOfPlace(view));
    for (const [key, place] of idle.slice(0, -mostIdle)) {
      place.close();
      places.delete(key);
    }
  }

  function placeOf(uri: Uri): Place {
    return placeFor(uri, context.workspaceState, view);
  }

  function remember(name: string, place: Place | undefined): void {
    context.workspaceState.update(name, place).then(undefined, log.failed);
  }

  function reconsider(): void {
    for (const place of places.values()) place.reconsider();
  }

  const follows = followed((place) => held(place).shown(), look);
  const kubeconfig = watchKubeconfig(
    machine,
    () => [view, ...[...places.values()].map((one) => one.shown().place)],
    reconsider,
  );
  const subscriptions: readonly Disposable[] = [
    window.onDidChangeVisibleTextEditors(look),
    manifests.onDidParse(look),
    workspace.onDidGrantWorkspaceTrust(look),
    workspace.onDidChangeWorkspaceFolders(() => {
      moved.fire();
      look();
    }),
    workspace.onDidChangeTextDocument(({ document }) => {
      if (!window.visibleTextEditors.some((editor) => editor.document === document)) return;
      forgetTyping?.();
      forgetTyping = systemClock.after(typing, look);
    }),
    workspace.onDidChangeConfiguration((change) => {
      if (!isOurs(change)) return;
      settings = settingsNow();
      // What is set now counts more than what was chosen before.
      if (isOfPlace(change) && view.kind === "cluster") remember(chosenPlace, undefined);
      view = placeFor(undefined, context.workspaceState);
      settled.fire();
      moved.fire();
      look();
    }),
    ...[changed, moved, settled, manifests, kubeconfig],
  ];
  if (window.visibleTextEditors.length > 0) queueMicrotask(look);

  return {
    context,
    log,
    get view() {
      return held(view).shown();
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
    connect(place = view) {
      agreements.connect(place, held(place).shown().identity);
      look();
      held(place).refresh();
    },
    refresh: () => held(view).refresh(),
    use(place) {
      view = place;
      isAtRelated = false;
      agreements.choose(place);
      remember(chosenPlace, place);
      if (place.kind === "cluster") remember(lastCluster, place);
      moved.fire();
      look();
    },
    useCluster() {
      const last = context.workspaceState.get(lastCluster);
      remember(chosenPlace, isPlace(last) ? last : undefined);
      view = placeFor(undefined, context.workspaceState);
      isAtRelated = false;
      moved.fire();
      look();
    },
    moved() {
      moved.fire();
      look();
    },
    namespaces: () => held(view).namespaces(),
    lookAtView(isVisible, related = isAtRelated) {
      isViewVisible = isVisible;
      isAtRelated = related;
      look();
    },
    follow: follows.object,
    followRoots: follows.roots,
    dispose() {
      isDisposed = true;
      forgetTyping?.();
      for (const one of places.values()) one.close();
      places.clear();
      logins.close();
      for (const one of subscriptions) one.dispose();
    },
  };
}
