import { queryDefinition } from "../../aggregate/snapshot/definition-query.ts";
import type { Query, Reading } from "../../model/snapshot.ts";
import type { QueryReflector } from "./reflector/reflector.ts";

/**
 * The changes of a definition that hurry its kind. The API server writes a few conditions until it serves the kind; after
 * that the regular requests are enough.
 */
export const mostHurries = 10;

/** Watches the definitions of kinds that were served and are not any more. */
export interface ReturningKinds {
  /** To be called after changes with all reflectors. */
  look(all: readonly QueryReflector[]): void;
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
    if (count === 0 || count > mostHurries) return;
    for (const one of known) if (isRefused(one.reading()) && nameOf(one.reading()) === name) one.hurry();
  }

  function forget(name: string): void {
    watched.get(name)?.stop();
    watched.delete(name);
    served.delete(name);
    hurries.delete(name);
  }

  return {
    look(all) {
      known = all;
      for (const one of all) {
        const reading = one.reading();
        const definition = reading && queryDefinition(reading.query);
        const name = definition?.name;
        if (reading === undefined || definition === undefined || name === undefined) continue;
        if (reading.outcome === "found" || reading.outcome === "absent") {
          if (watched.has(name)) forget(name);
          served.add(name);
        } else if (isRefused(reading) && served.has(name) && !watched.has(name)) {
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

function isRefused(reading: Reading | undefined): boolean {
  return reading?.outcome === "noSuchKind";
}

function nameOf(reading: Reading | undefined): string | undefined {
  return reading && queryDefinition(reading.query)?.name;
}
