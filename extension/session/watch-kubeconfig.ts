import { type Stats, statSync } from "node:fs";
import { stat } from "node:fs/promises";
import type { Disposable } from "vscode";
import { kubeconfigFiles } from "../../shared/io/kubeconfig/file-list.ts";
import { findKubeconfigSources } from "../places/kubeconfig-setting.ts";
import type { PlaceCache } from "../places/place-cache.ts";
import type { HostMachine } from "../platform/node-host.ts";
import type { PlaceSelection } from "./selection.ts";

/**
 * Milliseconds between two looks at the files. VS Code's own watch of a file outside the workspace loses changes on a busy
 * machine, and where the system has no more watches to give. Another cluster would then be shown as the current one.
 */
const lookIntervalMs = 1_000;

/** A program that rewrites a kubeconfig touches it several times. */
const changePauseMs = 300;

/** What a watch needs of the session. */
interface KubeconfigUsers {
  readonly places: PlaceCache;
  readonly selection: Pick<PlaceSelection, "place">;
  readonly machine: HostMachine;
  /** Called before the places read their files again. */
  readonly changed: () => void;
  readonly failed: (error: unknown) => void;
}

/**
 * Watches the kubeconfig files of the sidebar's place and of all others. When a file is written, replaced, created or
 * deleted, or a link on its path leads elsewhere, every place reads its own again.
 */
export class KubeconfigWatch implements Disposable {
  readonly #users: KubeconfigUsers;
  /** What was last seen of each watched file. */
  readonly #lastStates = new Map<string, string>();
  #isLooking = false;
  #lookTimer: NodeJS.Timeout | undefined;
  #readTimer: NodeJS.Timeout | undefined;

  constructor(users: KubeconfigUsers) {
    this.#users = users;
  }

  /** Watches the files that the places name now, until `pause`. To be called before a place reads a new file. */
  updateFiles(): void {
    const files = this.#listFiles();
    for (const file of this.#lastStates.keys()) if (!files.has(file)) this.#lastStates.delete(file);
    for (const file of files) if (!this.#lastStates.has(file)) this.#lastStates.set(file, readStateNow(file));
    if (this.#isLooking) return;
    this.#isLooking = true;
    this.#startLook();
  }

  /** Stops looking. A change until the next `updateFiles` is seen then. */
  pause(): void {
    this.#isLooking = false;
    clearTimeout(this.#lookTimer);
  }

  dispose(): void {
    this.pause();
    clearTimeout(this.#readTimer);
  }

  #startLook(): void {
    this.#look().catch(this.#users.failed);
  }

  /** Looks at all files now, and again after each pause. */
  async #look(): Promise<void> {
    const areChanged = await Promise.all([...this.#lastStates.keys()].map((file) => this.#updateState(file)));
    if (!this.#isLooking) return;
    if (areChanged.includes(true)) this.#readSoon();
    clearTimeout(this.#lookTimer);
    this.#lookTimer = setTimeout(() => this.#startLook(), lookIntervalMs);
  }

  /** Returns whether a watched file has changed since the last look. */
  async #updateState(file: string): Promise<boolean> {
    const state = describeState(await stat(file).catch(() => undefined));
    const lastState = this.#lastStates.get(file);
    const isStillWatched = lastState !== undefined;
    if (!isStillWatched) return false;
    this.#lastStates.set(file, state);
    return lastState !== state;
  }

  #readSoon(): void {
    clearTimeout(this.#readTimer);
    this.#readTimer = setTimeout(() => this.#readAgain(), changePauseMs);
  }

  #readAgain(): void {
    this.#users.changed();
    for (const shared of this.#users.places.entries().values()) shared.source?.rereadKubeconfig();
    if (this.#isLooking) this.updateFiles();
  }

  /** Returns the kubeconfigs of all places. */
  #listFiles(): ReadonlySet<string> {
    const { places, selection, machine } = this.#users;
    const sharedPlaces = [...places.entries().values()].map((shared) => shared.state().place);
    const kubeconfigs = [selection.place, ...sharedPlaces].flatMap((place) =>
      place.kind === "files" ? [] : kubeconfigFiles(findKubeconfigSources(place, machine)),
    );
    return new Set(kubeconfigs);
  }
}

function readStateNow(file: string): string {
  try {
    return describeState(statSync(file));
  } catch {
    return describeState(undefined);
  }
}

/** Describes what changes when a file is written or replaced. Links are followed. Empty for a file that cannot be read. */
function describeState(stats: Stats | undefined): string {
  return stats === undefined ? "" : [stats.dev, stats.ino, stats.size, stats.mtimeMs, stats.ctimeMs].join();
}
