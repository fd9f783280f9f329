import { findResource, isSpelledOut } from "../../shared/aggregate/naming/find-resource.ts";
import type { ServerConnection } from "../../shared/io/connection/connection.ts";
import { discoverResources } from "../../shared/io/reader/discover-resources.ts";
import { resourcePath } from "../../shared/io/reader/resource-path.ts";
import { isSecret, typeName } from "../../shared/model/kind.ts";
import type { Resource } from "../../shared/model/resource.ts";
import { knownResources } from "../../shared/profiles/resource-names.ts";

/** The types that a cluster serves, as kubectl lists them: `pods`, `deployments.apps`. */
export async function typesOn(connection: ServerConnection, signal: AbortSignal): Promise<readonly string[]> {
  const discovered = await discoverResources(connection, signal);
  const resources = discovered.is === "found" ? discovered.resources : [];
  return resources.map(typeName);
}

/**
 * The paths that list the objects of a type, one for each version that may be served. Empty where there is no such
 * type, and for Secrets, which are not listed for a user who only presses a key.
 */
export async function pathsOfType(
  type: string,
  namespace: string | undefined,
  connection: ServerConnection,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const known = findResource(type, knownResources);
  if (known !== undefined && isSecret(known)) return [];
  if (known !== undefined && isSpelledOut(type, known)) return pathsOf(known, namespace);
  const discovered = await discoverResources(connection, signal);
  const found = discovered.is === "found" ? findResource(type, discovered.resources) : undefined;
  return found === undefined || isSecret(found) ? [] : pathsOf(found, namespace);
}

function pathsOf(resource: Resource, namespace: string | undefined): readonly string[] {
  const place = resource.namespaced && namespace ? { namespace } : {};
  const { group, kind, plural, versions, namespaced } = resource;
  return versions
    .map((version) => resourcePath({ verb: "list", group, kind, plural, versions, namespaced, ...place }, version))
    .filter((path) => path !== undefined);
}
