import { indexOf } from "../shared/aggregate/lookup.ts";
import { resourcesAtHand } from "../shared/aggregate/resources-at-hand.ts";
import type { KubeObject } from "../shared/model/object.ts";
import type { Resource } from "../shared/model/resource.ts";
import type { Snapshot } from "../shared/model/snapshot.ts";
import { namingOf, type Read } from "./naming.ts";
import type { Options } from "./options.ts";

/**
 * What a snapshot file holds, about what it was taken of unless something is named now. Nothing more can be read.
 * @throws UsageError, InputError as naming does.
 */
export async function readKept(kept: Snapshot, options: Options): Promise<Read> {
  const snapshot: Snapshot = { ...kept, takenAt: options.at ?? kept.takenAt };
  const { word, targets, profile } = options;
  const { wanted } = snapshot.asked ?? {};
  if (word === undefined && targets.length === 0 && profile === undefined && wanted !== undefined)
    return { snapshot, asked: { wanted, unknown: [] } };
  const all = async (): Promise<readonly Resource[]> => namable(snapshot, indexOf(snapshot).everything);
  return namingOf(options, { source: "files", all }, async () => snapshot);
}

/** Its objects' kinds, in the spelling of whoever asked for them where it was known, and those of which there was none. */
function namable({ readings }: Snapshot, objects: readonly KubeObject[]): readonly Resource[] {
  const asked = new Map<string, Resource>(
    readings.flatMap(({ query: { group, kind, plural, versions, namespaced } }) => {
      const resource = { group, kind, plural, versions, namespaced, singular: kind.toLowerCase(), shortNames: [] };
      return plural === "" ? [] : [[`${group}/${kind}`, resource] as const];
    }),
  );
  const atHand = resourcesAtHand(objects).map((each): Resource => {
    const key = `${each.group}/${each.kind}`;
    const plural = asked.get(key)?.plural ?? each.plural;
    asked.delete(key);
    return { ...each, plural };
  });
  return [...atHand, ...asked.values()];
}
