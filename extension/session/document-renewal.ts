import { systemClock } from "../../shared/io/watch/clock.ts";
import { coalesceCalls } from "../platform/coalesce.ts";

/** Renews things soon after their sources have changed. */
export interface DocumentRenewal<Thing> {
  /** Renews the thing soon, together with others. */
  request(thing: Thing): void;
  /** Drops a thing that no longer exists. */
  forget(thing: Thing): void;
  cancel(): void;
}

/** Minimum milliseconds between two changes of the text in an editor. */
const least = 150;

/** @param renew renews one thing. If it fails, the others are still renewed. */
export function createDocumentRenewal<Thing>(
  renew: (thing: Thing) => Promise<void>,
  failed: (bug: unknown) => void,
): DocumentRenewal<Thing> {
  const stale = new Set<Thing>();
  const renewing = coalesceCalls(() => void renewAll().catch(failed), least, systemClock);

  async function renewAll(): Promise<void> {
    const all = [...stale];
    stale.clear();
    for (const one of all) await renew(one).catch(failed);
  }

  return {
    request(thing) {
      stale.add(thing);
      renewing.request();
    },
    forget: (thing) => void stale.delete(thing),
    cancel: renewing.cancel,
  };
}
