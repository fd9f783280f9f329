import { queryDefinition } from "../../aggregate/snapshot/queries.ts";
import type { KubeObject } from "../../model/object.ts";
import type { Query, Reading } from "../../model/snapshot.ts";
import { customResourceDefinitions } from "../../profiles/core-kinds.ts";
import type { QueryReflector } from "./reflector/reflector.ts";
import type { WatchTools } from "./watch-tools.ts";

/**
 * The changes of a definition that hurry its kind. The API server writes a few conditions until it serves the kind; after
 * that the regular requests are enough.
 */
const maxHurries = 10;

/** Watches the definitions of kinds that do not exist, and requests such a kind again once it may exist. */
export interface ReturningKinds {
  /** To be called after changes with all reflectors. */
  update(all: readonly QueryReflector[]): void;
  stop(): void;
}

/** Starts the reflector of one query. `changed` is called after each change. */
type StartReflector = (query: Query, changed: () => void) => QueryReflector;

/**
 * Requests the queries of a kind again as soon as its CustomResourceDefinition is back. Only kinds that were served
 * during this watch are watched, with one request each that the server holds open. A user who may not read definitions
 * waits for the next regular request.
 */
export class ServedKinds implements ReturningKinds {
  readonly #start: StartReflector;
  /** The names of definitions whose kinds were served: `virtualmachines.kubevirt.io`. */
  readonly #served = new Set<string>();
  /** The reflectors of definitions whose kinds are not served any more, by name. */
  readonly #watched = new Map<string, QueryReflector>();
  /** How often a kind was requested again since its definition came back, by name. */
  readonly #hurries = new Map<string, number>();
  #followed: readonly QueryReflector[] = [];

  constructor(start: StartReflector) {
    this.#start = start;
  }

  update(all: readonly QueryReflector[]): void {
    this.#followed = all;
    for (const reflector of all) {
      const reading = reflector.reading();
      if (reading === undefined) continue;
      const definition = queryDefinition(reading.query);
      if (definition?.name === undefined) continue;
      const { name } = definition;
      if (reading.outcome === "found" || reading.outcome === "absent") {
        if (this.#watched.has(name)) this.#forget(name);
        this.#served.add(name);
      } else if (reading.outcome === "noSuchKind" && this.#served.has(name) && !this.#watched.has(name)) {
        this.#watched.set(
          name,
          this.#start(definition, () => this.#takeChange(name)),
        );
      }
    }
  }

  stop(): void {
    for (const reflector of this.#watched.values()) reflector.stop();
    this.#watched.clear();
  }

  #takeChange(name: string): void {
    const outcome = this.#watched.get(name)?.reading()?.outcome;
    if (outcome === "forbidden" || outcome === "noSuchKind") this.#forget(name);
    const hurries = outcome === "found" ? (this.#hurries.get(name) ?? 0) + 1 : 0;
    this.#hurries.set(name, hurries);
    if (hurries === 0 || hurries > maxHurries) return;
    for (const reflector of this.#followed) {
      if (findMissingDefinition(reflector.reading()) === name) reflector.hurry();
    }
  }

  #forget(name: string): void {
    this.#watched.get(name)?.stop();
    this.#watched.delete(name);
    this.#served.delete(name);
    this.#hurries.delete(name);
  }
}

/** The name of the definition of a kind that the server does not serve. Undefined for any other reading. */
function findMissingDefinition(reading: Reading | undefined): string | undefined {
  return reading?.outcome === "noSuchKind" ? queryDefinition(reading.query)?.name : undefined;
}

const { shortNames: _shortNames, singular: _singular, ...definitions } = customResourceDefinitions;
const allDefinitions: Query = { ...definitions, verb: "list", metadataOnly: true };

/**
 * Watches the metadata of all CustomResourceDefinitions while a followed kind does not exist, and requests the kind
 * again as soon as its definition changes. Meanwhile the regular requests come seldom. A user who may not list
 * definitions waits for the regular requests.
 */
export class MissingKinds implements ReturningKinds {
  readonly #start: StartReflector;
  readonly #abilities: WatchTools["abilities"];
  /** The reflector of all definitions. Absent while no kind is missing. */
  #definitions: QueryReflector | undefined;
  #areDefinitionsRefused = false;
  /** The reflectors whose kinds do not exist, by the name of the definition. */
  #missing: ReadonlyMap<string, readonly QueryReflector[]> = new Map();
  /** The versions of the definitions for which a kind was requested again, by the name of the definition. */
  readonly #hurriedVersions = new Map<string, Set<string>>();

  constructor(start: StartReflector, abilities: WatchTools["abilities"]) {
    this.#start = start;
    this.#abilities = abilities;
  }

  update(all: readonly QueryReflector[]): void {
    this.#missing = groupByMissingDefinition(all);
    for (const name of this.#hurriedVersions.keys()) if (!this.#missing.has(name)) this.#hurriedVersions.delete(name);
    if (this.#missing.size === 0) this.stop();
    else if (this.#definitions !== undefined || this.#areDefinitionsRefused) this.#takeChange();
    else this.#definitions = this.#start(allDefinitions, () => this.#takeChange());
  }

  stop(): void {
    this.#hurriedVersions.clear();
    // Another watch over the connection may watch the definitions.
    if (this.#definitions === undefined) return;
    this.#definitions.stop();
    this.#definitions = undefined;
    this.#abilities.watchesDefinitions = false;
  }

  #takeChange(): void {
    const reading = this.#definitions?.reading();
    if (reading?.outcome === "forbidden" || reading?.outcome === "noSuchKind") this.#takeRefusal();
    else if (reading?.outcome === "found") this.#takeDefinitions(reading.objects);
  }

  #takeRefusal(): void {
    this.#areDefinitionsRefused = true;
    // Their regular requests begin again, after they came seldom.
    const resting = this.#abilities.watchesDefinitions ? [...this.#missing.values()].flat() : [];
    this.stop();
    for (const reflector of resting) reflector.hurry();
  }

  #takeDefinitions(definitions: readonly KubeObject[]): void {
    this.#abilities.watchesDefinitions = true;
    for (const { ref, resourceVersion } of definitions) {
      const waiting = this.#missing.get(ref.name);
      if (waiting === undefined) continue;
      const versions = this.#hurriedVersions.get(ref.name) ?? new Set();
      if (versions.has(resourceVersion) || versions.size >= maxHurries) continue;
      this.#hurriedVersions.set(ref.name, versions.add(resourceVersion));
      for (const reflector of waiting) reflector.hurry();
    }
  }
}

/** The reflectors whose kinds the server does not serve, by the name of the definition of each kind. */
function groupByMissingDefinition(all: readonly QueryReflector[]): ReadonlyMap<string, readonly QueryReflector[]> {
  const groups = Map.groupBy(all, (reflector) => findMissingDefinition(reflector.reading()) ?? "");
  groups.delete("");
  return groups;
}
