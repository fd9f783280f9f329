import { Disposable, EventEmitter, type Uri, window, workspace } from "vscode";
import { systemClock } from "../shared/io/watch/clock.ts";
import type { KubeObject } from "../shared/model/object.ts";
import { stampOf } from "../shared/model/time.ts";
import type { LiveSeen } from "../shared/render/words-live.ts";
import { type Address, addressOf } from "./address.ts";
import { coalesced } from "./coalesced.ts";
import type { FollowedObject } from "./followed.ts";
import { keyOfPlace } from "./place.ts";
import { shownOf } from "./place-name.ts";
import type { Session } from "./session.ts";
import { isOther, type Shown } from "./shown.ts";

/** The object of a document as it was seen last, and how good that is. */
export interface Sight {
  readonly object: KubeObject | undefined;
  readonly seen: Omit<LiveSeen, "isShown">;
}

/** Read-only documents of one scheme. */
export interface FollowedDocuments extends Disposable {
  /** Something else that they are made of has changed. */
  again(which: (address: Address) => boolean): void;
}

interface Open {
  readonly uri: Uri;
  readonly address: Address;
  followed: FollowedObject | undefined;
  /** The last one there was, and on which cluster: what is gone is shown as it was. */
  last: KubeObject | undefined;
  identity: string | undefined;
  text: string | undefined;
}

/** Milliseconds between two changes of what stands in an editor. */
const least = 150;

/**
 * Documents that are about one live object each and say what is so now, in place. An object is followed while somebody
 * sees its document, and only where somebody looks anyway: an address alone reaches no cluster.
 */
export function followedDocuments(
  session: Session,
  scheme: string,
  textOf: (address: Address, sight: Sight) => Promise<string>,
): FollowedDocuments {
  const open = new Map<string, Open>();
  const changed = new EventEmitter<Uri>();
  const stale = new Set<Open>();
  const renewing = coalesced(() => void renew().catch(session.log.failed), least, systemClock);

  async function renew(): Promise<void> {
    const all = [...stale];
    stale.clear();
    for (const one of all) await renewOne(one).catch(session.log.failed);
  }

  /** What one of them is made of may be there no more; the others are none the worse for it. */
  async function renewOne(one: Open): Promise<void> {
    const before = one.text;
    if ((await write(one)) !== before && open.has(one.uri.toString())) changed.fire(one.uri);
  }

  async function write(one: Open): Promise<string> {
    one.text = await textOf(one.address, sightOf(one));
    return one.text;
  }

  function sightOf(one: Open): Sight {
    const { ref, place } = one.address;
    const shown = one.followed?.shown() ?? shownOf(session, place);
    // Of another cluster than the one that is meant now nothing is shown.
    if (isOther(one.identity, shown?.identity)) one.last = undefined;
    one.identity = shown?.identity ?? one.identity;
    const object = one.followed?.look();
    const reading = one.followed?.reading();
    one.last = object ?? one.last;
    const outcome = object === undefined ? reading?.outcome : "found";
    return { object: one.last, seen: seenOf(shown, ref, outcome === "found" ? undefined : reading, outcome) };
  }

  function seenOf(
    shown: Shown | undefined,
    ref: Address["ref"],
    reading: ReturnType<FollowedObject["reading"]>,
    outcome: LiveSeen["outcome"],
  ): Sight["seen"] {
    const cause = reading !== undefined && "cause" in reading ? reading.cause : undefined;
    const problem = cause ?? shown?.problem ?? shown?.link.cause;
    const until = shown?.link.until;
    return {
      ref,
      place: shown?.name ?? "",
      isFiles: shown?.place.kind === "files",
      link: shown?.link.state ?? "idle",
      ...(outcome !== undefined && { outcome }),
      ...(until !== undefined && { until: stampOf(until) }),
      ...(problem !== undefined && { problem }),
    };
  }

  function follow(one: Open): void {
    const place = one.followed === undefined ? shownOf(session, one.address.place)?.place : undefined;
    if (place !== undefined) one.followed = session.follow(one.address.ref, place);
  }

  /** What nobody sees is not followed. */
  function look(): void {
    const visible = new Set(window.visibleTextEditors.map(({ document }) => document.uri.toString()));
    for (const [key, one] of open) {
      if (visible.has(key)) {
        follow(one);
        soon(one);
      } else {
        one.followed?.dispose();
        one.followed = undefined;
      }
    }
  }

  function soon(one: Open): void {
    stale.add(one);
    renewing.request();
  }

  function close(one: Open): void {
    one.followed?.dispose();
    stale.delete(one);
    open.delete(one.uri.toString());
  }

  const subscriptions = Disposable.from(
    workspace.registerTextDocumentContentProvider(scheme, {
      onDidChange: changed.event,
      async provideTextDocumentContent(uri) {
        const address = addressOf(uri);
        if (address === undefined) return "";
        const one: Open = open.get(uri.toString()) ?? {
          ...{ uri, address },
          ...{ followed: undefined, last: undefined, identity: undefined, text: undefined },
        };
        open.set(uri.toString(), one);
        follow(one);
        return one.text ?? write(one);
      },
    }),
    workspace.onDidCloseTextDocument(({ uri }) => {
      const one = open.get(uri.toString());
      if (one !== undefined) close(one);
    }),
    window.onDidChangeVisibleTextEditors(look),
    session.onDidMove(look),
    session.onDidChange(({ place }) => {
      const key = keyOfPlace(place);
      for (const one of open.values()) if (one.followed !== undefined && one.address.place === key) soon(one);
    }),
    changed,
  );

  return {
    again(which) {
      for (const one of open.values()) if (which(one.address)) soon(one);
    },
    dispose() {
      renewing.cancel();
      for (const one of [...open.values()]) close(one);
      subscriptions.dispose();
    },
  };
}
