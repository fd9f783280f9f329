import type { Kind } from "../../model/kind.ts";
import type { Ref } from "../../model/object.ts";
import { clusterServiceVersions, hcoProfile, operatorConditions } from "../../profiles/hco/profile.ts";
import { knownRoots } from "../../profiles/root-kinds.ts";
import { coreKinds } from "../../tables/core-kinds.ts";
import { relatedKinds } from "../../tables/related-kinds.ts";

/** Every kind that the built-in tables know how to query. Where several rows name one, the first counts. */
const known: readonly Kind[] = [
  hcoProfile.root,
  ...hcoProfile.components,
  ...knownRoots,
  ...coreKinds,
  ...relatedKinds,
  operatorConditions,
  clusterServiceVersions,
];

const byKind = new Map<string, Kind>();
const byResource = new Map<string, Kind>();
for (const kind of known) {
  const ofKind = groupKey(kind.group, kind.kind);
  const ofResource = groupKey(kind.group, kind.plural);
  if (!byKind.has(ofKind)) byKind.set(ofKind, kind);
  if (!byResource.has(ofResource)) byResource.set(ofResource, kind);
}

/** How to query a kind, if a table has it. */
export function findKnownKind({ group, kind }: Pick<Ref, "group" | "kind">): Kind | undefined {
  return byKind.get(groupKey(group, kind));
}

/** The kind behind a resource (`group/plural`), if a table has it. */
export function kindOfResource(group: string, plural: string): Kind | undefined {
  return byResource.get(groupKey(group, plural));
}

function groupKey(group: string, name: string): string {
  return `${group}/${name}`;
}
