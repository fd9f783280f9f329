import { isSpelledOut, resourceNamed } from "../shared/aggregate/resource-named.ts";
import type { Connection } from "../shared/io/connection.ts";
import { discover } from "../shared/io/discovery.ts";
import { pathOf } from "../shared/io/resource-path.ts";
import type { Resource } from "../shared/model/resource.ts";
import { knownResources } from "../shared/profiles/resources.ts";

/** The types that a cluster serves as kubectl lists them: `pods`, `deployments.apps`. */
export async function typesOn(connection: Connection, signal: AbortSignal): Promise<readonly string[]> {
  const discovered = await discover(connection, signal);
  const resources = discovered.is === "found" ? discovered.resources : [];
  return resources.map(({ plural, group }) => (group === "" ? plural : `${plural}.${group}`));
}

/** Where the objects of a type are listed, in each version that may be served; nothing where there is no such type. */
export async function pathsOfType(
  type: string,
  namespace: string | undefined,
  connection: Connection,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const known = resourceNamed(type, knownResources);
  if (known !== undefined && isSpelledOut(type, known)) return pathsOf(known, namespace);
  const discovered = await discover(connection, signal);
  const found = discovered.is === "found" ? resourceNamed(type, discovered.resources) : undefined;
  return found === undefined ? [] : pathsOf(found, namespace);
}

function pathsOf(resource: Resource, namespace: string | undefined): readonly string[] {
  const place = resource.namespaced && namespace ? { namespace } : {};
  const { group, kind, plural, versions, namespaced } = resource;
  return versions
    .map((version) => pathOf({ verb: "list", group, kind, plural, versions, namespaced, ...place }, version))
    .filter((path) => path !== undefined);
}
