import { queryDefinition } from "../../aggregate/snapshot/definition-query.ts";
import type { Query } from "../../model/snapshot.ts";
import { customResourceDefinitions } from "../../profiles/core-kinds.ts";
import type { QueryReflector } from "./reflector/reflector.ts";
import { mostHurries, type ReturningKinds } from "./returning-kinds.ts";
import type { WatchTools } from "./watch-tools.ts";

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
    watched?.stop();
    watched = undefined;
    abilities.watchesDefinitions = false;
    hurried.clear();
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
      if (versions.has(resourceVersion) || versions.size >= mostHurries) continue;
      hurried.set(ref.name, versions.add(resourceVersion));
      for (const one of waiting) one.hurry();
    }
  }

  return {
    look(all) {
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
