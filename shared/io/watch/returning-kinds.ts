import { queryDefinition } from "../../aggregate/snapshot/queries.ts";
import type { Query, Reading } from "../../model/snapshot.ts";
import { customResourceDefinitions } from "../../profiles/core-kinds.ts";
import type { QueryReflector } from "./reflector/reflector.ts";
import type { WatchTools } from "./watch-tools.ts";

/**
 * The changes of a definition that hurry its kind. The API server writes a few conditions until it serves the kind; after
 * that the regular requests are enough.
 */
const maxHurries = 10;

/** Watches the definitions of kinds that were served and are not any more. */
interface ReturningKinds {
  /** To be called after changes with all reflectors. */
  update(all: readonly QueryReflector[]): void;
  stop(): void;
}

/**
 * Requests the queries of a kind again as soon as its CustomResourceDefinition is back. Only kinds that were served
 * during this watch are watched, with one request each that the server holds open. A user who may not read definitions
 * waits for the next regular request. `begin` starts the reflector of one definition.
 */
export function watchReturningKinds(begin: (query: Query, changed: () => void) => QueryReflector): ReturningKinds {
  const served = new Set<string>();
  const watched = new Map<string, QueryReflector>();
  const hurries = new Map<string, number>();
  let known: readonly QueryReflector[] = [];

  function hurry(name: string): void {
    const outcome = watched.get(name)?.reading()?.outcome;
    if (outcome === "forbidden" || outcome === "noSuchKind") forget(name);
    const count = outcome === "found" ? (hurries.get(name) ?? 0) + 1 : 0;
    hurries.set(name, count);
    if (count === 0 || count > maxHurries) return;
    for (const one of known) if (isUnservedKind(one.reading()) && definitionName(one.reading()) === name) one.hurry();
  }

  function forget(name: string): void {
    watched.get(name)?.stop();
    watched.delete(name);
    served.delete(name);
    hurries.delete(name);
  }

  return {
    update(all) {
      known = all;
      for (const one of all) {
        const reading = one.reading();
        const definition = reading && queryDefinition(reading.query);
        const name = definition?.name;
        if (reading === undefined || definition === undefined || name === undefined) continue;
        if (reading.outcome === "found" || reading.outcome === "absent") {
          if (watched.has(name)) forget(name);
          served.add(name);
        } else if (isUnservedKind(reading) && served.has(name) && !watched.has(name)) {
          watched.set(
            name,
            begin(definition, () => hurry(name)),
          );
        }
      }
    },
    stop() {
      for (const one of watched.values()) one.stop();
      watched.clear();
    },
  };
}

function isUnservedKind(reading: Reading | undefined): boolean {
  return reading?.outcome === "noSuchKind";
}

function definitionName(reading: Reading | undefined): string | undefined {
  return reading && queryDefinition(reading.query)?.name;
}

const { shortNames: _shortNames, singular: _singular, ...definitions } = customResourceDefinitions;
const allDefinitions: Query = { ...definitions, verb: "list", metadataOnly: true };

/**
 * Watches the metadata of all CustomResourceDefinitions while a followed kind does not exist, and requests the kind
 * again as soon as its definition changes. Meanwhile the regular requests come seldom. A user who may not list
 * definitions waits for the regular requests. `begin` starts the reflector of the definitions.
 */
export function watchMissingKinds(
  begin: (query: Query, changed: () => void) => QueryReflector,
  abilities: WatchTools["abilities"],
): ReturningKinds {
  let watched: QueryReflector | undefined;
  let isRefused = false;
  let missing: ReadonlyMap<string, readonly QueryReflector[]> = new Map();
  /** The versions of the definitions for which a kind was requested again, by the name of the definition. */
  const hurried = new Map<string, Set<string>>();

  function end(): void {
    hurried.clear();
    // Another watch over the connection may watch the definitions.
    if (watched === undefined) return;
    watched.stop();
    watched = undefined;
    abilities.watchesDefinitions = false;
  }

  function changed(): void {
    const reading = watched?.reading();
    if (reading === undefined || watched === undefined) return;
    if (reading.outcome === "forbidden" || reading.outcome === "noSuchKind") {
      isRefused = true;
      // Their regular requests begin again, after they came seldom.
      const rested = abilities.watchesDefinitions ? [...missing.values()].flat() : [];
      end();
      for (const one of rested) one.hurry();
      return;
    }
    if (reading.outcome !== "found") return;
    abilities.watchesDefinitions = true;
    for (const { ref, resourceVersion } of reading.objects) {
      const waiting = missing.get(ref.name);
      if (waiting === undefined) continue;
      const versions = hurried.get(ref.name) ?? new Set();
      if (versions.has(resourceVersion) || versions.size >= maxHurries) continue;
      hurried.set(ref.name, versions.add(resourceVersion));
      for (const one of waiting) one.hurry();
    }
  }

  return {
    update(all) {
      const named = all.flatMap((one) => {
        const reading = one.reading();
        const name = reading?.outcome === "noSuchKind" ? queryDefinition(reading.query)?.name : undefined;
        return name === undefined ? [] : [[name, one] as const];
      });
      missing = new Map(
        [...Map.groupBy(named, ([name]) => name)].map(([name, some]) => [name, some.map(([, one]) => one)]),
      );
      for (const name of hurried.keys()) if (!missing.has(name)) hurried.delete(name);
      if (missing.size === 0) end();
      else if (watched === undefined && !isRefused) watched = begin(allDefinitions, changed);
      else changed();
    },
    stop: end,
  };
}
