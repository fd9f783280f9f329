import { type Event, EventEmitter } from "vscode";
import { computeOnce } from "../../shared/model/compute-once.ts";
import type { Report } from "../../shared/model/report.ts";
import { newestStartOf, tickPeriod } from "../../shared/render/editor/tick-period.ts";
import type { PlaceState } from "../places/place-state.ts";

/**
 * One timer for all visible ages, which runs only while a surface shows an age. All surfaces show the same ages: for each
 * Report, time stands still between two ticks.
 */
export class AgeTicker {
  readonly #ticked = new EventEmitter<void>();
  readonly #surfacesWithAges = new Set<object>();
  /** The time that surfaces show for a Report until the next tick, in seconds since 1970. */
  #shownTimes = new WeakMap<Report, number>();
  /** When the newest state of a Report began, in seconds since 1970. */
  readonly #newestStarts = new WeakMap<Report, number>();
  /** When the newest state of all Reports began that were shown since the last tick. */
  #newestShownStart = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #periodMs = tickPeriod(0, Number.POSITIVE_INFINITY);

  readonly onTick: Event<void> = this.#ticked.event;

  /** Sets whether a surface shows an age now. A surface passes false when it is disposed of. */
  setShowsAge(surface: object, showsAge: boolean): void {
    if (showsAge) this.#surfacesWithAges.add(surface);
    else this.#surfacesWithAges.delete(surface);
    if (this.#surfacesWithAges.size === 0) {
      clearTimeout(this.#timer);
      this.#timer = undefined;
    } else if (this.#timer === undefined) {
      this.#startTimer();
    }
  }

  /** Returns a state whose clock stands still until the next tick, or until the place has another Report. */
  at(state: PlaceState): PlaceState {
    const report = state.report ?? state.named;
    if (report === undefined) return state;
    const now = state.now();
    this.#choosePeriod(report, now);
    const shownTime = this.#shownTimes.get(report);
    // The timer does not run while no surface shows an age, so the shown time may be older than a period.
    if (shownTime !== undefined && Math.abs(now - shownTime) < this.#periodMs / 1000) {
      return { ...state, now: () => shownTime };
    }
    // On a busy machine the timer is late: the other surfaces learn of the new time now.
    if (shownTime !== undefined && this.#timer !== undefined) this.#startTimer(0);
    this.#shownTimes.set(report, now);
    return { ...state, now: () => now };
  }

  #tick(): void {
    this.#shownTimes = new WeakMap();
    this.#newestShownStart = 0;
    this.#ticked.fire();
    this.#startTimer();
  }

  #startTimer(delayMs = this.#periodMs): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#tick(), delayMs);
  }

  /** Ticks more often while an age of a shown Report is so young that it has seconds. */
  #choosePeriod(report: Report, now: number): void {
    const newestStart = this.#newestStarts.get(report) ?? newestStartOf(report);
    this.#newestStarts.set(report, newestStart);
    this.#newestShownStart = Math.max(this.#newestShownStart, newestStart);
    const periodMs = tickPeriod(this.#newestShownStart, now);
    if (periodMs === this.#periodMs) return;
    this.#periodMs = periodMs;
    if (this.#timer !== undefined) this.#startTimer();
  }
}

/** Returns the ticker of a session. */
export const getAgeTicker: (session: object) => AgeTicker = computeOnce((_session: object) => new AgeTicker());
