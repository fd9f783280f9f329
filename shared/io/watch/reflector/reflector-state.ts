import { definedFields } from "../../../model/defined-fields.ts";
import type { KubeObject } from "../../../model/object.ts";
import type { Query, Reading } from "../../../model/snapshot.ts";
import type { InputShare } from "../../../parse/input-budget.ts";
import type { LinkState, LinkStatus } from "../link-state.ts";
import { isSameVersion, KeptList } from "./kept-list.ts";
import type { ListWeight } from "./list-weight.ts";

/** What came with a list: a warning as in a Reading, and what its objects take of the budget. */
interface ListedWith {
  readonly warning?: string | undefined;
  readonly share?: InputShare | undefined;
}

/** One object in two versions, where nothing else changed. */
export interface ReplacedObject {
  readonly before: KubeObject;
  readonly after: KubeObject;
}

/** What is known of one query, and how current it is. */
export class ReflectorState {
  readonly #query: Query;
  readonly #listQuery: Query;
  readonly #weight: ListWeight;
  readonly #now: () => number;
  readonly #onChange: (replaced?: ReplacedObject) => void;
  readonly #kept = new KeptList();
  #reading: Reading | undefined;
  /** `#reading` is older than what is kept. */
  #isReadingOld = false;
  /** The warning of the newest list. */
  #warning: string | undefined;
  #link: LinkStatus = { state: "connecting" };
  #lastResponseAtMs: number;

  /**
   * The state before the first response.
   * @param weight Counts what is held.
   * @param now Milliseconds since 1970.
   * @param onChange Called after each change.
   */
  constructor(query: Query, weight: ListWeight, now: () => number, onChange: (replaced?: ReplacedObject) => void) {
    this.#query = query;
    this.#listQuery = toListQuery(query);
    this.#weight = weight;
    this.#now = now;
    this.#onChange = onChange;
    this.#lastResponseAtMs = now();
  }

  /** Undefined until the first response. The same object as long as nothing changed. */
  reading(): Reading | undefined {
    if (!this.#isReadingOld) return this.#reading;
    this.#isReadingOld = false;
    const objects = this.#kept.objects();
    const warning = this.#warning;
    const reading = this.#reading;
    if (reading?.outcome === "found" && reading.objects === objects && reading.warning === warning) return reading;
    const listReading: Reading = { query: this.#listQuery, outcome: "found", objects, ...definedFields({ warning }) };
    this.#reading = toReadingOf(listReading, this.#query);
    return this.#reading;
  }

  link(): LinkStatus {
    return this.#link;
  }

  /** When the server last sent something for the query. */
  lastResponseAtMs(): number {
    return this.#lastResponseAtMs;
  }

  /** All objects are about to be requested again. Until the response they are shown, but not counted. */
  listing(): void {
    this.#weight.release();
  }

  /** The server has these objects and no others. */
  listed(objects: readonly KubeObject[], { warning, share }: ListedWith = {}): void {
    this.#lastResponseAtMs = this.#now();
    this.#kept.replace(objects);
    this.#weight.replace(share, objects.length);
    this.#warning = warning;
    this.#isReadingOld = true;
    this.#link = { state: "live" };
    this.#onChange();
  }

  /**
   * Adds or replaces an object that came in `line` of a watch.
   * @throws InputLimitError where all lists together hold too much. Nothing is changed then.
   */
  put(object: KubeObject, line: string): void {
    this.#lastResponseAtMs = this.#now();
    const before = this.#kept.find(object);
    if (before !== undefined && isSameVersion(before, object)) return;
    const after = this.#weight.put(object, before, line, this.#kept.size());
    this.#kept.put(after);
    this.#isReadingOld = true;
    this.#onChange(before && { before, after });
  }

  /** Removes an object. */
  remove(object: KubeObject): void {
    this.#lastResponseAtMs = this.#now();
    const before = this.#kept.find(object);
    if (before === undefined) return;
    this.#weight.remove(before);
    this.#kept.remove(object);
    this.#isReadingOld = true;
    this.#onChange();
  }

  /** What is shown matches the server. */
  live(): void {
    this.#lastResponseAtMs = this.#now();
    if (this.#link.state === "live") return;
    this.#link = { state: "live" };
    this.#onChange();
  }

  /** Takes a response that is no list, which replaces all objects. */
  replaced(reading: Reading, state: LinkState): void {
    this.#kept.replace([]);
    this.#weight.release();
    this.#isReadingOld = false;
    this.#reading = reading;
    this.#link = "cause" in reading ? { state, cause: reading.cause } : { state };
    this.#onChange();
  }

  /** What is shown may be out of date since `since`, or from now on where that is absent. */
  doubted(
    state: "stale" | "unreachable" | "authRequired",
    { cause, brief }: Pick<LinkStatus, "cause" | "brief">,
    since: number = this.#now(),
  ): void {
    const reason = definedFields({ cause, brief });
    if (this.reading() === undefined) {
      this.#link = { state: state === "stale" ? "connecting" : state, ...reason };
    } else {
      const until = Math.min(this.#link.until ?? Number.POSITIVE_INFINITY, since);
      this.#link = { state, ...reason, until };
    }
    this.#onChange();
  }
}

/**
 * The query to watch for `query`. A single object is watched as a list of that object alone, since only lists can be
 * watched.
 */
export function toListQuery(query: Query): Query {
  if (query.verb === "list") return query;
  const { name = "", ...rest } = query;
  return { ...rest, verb: "list", fieldSelector: `metadata.name=${name}` };
}

/** Converts the reading of that list to a reading of `query` itself. */
export function toReadingOf(reading: Reading, query: Query): Reading {
  if (query.verb === "list") return reading.query === query ? reading : { ...reading, query };
  if (reading.outcome !== "found") return { ...reading, query };
  return reading.objects.length === 0 ? { query, outcome: "absent" } : { ...reading, query };
}
