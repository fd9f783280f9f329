import type { PlacePhase } from "../../shared/model/connection-phase.ts";
import type { Demand } from "./demand.ts";
import type { Place } from "./place.ts";
import { type PlaceFacts, placeFacts } from "./place-facts.ts";
import type { PlaceSource, SourceDependencies, StateChange } from "./place-source.ts";
import type { PlaceState } from "./place-state.ts";

/** A place stays open this long after its last use, because the user may only have switched the view. */
const graceMs = 30_000;

/**
 * One place with what is known of it. It is open while a surface needs it and nothing bars it, and in the meantime shows
 * what was last read.
 */
export class SharedPlace {
  readonly #place: Place;
  readonly #dependencies: SourceDependencies;
  readonly #facts: PlaceFacts;
  #demand: Demand | undefined;
  #barred: PlacePhase | undefined;
  #source: PlaceSource | undefined;
  /** Counts the openings: an opening that was overtaken by another one, or by a closing, has no effect. */
  #latestOpening = 0;
  #isOpening = false;
  #cancelLeaving: (() => void) | undefined;

  /** @param changed is called after each change of the state. */
  constructor(place: Place, dependencies: SourceDependencies, changed: (state: PlaceState) => void) {
    this.#place = place;
    this.#dependencies = dependencies;
    this.#facts = placeFacts(place, dependencies.clock, changed);
  }

  /** What reads the place. Undefined while the place is not open. */
  get source(): PlaceSource | undefined {
    return this.#source;
  }

  state(): PlaceState {
    return this.#facts.state();
  }

  /**
   * Sets what surfaces need from now on; undefined: nothing.
   * @param barred the reason why no request may be sent. Absent where requests may be sent.
   */
  setDemand(demand: Demand | undefined, barred?: PlacePhase): void {
    this.#demand = barred === undefined ? demand : undefined;
    if (barred !== undefined) {
      this.#bar(barred);
      return;
    }
    if (this.#barred !== undefined) this.#facts.announce({ barred: undefined });
    this.#barred = undefined;
    if (demand === undefined) this.#leaveSoon();
    else this.#open(demand);
  }

  refresh(): void {
    // The next opening may retry what was refused.
    if (this.#source === undefined) this.#dependencies.memory.refused = undefined;
    this.#source?.refresh();
  }

  close(): void {
    this.#leave();
  }

  #bar(barred: PlacePhase): void {
    this.#leave();
    if (this.#barred !== barred) {
      this.#facts.announce({ phase: barred, problem: undefined, isAsking: false, barred });
    }
    this.#barred = barred;
  }

  #open(demand: Demand): void {
    this.#cancelLeaving?.();
    this.#cancelLeaving = undefined;
    if (this.#source !== undefined) this.#source.setDemand(demand);
    else if (!this.#isOpening) this.#openSource().catch(this.#dependencies.failed);
  }

  async #openSource(): Promise<void> {
    this.#latestOpening += 1;
    const opening = this.#latestOpening;
    this.#isOpening = true;
    this.#facts.announce({ phase: "connecting" });
    try {
      const createSource = await this.#loadSource();
      // The rows of another place must not stay below the name of this one.
      if (this.#place.kind === "files") await this.#dependencies.drawn();
      if (opening !== this.#latestOpening || this.#demand === undefined) return;
      this.#source = createSource((change) => this.#facts.announce(change));
      this.#source.setDemand(this.#demand);
    } finally {
      if (opening === this.#latestOpening) this.#isOpening = false;
    }
  }

  /** Loads one of two bundles, so that a window that shows only files does not load the code for clusters. */
  async #loadSource(): Promise<(changed: (change: StateChange) => void) => PlaceSource> {
    const place = this.#place;
    if (place.kind === "cluster") {
      const { OpenClusterPlace } = await import("./cluster-place.ts");
      return (changed) => new OpenClusterPlace(place, this.#dependencies, changed);
    }
    const { OpenFilesPlace } = await import("./files-place.ts");
    return (changed) => new OpenFilesPlace(place, this.#dependencies, changed);
  }

  /** Closes the place after a while, unless it is needed again before. */
  #leaveSoon(): void {
    if (this.#source === undefined) this.#leave();
    else this.#cancelLeaving ??= this.#dependencies.clock.after(graceMs, () => this.#leave());
  }

  #leave(): void {
    this.#cancelLeaving?.();
    this.#cancelLeaving = undefined;
    this.#latestOpening += 1;
    this.#isOpening = false;
    if (this.#source === undefined) return;
    this.#source.close();
    this.#source = undefined;
    // What is shown was known until now, and is not confirmed from now on.
    if (this.#place.kind === "cluster") this.#facts.announce({ link: { state: "idle" }, definitions: undefined });
  }
}
